"""BibTeX as reference managers write it, and entries that are damaged."""

import pytest

from ...made.own_tables import read_all

EXPORT = r"""% a comment with an @ in it
@string{jml = "J. Mach. Learn."}
@preamble{"\newcommand{\x}{y}"}
@comment{not an entry {with braces}}
@article{lee2001,
  title = {{The} {\"U}ber-model of {G\"odel}},
  abstract = "It says {""} and costs 5\% more. See me@example.org.",
  year = 2001, journal = jml # { Res.},
  DOI = {10.1/x}
}
@inproceedings(paren, title = {In parentheses}, booktitle = {Proc.})
@book{one, title = {Same}} @book{two, title = {line}}
@article{open, title = {never closed,
  abstract = {b}
@misc{, title = {No key}}
@misc{last, title = "An \'etude"}
"""


def test_entries_macros_and_damage(tmp_path):
    (tmp_path / "a.bib").write_text(EXPORT)
    rows, lines, bad = read_all(tmp_path / "a.bib")
    assert [row.paper_id for row in rows] == ["lee2001", "paren", "one", "two", "last"]
    first = rows[0]
    assert first.title == "The Über-model of Gödel"
    assert first.abstract == 'It says "" and costs 5% more. See me@example.org.'
    assert (first.year, first.venue, first.doi) == (2001, "J. Mach. Learn. Res.", "10.1/x")
    assert rows[1].venue == "Proc." and rows[3].title == "line" and rows[4].title == "An étude"
    assert lines == [5, 11, 12, 13, 16]
    assert [(reason, key) for _, reason, key in bad] == [
        ("truncated", None),
        ("missing_key", "key"),
    ]


@pytest.mark.parametrize("entry", ["a b, title={x}", "k, title {x}", "k, title = , year = 1"])
def test_an_entry_without_the_form_of_one_is_a_bad_row(tmp_path, entry):
    (tmp_path / "a.bib").write_text(f"@article{{{entry}}}\n@article{{k2, title={{B}}}}\n")
    rows, _, bad = read_all(tmp_path / "a.bib")
    assert [row.paper_id for row in rows] == ["k2"] and bad == [(1, "truncated", None)]


def test_a_damaged_character_in_a_comment_is_no_bad_row(tmp_path):
    text = b"@article{k1, title={\xc3\xa9\xc3\xa9}}\n@comment{\xe9}\n"
    (tmp_path / "a.bib").write_bytes(text)
    assert read_all(tmp_path / "a.bib")[2] == []
    (tmp_path / "a.bib").write_bytes(text + b"@comment{\xe9} @article{k2, title={B}}\n")
    assert read_all(tmp_path / "a.bib")[2] == [(3, "invalid_utf8", None)]


def test_entries_behind_a_comment_are_read_and_identifiers_are_not_typeset(tmp_path):
    text = (
        "@comment{x} @article{k1, title={A}, doi={10.1000/a--b\\_c~d}}\n@article{k2, title={B}}\n"
    )
    (tmp_path / "a.bib").write_text(text)
    rows, _, bad = read_all(tmp_path / "a.bib")
    assert [row.paper_id for row in rows] == ["k1", "k2"] and bad == []
    assert rows[0].doi == "10.1000/a--b_c~d"

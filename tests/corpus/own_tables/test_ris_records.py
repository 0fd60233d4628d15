"""RIS as reference managers write it, and records that are damaged."""

from ...made.own_tables import read_all

EXPORT = """\ufeffProvider: a publisher

TY  - JOUR
TI  - A title that
goes on
AU  - Lee, Ann
AB  -
N2  - Second choice
PY  - 2001/05/03/
DO  - https://doi.org/10.1/x
T2  - A journal
KW  - one
KW  - two
ER  -

text between records

TY  - CONF
T1  - No id at all
ER  -
TY  - JOUR
AN  - 77
TY  - JOUR
ID  - 78
T1  - Cut
"""


def test_tags_have_second_choices_and_values_go_on(tmp_path):
    (tmp_path / "a.ris").write_text(EXPORT)
    rows, lines, bad = read_all(tmp_path / "a.ris", {"fields": "KW"})
    first, second = rows
    assert first[:5] == (
        "https://doi.org/10.1/x",
        "A title that goes on",
        "Second choice",
        2001,
        ["one", "two"],
    )
    assert (first.doi, first.venue) == ("10.1/x", "A journal")
    assert second.paper_id == "77" and second.title is None
    assert lines == [3, 21] and bad == [
        (16, "not_an_object", None),
        (18, "missing_key", "ID or AN or DO or UR"),
        (23, "truncated", None),
    ]

"""Results as CSV, JSON and BibTeX, read back."""

import csv
import io
import json
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.extras.search_page.exports import to_bibtex, to_csv, to_json
from paperpool.extras.search_page.model import Example, Found, Link, Result, Sentence, Settings
from paperpool.io.csv_rows import restore

EXAMPLE = Example("q", "A query", (Sentence("We ask.", "method"), Sentence("We see.")), 2001)


def found(*results):
    return Found(EXAMPLE, Settings(facet="method"), (0,), results, 9, 0.25, ("A note.",))


def rows(text):
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


RESULT = Result(
    1,
    "a1",
    "Tea & {ice}: 5% of $x_1$",
    0.5,
    (Sentence("They answer."),),
    (Link(0, 0, 0.7654),),
    2002,
    ("Food", "Art"),
    "Proceedings of ACL",
    "10.1/a_b{c",
    "1234.5678",
    "P02-1",
    True,
    3,
    7,
    ("Ann Lee", "B & C"),
)

texts = st.text(alphabet=st.characters(codec="utf-8"), max_size=30)
results = st.builds(
    Result,
    rank=st.integers(1, 9),
    paper_id=texts,
    title=texts,
    score=st.floats(-1, 1),
    sentences=st.just((Sentence("One."),)),
    year=st.none() | st.integers(1900, 2020),
    fields=st.lists(texts, max_size=2).map(tuple),
    venue=st.none() | texts,
    doi=st.none() | texts,
    arxiv_id=st.none() | texts,
)


def test_csv_has_a_row_for_each_result():
    (row,) = rows(to_csv(found(RESULT)))
    assert row == {
        "rank": "1",
        "paper_id": "a1",
        "title": "Tea & {ice}: 5% of $x_1$",
        "year": "2002",
        "venue": "Proceedings of ACL",
        "doi": "10.1/a_b{c",
        "arxiv_id": "1234.5678",
        "acl_id": "P02-1",
        "fields": "Food; Art",
        "score": "0.5",
        "cited": "yes",
        "grade": "3",
        "citations": "7",
        "authors": "Ann Lee; B & C",
        "links": "We ask. ~ They answer. (0.765)",
    }


@pytest.mark.parametrize("title", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "=cmd|' /C calc'!A0"])
def test_no_text_is_a_formula(title):
    (row,) = rows(to_csv(found(Result(1, title, title, -0.5, ()))))
    assert row["title"] == row["paper_id"] == f"'{title}"
    assert row["score"] == "-0.5"


@settings(max_examples=40)
@given(st.lists(results, max_size=4))
def test_csv_is_read_back(made):
    read = rows(to_csv(found(*made)))
    assert len(read) == len(made)
    for row, result in zip(read, made, strict=True):
        plain = re.sub(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]", "", result.title)
        assert restore(row["title"]) == plain
        assert not row["title"].startswith(("=", "+", "-", "@", "\t", "\r"))
        assert float(row["score"]) == result.score


@settings(max_examples=40)
@given(st.lists(results, max_size=4))
def test_json_is_read_back(made):
    read = json.loads(to_json(found(*made)))
    assert [row["title"] for row in read["results"]] == [result.title for result in made]
    assert [row["score"] for row in read["results"]] == [result.score for result in made]
    assert read["settings"]["facet"] == "method"
    first = {"number": 1, "text": "We ask.", "facet": "method", "chosen": True}
    assert read["query"]["sentences"][0] == first
    assert read["notes"] == ["A note."]
    assert "seconds" not in read


def test_half_a_character_is_no_obstacle():
    broken = Result(1, "a", "half \ud83d of one", 0.5, ())
    for text in (to_csv(found(broken)), to_json(found(broken)), to_bibtex(found(broken))):
        assert "half" in text
        text.encode()


def test_bibtex_of_a_paper():
    assert to_bibtex(found(RESULT)) == (
        "@inproceedings{papera1,\n"
        "  title = {{Tea \\& \\{ice\\}: 5\\% of \\$x\\_1\\$}},\n"
        "  booktitle = {Proceedings of ACL},\n"
        "  author = {Ann Lee and B \\& C},\n"
        "  year = {2002},\n"
        "  doi = {10.1/a_b%7Bc},\n"
        "  eprint = {1234.5678},\n"
        "  archiveprefix = {arXiv},\n"
        "  note = {Paper a1},\n"
        "}\n"
    )


@pytest.mark.parametrize(
    ("venue", "kind"),
    [
        (None, "misc"),
        ("ArXiv", "misc"),
        ("Journal of the Sea", "article"),
        ("Sea Science", "article"),
        ("ACL", "inproceedings"),
        ("2019 Workshop on Tea", "inproceedings"),
        ("Proceedings of the National Academy of Sciences", "article"),
    ],
)
def test_the_venue_tells_the_kind_of_entry(venue, kind):
    text = to_bibtex(found(Result(1, "a1", "Tea", 0.5, (), venue=venue)))
    assert text.startswith(f"@{kind}{{papera1,")
    assert ("journal" in text, "booktitle" in text) == (kind == "article", kind == "inproceedings")


def test_keys_differ_whatever_the_ids():
    made = [Result(i, name, "T", 0.5, ()) for i, name in enumerate(("a/1", "A1", "a-1", "", "ü"))]
    keys = re.findall(r"^@misc\{([^,]+),$", to_bibtex(found(*made)), re.MULTILINE)
    assert keys == ["papera1", "paperA1-2", "papera1-3", "paper", "paperu"]


@settings(max_examples=40)
@given(st.lists(results, max_size=4))
def test_braces_of_bibtex_are_balanced(made):
    text = to_bibtex(found(*made))
    depth = lowest = 0
    for character in re.sub(r"\\[{}]", "", text):
        depth += {"{": 1, "}": -1}.get(character, 0)
        lowest = min(lowest, depth)
    assert (depth, lowest) == (0, 0)
    # BibTeX itself counts escaped braces too
    assert len(re.findall(r"^@", text, re.MULTILINE)) == len(made)
    keys = re.findall(r"^@\w+\{([A-Za-z0-9-]+),$", text, re.MULTILINE)
    assert len(set(map(str.lower, keys))) == len(made)

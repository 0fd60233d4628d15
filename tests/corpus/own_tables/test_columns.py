"""The paper that the cells of a row make; what is missing is unknown, and not empty."""

import datetime

import pytest

from paperpool.io.bad_rows import BadRow
from paperpool.workflow.corpus.own_tables.columns import MEANINGS, RowMaker


def make(separator=";", **values):
    maker = RowMaker("record_id", separator)
    given = {"id": "1", "title": "t", "abstract": "a"} | values
    return maker.make_row([given.get(meaning) for meaning in MEANINGS])


def test_what_is_missing_is_unknown():
    for empty in ("", None, float("nan")):
        row = make(**dict.fromkeys(MEANINGS[1:], empty))
        assert [*row[1:11]] == [None] * 10


def test_what_filters_ask_for_is_read():
    row = make(language="en", type="article", topics="Ecology; Law")
    assert (row.language, row.types, row.topics) == ("en", ["article"], ["Ecology", "Law"])
    empty = make()
    assert (empty.language, empty.types, empty.topics, empty.sources) == (None, None, None, None)


@pytest.mark.parametrize("value", ["", None, "  ", float("nan")])
def test_a_row_without_an_id_names_the_column(value):
    with pytest.raises(BadRow) as caught:
        make(id=value)
    assert (caught.value.reason, caught.value.key) == ("missing_key", "record_id")


@pytest.mark.parametrize(
    ("value", "text"), [(7, "7"), (7.0, "7"), (" 7 ", "7"), ("10.1/a", "10.1/a")]
)
def test_ids_are_texts(value, text):
    assert make(id=value).paper_id == text


@pytest.mark.parametrize("value", [True, [1], {"a": 1}])
def test_other_ids_are_refused(value):
    with pytest.raises(BadRow, match="wrong_type"):
        make(id=value)


@pytest.mark.parametrize(
    ("value", "year"),
    [
        *((2001, 2001), (2001.0, 2001), ("2001", 2001), ("2001.0", 2001), ("2001-05-03", 2001)),
        *((" 2001 ", 2001), (datetime.date(2001, 5, 3), 2001), ("2001/05", 2001)),
        *(("12/31/2020", None), ("31-12-2020", None), ("801.0", 801)),
        *(("in press", None), (-5, None), (True, None), (10_000, None), ("20011", None)),
    ],
)
def test_years(value, year):
    assert make(year=value).year == year


@pytest.mark.parametrize(
    ("value", "texts"),
    [
        *(
            ("a; b;;", ["a", "b"]),
            ("['a', 'b']", ["a", "b"]),
            ('["a"]', ["a"]),
            (["a", 7], ["a", "7"]),
        ),
        *((" ; ", None), ([], []), ("[]", []), ("[a;b]", ["[a", "b]"]), (7, ["7"])),
    ],
)
def test_lists_and_cells_with_separators(value, texts):
    row = make(fields=value, citations=value)
    assert row.fields == row.outbound == texts
    assert make("|", citations="a|b").outbound == ["a", "b"]


def test_counts_and_dois():
    assert len(make(cited_by="1,234").inbound) == 1234 and len(make(cited_by=2.0).inbound) == 2
    assert make(cited_by="many").inbound is None
    for doi in ("10.1/x", "https://doi.org/10.1/x", "doi: 10.1/x", "http://dx.doi.org/10.1/x"):
        assert make(doi=doi).doi == "10.1/x"


@pytest.mark.parametrize(
    ("text", "fields"),
    [
        ("['cs.CL' 'cs.LG']", ["cs.CL", "cs.LG"]),  # as NumPy prints a list
        ("[1 2 3]", ["1", "2", "3"]),
        ('["a", null]', ["a"]),
        ("[17.0, None]", ["17"]),
        ("[a] b; c", ["[a] b", "c"]),
    ],
)
def test_lists_that_were_written_as_text(text, fields):
    assert make(fields=text).fields == fields

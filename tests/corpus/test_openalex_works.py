"""Works of OpenAlex: rows that are read, in either format, and rows that are refused."""

import gzip
import json

import pytest

from paperpool.io.bad_rows import BadRow
from paperpool.workflow.corpus.openalex_works import (
    KEYS,
    REQUIRED,
    make_row,
    parse_piece,
    parse_work,
)
from paperpool.workflow.corpus.row import Row

from ..made.shards import encode
from ..made.shards import make_row as make_s2orc
from ..made.works import SITE, make_work

CONCEPTS = [
    {"display_name": "Political science", "level": 0, "score": "0.7"},
    {"display_name": "Materials science", "level": 0, "score": 0.5},
    {"display_name": "Algorithm", "level": 1, "score": 0.4},
    {"display_name": "Art", "level": 0, "score": 0},
    {"display_name": "Geology", "level": 0, "score": "0.0"},
    {"display_name": None, "level": 0, "score": 1},
]
TOPICS = [
    {"field": {"display_name": "Energy"}},
    {"field": {"display_name": "Medicine"}},
    {"field": {"display_name": "Energy"}},
    {"field": None},
]


def parse(fields="concepts", **values):
    """Return the row of a work, the same from all lines at once and from each alone."""
    data = encode(make_work("5") | values)
    row = parse_work(data, fields)
    columns = parse_piece(data + b"\n" + data, fields)
    assert columns is None or [*map(list, columns)] == [[value] * 2 for value in row]
    return row


def test_a_work_is_the_row_of_s2orc():
    row, expected = parse(), make_s2orc("5")
    assert row.paper_id == "W5" and row.fields == expected["mag_field_of_study"]
    assert row[1:4] == tuple(expected[key] for key in ("title", "abstract", "year"))
    assert (row.arxiv_id, row.acl_id, row.doi, row.venue) == ("1901.5", None, None, "A venue")
    assert row.outbound == [] and len(row.inbound) == 3 and row.marks == []
    assert isinstance(row, Row) and row.sentences is None
    assert (row.language, row.types, row.sources) == (None, ["article"], ["A venue"])
    assert parse(language="en").language == "en"


def test_what_filters_ask_for_is_unknown_where_a_work_has_none():
    row = parse(language="", type=None, topics=None, locations=[{"source": None}])
    assert (row.language, row.types, row.topics, row.sources) == (None, None, None, None)


def test_topics_are_followed_by_their_subfields_and_sources_are_listed_once():
    topics = [
        {"display_name": "Corals", "subfield": {"display_name": "Ecology"}},
        {"display_name": "Fish", "subfield": {"display_name": "Ecology"}},
        {"display_name": None, "subfield": None},
    ]
    assert parse(topics=topics).topics == ["Corals", "Fish", "Ecology"]
    places = [{"source": {"display_name": name}} for name in ("bioRxiv", "PubMed", "bioRxiv")]
    assert parse(locations=places).sources == ["bioRxiv", "PubMed"]


def test_fields_are_those_of_concepts_as_mag_spells_them_or_of_topics():
    values = {"concepts": CONCEPTS, "topics": TOPICS}
    assert parse(**values).fields == ["Political Science", "Materials Science"]
    assert parse("topics", **values).fields == ["Energy", "Medicine"]
    for fields in ("concepts", "topics"):
        row = parse(fields, concepts=CONCEPTS[2:], topics=None)
        assert (row.fields, row.marks) == ([], ["no_field"])


def test_citations_ids_and_venue():
    place = {"source": None, "raw_source_name": "A raw name", "landing_page_url": None}
    old = {"landing_page_url": "https://arXiv.org/abs/hep-th/9901001v3"}
    row = parse(
        referenced_works=[f"{SITE}W7", "W8"],
        cited_by_count=40,
        doi="https://doi.org/10.1/x",
        primary_location=place,
        locations=[place, old],
    )
    assert row.outbound == ["W7", "W8"] and len(row.inbound) == 40
    assert (row.doi, row.venue, row.arxiv_id) == ("10.1/x", "A raw name", "hep-th/9901001")
    row = parse(
        referenced_works=None,
        doi="https://doi.org/10.48550/arxiv.2007.1",
        primary_location=None,
        locations=None,
    )
    assert (row.outbound, row.venue, row.arxiv_id) == ([], None, "2007.1")


def test_marks_of_works():
    assert parse(is_retracted=True, is_xpac=True).marks == ["retracted", "expansion"]
    assert parse(type="paratext").marks == ["paratext"]
    assert parse(is_paratext=True, is_xpac=None).marks == []
    index = {"a": [0, 2], "b": [5]}
    assert parse(abstract_inverted_index=index).marks == ["positions_missing"]


def test_small_numbers_are_those_of_mag():
    for number, mag_id in ((4_199_999_999, 4_199_999_999), (4_200_000_000, None)):
        row = parse(id=f"{SITE}W{number}")
        assert (row.paper_id, row.mag_id) == (f"W{number}", mag_id)


def test_what_cannot_be_stored_is_replaced():
    row = parse(title="a\0b\ud800", abstract_inverted_index={"x\0": [0], "\ud801": [1]})
    assert (row.title, row.abstract) == ("a b\ufffd", "x \ufffd")
    record = make_work("5", title="a\0b", concepts=[CONCEPTS[1] | {"display_name": "x\0"}])
    row = make_row(record, "concepts")
    assert (row.title, row.fields) == ("a b", ["x "])


@pytest.mark.parametrize("key", KEYS)
def test_eight_keys_have_to_be_there(key):
    work = make_work("5", language="en")
    del work[key]
    if key in REQUIRED:
        with pytest.raises(BadRow, match="missing_key"):
            parse_work(encode(work))
    else:
        assert parse_work(encode(work)).paper_id == "W5"


@pytest.mark.parametrize(
    "values",
    [
        {"id": None},
        {"id": "https://openalex.org/A5"},
        {"id": "https://openalex.org/W5\nW6"},
        {"id": "https://openalex.org/W\u0665"},
        {"id": "W"},
        {"title": 5},
        {"publication_year": -1},
        {"publication_year": 10_000},
        {"publication_year": "2019"},
        {"cited_by_count": -1},
        {"cited_by_count": 2**31},
        {"cited_by_count": None},
        {"referenced_works": ["https://openalex.org/W5", None]},
        {"referenced_works": ["https://openalex.org/W5", ""]},
        {"referenced_works": ["https://openalex.org/W5\nW6"]},
        {"referenced_works": "https://openalex.org/W5"},
        {"abstract_inverted_index": {"a": [-1]}},
        {"abstract_inverted_index": {"a": [True]}},
        {"abstract_inverted_index": {"a": [2**64]}},
        {"abstract_inverted_index": ["a"]},
        {"concepts": [None]},
        {"concepts": [CONCEPTS[0] | {"score": "high"}]},
        {"concepts": [CONCEPTS[0] | {"level": 2**64}]},
        {"is_retracted": "no"},
        {"language": 5},
    ],
)
def test_a_value_of_the_wrong_kind_is_refused(values):
    with pytest.raises(BadRow, match="wrong_type"):
        parse(**values)
    with pytest.raises(BadRow, match="wrong_type"):
        make_row(make_work("5") | values, "concepts")
    assert parse_piece(encode(make_work("5") | values)) is None


def test_every_real_row_is_read_the_same_together_and_alone(real_data):
    folder = real_data("openalex-sample")
    marks = []
    for path in [*folder.glob("works-*.gz"), *folder.glob("snapshot-2023*.gz")]:
        data = gzip.decompress(path.read_bytes())
        rows = [parse_work(line) for line in data.splitlines()]
        assert list(zip(*rows, strict=True)) == list(map(tuple, parse_piece(data))), path.name
        marks += [mark for row in rows for mark in row.marks]
        for row, line in zip(rows, data.splitlines(), strict=True):
            index = json.loads(line)["abstract_inverted_index"]
            index = json.loads(index)["InvertedIndex"] if isinstance(index, str) else index or {}
            places = sorted((place, word) for word, all in index.items() for place in all)
            assert (row.abstract or "").split() == " ".join(w for _, w in places).split()
    counts = {mark: marks.count(mark) for mark in sorted(set(marks))}
    assert counts == {
        "cut_abstract": 12,
        "no_field": 8,
        "paratext": 5,
        "positions_missing": 57,
        "retracted": 2,
    }

"""Parse rows of the bulk datasets: good rows, every kind of bad row, mended rows."""

import json

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paperpool.io.bad_rows import REASONS, BadRow
from paperpool.workflow.corpus.bulk_rows import (
    PARSERS,
    BulkPaper,
    parse_abstract,
    parse_citation,
    parse_paper,
)

from ..made.shards import encode, make_abstract, make_citation, make_paper

MAKERS = {
    "papers": make_paper,
    "abstracts": make_abstract,
    "citations": lambda: make_citation(1, 2),
}


NO_ID = {"corpusid": None}

KEYS = {
    "papers": ("corpusid", "externalids", "title", "year", "s2fieldsofstudy", "citationcount"),
    "abstracts": ("corpusid", "abstract"),
    "citations": ("citingcorpusid", "citedcorpusid"),
}
"""The keys that a row of each dataset must have."""


def reason_of(dataset, data):
    with pytest.raises(BadRow) as caught:
        PARSERS[dataset](data)
    return caught.value.reason


def test_reads_a_paper():
    row = make_paper(12, externalids={"ArXiv": "1901.1", "ACL": "P19-1", "DOI": "10/x", "MAG": 5})
    assert parse_paper(encode(row) + b"\r") == BulkPaper(
        paper_id="12",
        title="Title number 12",
        year=2019,
        fields=["Computer Science"],
        arxiv_id="1901.1",
        acl_id="P19-1",
        doi="10/x",
        venue="A venue",
        n_inbound=3,
        mag_id=5,
        types=None,
    )


def test_types_are_those_of_publications_null_where_unknown():
    named = make_paper(1, publicationtypes=["JournalArticle", None, "Re\0view"])
    assert parse_paper(encode(named)).types == ["JournalArticle", "Re view"]
    assert parse_paper(encode(make_paper(1, publicationtypes=None))).types is None
    assert reason_of("papers", encode(make_paper(1, publicationtypes="Review"))) == "wrong_type"


def test_reads_an_abstract_and_a_citation():
    assert parse_abstract(encode({"corpusid": 5, "abstract": "Two."})) == ("5", "Two.")
    assert parse_abstract(encode(make_abstract(5, abstract=None))) == ("5", None)
    assert parse_citation(encode(make_citation(5, 6))) == ("5", "6")
    assert parse_citation(encode(make_citation(None, 6))) == (None, "6")
    assert parse_citation(encode(make_citation(5, None))) == ("5", None)


@pytest.mark.parametrize(
    ("value", "paper_id"), [(0, "0"), (7, "7"), ("7", "7"), (2**63, str(2**63))]
)
def test_an_id_is_a_number_or_a_string_of_digits(value, paper_id):
    assert parse_paper(encode(make_paper(1, corpusid=value))).paper_id == paper_id
    assert parse_abstract(encode(make_abstract(1, corpusid=value)))[0] == paper_id
    assert parse_citation(encode(make_citation(value, value))) == (paper_id, paper_id)


@pytest.mark.parametrize("value", ["", "x7", "-7", "7.0", " 7", "٧", "²", -7, 7.0, True, [7], {}])
@pytest.mark.parametrize(
    ("dataset", "key"),
    [
        ("papers", "corpusid"),
        ("abstracts", "corpusid"),
        ("citations", "citingcorpusid"),
        ("citations", "citedcorpusid"),
    ],
)
def test_refuses_other_ids(dataset, key, value):
    assert reason_of(dataset, encode(MAKERS[dataset]() | {key: value})) == "wrong_type"


@pytest.mark.parametrize("digits", [20, 64, 309, 400])
@pytest.mark.parametrize("mended", [b"", b'"new": "\\ud800", '])
def test_numbers_beyond_64_bits_are_no_ids_however_a_row_is_parsed(digits, mended):
    """orjson reads them as floats, and leaves rows with lone surrogates to another parser."""
    line = b'{%b"citingcorpusid": %d, "citedcorpusid": 1}'
    assert parse_citation(line % (mended, 2**64 - 1))[0] == str(2**64 - 1)
    assert reason_of("citations", line % (mended, 2**64)) == "wrong_type"
    assert reason_of("citations", line % (mended, 10**digits)) == "wrong_type"
    as_text = line.replace(b"%d", b'"%d"') % (mended, 10**digits)
    assert parse_citation(as_text)[0] == str(10**digits)


EXTERNAL = {"category": "Art", "source": "external"}
MODEL = {"category": "Law", "source": "s2-fos-model"}


@pytest.mark.parametrize(
    ("value", "fields"),
    [
        (None, []),
        ([], []),
        ([EXTERNAL], ["Art"]),
        ([MODEL, EXTERNAL, EXTERNAL, {**EXTERNAL, "category": "Law"}], ["Art", "Law"]),
        ([MODEL, MODEL, {**MODEL, "category": "Art"}], ["Law", "Art"]),
        ([{"category": "Art"}], ["Art"]),
    ],
)
def test_external_fields_go_before_those_of_the_model(value, fields):
    assert parse_paper(encode(make_paper(1, s2fieldsofstudy=value))).fields == fields


@pytest.mark.parametrize(
    ("values", "changed"),
    [
        ({"externalids": None}, {"arxiv_id": None, "mag_id": None}),
        ({"externalids": {"DOI": "10/x"}}, {"arxiv_id": None, "mag_id": None, "doi": "10/x"}),
        ({"title": None}, {"title": None}),
        ({"year": None}, {"year": None}),
        ({"s2fieldsofstudy": None}, {"fields": []}),
    ],
)
def test_accepts_null_and_missing_external_ids(values, changed):
    expected = parse_paper(encode(make_paper(1)))._replace(**changed)
    assert parse_paper(encode(make_paper(1, **values))) == expected


@pytest.mark.parametrize(
    ("values", "venue"),
    [
        ({"venue": "ACL", "journal": {"name": "CL"}}, "ACL"),
        ({"venue": "", "journal": {"name": "CL", "pages": None}}, "CL"),
        ({"venue": None, "journal": {"name": "CL"}}, "CL"),
        ({"venue": "", "journal": {"name": ""}}, None),
        ({"venue": "", "journal": {"name": None}}, None),
        ({"venue": "", "journal": {}}, None),
        ({"venue": "", "journal": None}, None),
        ({"venue": ""}, None),
    ],
)
def test_the_venue_or_else_the_journals_name(values, venue):
    assert parse_paper(encode(make_paper(1, **values))).venue == venue


def test_the_venue_may_be_missing_but_is_no_other_type():
    row = make_paper(1)
    del row["venue"]
    assert parse_paper(encode(row)).venue is None
    assert reason_of("papers", encode(row | {"journal": {"name": 5}})) == "wrong_type"


@pytest.mark.parametrize(("dataset", "key"), [(d, k) for d, keys in KEYS.items() for k in keys])
def test_needs_every_key(dataset, key):
    row = MAKERS[dataset]()
    del row[key]
    assert reason_of(dataset, encode(row)) == "missing_key"


WRONG = {
    "corpusid": [None],
    "externalids": [[], "1901.1", {"ArXiv": 1901.1}, {"ACL": []}, {"DOI": 0}],
    "title": [1, ["a"], False],
    "year": ["2019", 2019.0, True, -1, 10_000, 10**30],
    "s2fieldsofstudy": ["Art", ["Art"], {}, [{}], [{"category": None}], [EXTERNAL, [1]]],
    "citationcount": [None, "3", 3.0, True, -1, 2**31],
    "venue": [1, ["ACL"], False, {}],
    "journal": ["ACL", 1, []],
}


@pytest.mark.parametrize(("key", "value"), [(k, v) for k, values in WRONG.items() for v in values])
def test_refuses_wrong_types_in_papers(key, value):
    assert reason_of("papers", encode(make_paper(1, **{key: value}))) == "wrong_type"


@pytest.mark.parametrize("change", [{"abstract": v} for v in (5, ["a"], True)] + [NO_ID])
def test_refuses_wrong_types_in_abstracts(change):
    assert reason_of("abstracts", encode(make_abstract(1) | change)) == "wrong_type"


def test_mends_surrogates_and_nul():
    lone = make_paper(
        1, title="a \ud800", externalids={"DOI": "10\0x"}, s2fieldsofstudy=[{"category": "\udfff"}]
    )
    paper = parse_paper(encode(lone))
    assert (paper.title, paper.doi, paper.fields) == ("a \ufffd", "10 x", ["\ufffd"])
    assert parse_paper(encode(make_paper(1, title="a\0b"))).title == "a b"
    assert parse_abstract(encode(make_abstract(1, abstract="\ud800\0")))[1] == "\ufffd "
    assert reason_of("citations", encode(make_citation("7\0", 1))) == "wrong_type"


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda values: st.lists(values) | st.dictionaries(st.sampled_from(["category", "DOI"]), values),
    max_leaves=4,
)


@pytest.mark.parametrize("dataset", PARSERS)
@settings(suppress_health_check=[HealthCheck.too_slow])  # the first line is drawn in seconds
@given(st.data())
def test_any_line_is_read_or_has_a_reason(dataset, data):
    row = st.fixed_dictionaries(dict.fromkeys(KEYS[dataset], JSON))
    line = data.draw(st.binary(max_size=200) | row.map(json.dumps).map(str.encode))
    try:
        parsed = PARSERS[dataset](line)
    except BadRow as error:
        assert error.reason in REASONS
    else:
        texts = [text for text in parsed if isinstance(text, str)] + getattr(parsed, "fields", [])
        assert "\0" not in "".join(texts).encode().decode()

"""Parse one row: every kind of bad row, from real bytes, and mended rows."""

import json

import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.io.bad_rows import REASONS, BadRow, order_reasons
from paperpool.workflow.corpus.row import Row
from paperpool.workflow.corpus.rows import KEYS, parse_row
from paperpool.workflow.corpus.typed_rows import parse_piece

from ..made.shards import encode, make_row


def reason_of(data):
    with pytest.raises(BadRow) as caught:
        parse_row(data)
    return caught.value.reason


def test_reads_a_row():
    row = parse_row(encode(make_row("12", outbound_citations=["3", "3"])) + b"\r")
    assert (row.paper_id, row.year, row.fields) == ("12", 2019, ["Computer Science"])
    assert (row.outbound, row.inbound) == (["3", "3"], ["7", "8", "9"])


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b'{"paper_id": "1"', "invalid_json"),
        (b"not json", "invalid_json"),
        (b"\0\0\0\0", "invalid_json"),
        (b'{"paper_id": NaN}', "invalid_json"),
        (b'[-Infinity, "\\ud800"]', "invalid_json"),
        (b'{"paper_id": "a\nb"}', "invalid_json"),
        (b"[" * 100_000 + b"]" * 100_000, "invalid_json"),
        (b'{"year": ' + b"9" * 5000 + b"}", "invalid_json"),
        (b'{"a": 1}{"b": 2}', "invalid_json"),
        (b'{"paper_id": "\xff"}', "invalid_utf8"),
        (b'{"paper_id": "\xed\xa0\x80"}', "invalid_utf8"),
        (b"\x80\x81 not json either", "invalid_utf8"),
        (b"[]", "not_an_object"),
        (b"null", "not_an_object"),
        (b'"\\ud800"', "not_an_object"),
        (b"{}", "missing_key"),
    ],
)
def test_classifies_bad_rows(data, reason):
    assert reason_of(data) == reason


@pytest.mark.parametrize("key", KEYS)
def test_needs_every_key(key):
    row = make_row()
    del row[key]
    with pytest.raises(BadRow, match="missing_key") as caught:
        parse_row(encode(row))
    assert caught.value.key == key


def test_what_is_not_stated_is_unknown_and_not_empty():
    row = make_row()
    least = {key: row[key] for key in ("paper_id", "title", "abstract")}
    for parsed in (parse_row(encode(least)), Row(*parse_columns(least))):
        assert parsed.year is parsed.fields is parsed.outbound is parsed.inbound is None
    empty = least | {"mag_field_of_study": None, "outbound_citations": []}
    for parsed in (parse_row(encode(empty)), Row(*parse_columns(empty))):
        assert (parsed.fields, parsed.outbound, parsed.inbound) == ([], [], None)


def parse_columns(row):
    """Return the values of a row that is read with many others at once."""
    columns = parse_piece(encode(row))
    return [one[0].as_py() if isinstance(one, pa.Array) else one[0] for one in columns]


WRONG = {
    "paper_id": [None, "", 7, ["1"]],
    "title": [1, ["a"], False],
    "abstract": [1, {"a": 1}],
    "year": ["2019", 2019.0, True, -1, 10_000, 10**30, [2019]],
    "mag_field_of_study": ["Art", [None], [1], {}],
    "arxiv_id": [1901.1],
    "acl_id": [[]],
    "doi": [0],
    "venue": [0, ["ACL"], False, {}],
    "outbound_citations": [None, "1", [1], ["1", None]],
    "inbound_citations": [None, 3, [["1"]]],
}


@pytest.mark.parametrize(("key", "value"), [(k, v) for k, values in WRONG.items() for v in values])
def test_refuses_wrong_types(key, value):
    assert reason_of(encode(make_row() | {key: value})) == "wrong_type"


@pytest.mark.parametrize("key", [k for k in KEYS if k not in ("paper_id",) and "cit" not in k])
def test_accepts_null(key):
    assert parse_row(encode(make_row() | {key: None}))


@pytest.mark.parametrize(
    ("values", "venue"),
    [
        ({"venue": "ACL", "journal": "CL"}, "ACL"),
        ({"venue": "", "journal": "CL"}, "CL"),
        ({"venue": None, "journal": "CL"}, "CL"),
        ({"venue": "", "journal": ""}, None),
        ({"venue": None, "journal": None}, None),
        ({"venue": None}, None),
        ({"venue": "\ud800"}, "\ufffd"),
    ],
)
def test_the_venue_or_else_the_journal(values, venue):
    assert parse_row(encode(make_row() | values)).venue == venue


def test_the_venue_may_be_missing_but_is_no_other_type():
    row = make_row()
    del row["venue"]
    assert parse_row(encode(row)).venue is None
    assert reason_of(encode(row | {"journal": 5})) == "wrong_type"


def test_mends_surrogates_and_nul():
    lone = parse_row(encode(make_row(title="a \ud800 b", mag_field_of_study=["\udfff"])))
    assert (lone.title, lone.fields) == ("a \ufffd b", ["\ufffd"])
    assert parse_row(encode(make_row(title="\U0001f600"))).title == "\U0001f600"
    nul = parse_row(encode(make_row(title="a\0b", inbound_citations=["1\0"])))
    assert (nul.title, nul.inbound) == ("a b", ["1 "])
    both = parse_row(encode(make_row(title="\ud800\0")))
    assert both.title == "\ufffd "
    assert parse_row(encode(make_row(title="a\\u0000b"))).title == "a\\u0000b"


def test_what_is_nested_too_deeply_to_be_mended_is_refused():
    deep = "[" * 1000 + "]" * 1000
    row = json.dumps(make_row(title="a\0b"))[:-1] + f', "mag_field_of_study": {deep}}}'
    assert reason_of(row.encode()) == "invalid_json"
    assert reason_of(row.replace("\\u0000", "\\ud800").encode()) == "invalid_json"


@given(st.binary(max_size=200))
def test_any_bytes_have_a_reason(data):
    assert reason_of(data) in REASONS


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(), st.lists, max_leaves=4
)


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(KEYS, JSON)))
def test_any_object_is_read_or_has_a_reason(row):
    try:
        parsed = parse_row(json.dumps(row).encode())
    except BadRow as error:
        assert error.reason in ("missing_key", "wrong_type", "invalid_json")
    else:
        "".join(text for text in parsed if isinstance(text, str)).encode()


def test_orders_reasons():
    counts = {"too_large": 1, "invalid_json": 2, "truncated": 0}
    assert list(order_reasons(counts).items()) == [("invalid_json", 2), ("too_large", 1)]

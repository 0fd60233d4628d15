"""Many lines parsed at once: as one by one, or left to be looked at one by one."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.workflow.corpus.rows import KEYS, parse_row
from paperpool.workflow.corpus.typed_rows import parse_piece

from ..made.mutated_lines import find_difference, mutate_all, rows_of
from ..made.shards import encode, make_row
from .test_rows import JSON, WRONG


@pytest.mark.parametrize("end", [b"", b"\n"])
def test_many_rows_are_parsed_as_each(end):
    rows = [
        make_row("1", venue="", journal="CL"),
        make_row("2", mag_field_of_study=None, outbound_citations=[]),
        make_row(title="\U0001f600 \x7f", authors=[{"first": "é"}], venue="", journal=""),
        make_row("3", title="é\\u0000".replace("\\", "\\ ")),
    ]
    lines = [encode(row) for row in rows]
    lines.append(json.dumps(make_row("4", title="Zoë", new="ü"), ensure_ascii=False).encode())
    expected = [parse_row(line) for line in lines]
    assert rows_of(parse_piece(b"\n".join(lines) + end)) == expected
    assert [row.venue for row in expected][:3] == ["CL", "A venue", None]


@pytest.mark.parametrize(
    "odd",
    [
        *[{key: value} for key, values in WRONG.items() for value in values],
        *[{"title": "\ud800"}, {"abstract": "a\0b"}, {"new": 10**5000}],
        *[b"{", b"[]", b"1", b"null", b'"text"', b"{}", b"{\xff}", b"", b" ", b"{}{}", b"{}\r"],
    ],
)
def test_an_odd_line_is_left_to_be_looked_at(odd):
    line = odd if isinstance(odd, bytes) else write_json(make_row("2") | odd)
    for lines in ([encode(make_row("1")), line], [line, encode(make_row("1"))]):
        assert parse_piece(b"\n".join(lines) + b"\n") is None
    assert parse_piece(line) is None


def write_json(row):
    """Return the row, its whole numbers of any length."""
    digits = row.pop("new", None)
    data = json.dumps(row).encode()
    return data if digits is None else data[:-1] + b', "new": 1' + b"0" * 5000 + b"}"


def test_rows_that_share_lines_are_left_to_be_looked_at():
    one, other = encode(make_row("1")), encode(make_row("2"))
    broken = one.replace(b", ", b",\n", 1)
    assert parse_piece(one + other + b"\n") is None
    assert parse_piece(broken + b"\n" + one + other + b"\n") is None


@pytest.mark.parametrize(
    "where", [b'"new": "\xff"', b'"\xff": 1', b'"new": [{"a": "\xed\xa0\x80"}]']
)
def test_what_is_skipped_has_to_be_utf8(where):
    assert parse_piece(encode(make_row())[:-1] + b", " + where + b"}") is None


def test_nothing_is_left_to_the_caller():
    assert parse_piece(b"") is None
    assert parse_piece(b"\n\n") is None


@given(st.lists(st.fixed_dictionaries(dict.fromkeys(KEYS, JSON)), min_size=1, max_size=3))
def test_many_rows_are_readable_only_where_each_is(rows):
    assert find_difference(b"\n".join(json.dumps(row).encode() for row in rows)) is None


@pytest.mark.parametrize("seed", range(3))
def test_damaged_lines_are_parsed_as_each_or_left(seed):
    authors = [{"first": "A", "middle": [], "last": "é", "suffix": ""}]
    lines = [json.dumps(make_row(str(n), authors=authors, mag_id="5")).encode() for n in range(50)]
    lines += [line.replace(b"[]", b'["1", "2"]') for line in lines]
    damaged = list(mutate_all(lines, 1000, seed))
    assert [found for line in damaged if (found := find_difference(line))] == []
    taken = sum(parse_piece(line) is not None for line in damaged)
    assert 100 < taken < 500

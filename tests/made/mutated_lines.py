"""Lines of S2ORC metadata with seeded damage, and how two parsers differ on them."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from typing import Any

import pyarrow as pa

from paperpool.io.bad_rows import BadRow
from paperpool.workflow.corpus.row import Row
from paperpool.workflow.corpus.rows import parse_row
from paperpool.workflow.corpus.typed_rows import parse_piece

VALUES = [
    *(b"null", b"true", b"0", b"-0", b"-1", b"2019", b"2019.0", b"9999", b"10000", b"1e3"),
    *(b"1e999", b"9" * 30, b"9" * 4400, b"9" * 9000, b"NaN", b"Infinity", b"-Infinity", b"01"),
    *(b"1.", b"-", b'""', b'"a"', b'"\\u0000"', b'"\\\\u0000"', b'"\\ud800"', b'"\\x"'),
    *(b'"\\udc00\\ud800"', b'"\\ud83d\\ude00"', b'"\x01"', b'"\t"', b'"\xff"', b'"\xed\xa0\x80"'),
    *(b'"\xc3\xa9"', b'"\x7f"', b"[]", b"[null]", b"[1]", b'["1"]', b'["1", ""]', b'["1", null]'),
    *(b'["\\ud800"]', b'["a", "a"]', b"{}", b'{"a": 1}', b'{"a": 1, "a": 2}', b"[1,]"),
    *(b'[{"first": "\xff"}]', b"[" * 3000, b"}\n{"),
    *(b"[" * 200 + b"]" * 200, b"[" * 1500 + b"]" * 1500),
]
"""Replacements of values, and insertions."""

_KEYS = [
    *(b"paper_id", b"title", b"abstract", b"year", b"arxiv_id", b"acl_id", b"doi", b"venue"),
    *(b"journal", b"mag_field_of_study", b"outbound_citations", b"inbound_citations", b"authors"),
    *(b"mag_id", b"s2_url", b"has_pdf_parse", b"new\xc3\xa9", b"new\xff", b"paper\\u005fid", b"ti"),
]


def mutate(line: bytes, draw: random.Random) -> bytes:
    """Return ``line`` with one to three pieces of damage."""
    for _ in range(draw.choice((1, 1, 1, 2, 3))):
        line = draw.choice(_DAMAGES)(line, draw)
    return line.replace(b"\n", b" ") if draw.random() < 0.9 else line


def _replace_value(line: bytes, draw: random.Random) -> bytes:
    key = b'"%b": ' % draw.choice(_KEYS)
    start, found, rest = line.partition(key)
    if not found:
        return line
    after = min(rest.find(b', "') % (len(rest) + 1), len(rest))
    return start + found + draw.choice(VALUES) + rest[after:]


def _add_key(line: bytes, draw: random.Random) -> bytes:
    pair = b'"%b": %b' % (draw.choice(_KEYS), draw.choice(VALUES))
    if draw.random() < 0.5:
        return line[:1] + pair + b", " + line[1:]
    return line[:-1] + b", " + pair + line[-1:]


def _remove_key(line: bytes, draw: random.Random) -> bytes:
    return line.replace(b'"%b"' % draw.choice(_KEYS), b'"x"')


def _change_byte(line: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(line) + 1)
    return line[:at] + bytes([draw.randrange(256)]) + line[at + draw.randrange(2) :]


def _insert(line: bytes, draw: random.Random) -> bytes:
    at = draw.randrange(len(line) + 1)
    return line[:at] + draw.choice(VALUES).strip(b'"') + line[at:]


def _cut(line: bytes, draw: random.Random) -> bytes:
    start, end = sorted(draw.randrange(len(line) + 1) for _ in range(2))
    return line[:start] if draw.random() < 0.5 else line[:start] + line[end:]


def _surround(line: bytes, draw: random.Random) -> bytes:
    around = [b" ", b"\r", b"\t", b"\x0b", b"\0", b"\xef\xbb\xbf", b"{}", b"[", b"\xc2\xa0"]
    return draw.choice(around) + line if draw.random() < 0.5 else line + draw.choice(around)


def _double(line: bytes, draw: random.Random) -> bytes:
    return line + draw.choice([b"", b" ", b", ", b"\n"]) + line


_DAMAGES = (
    *(_replace_value, _replace_value, _add_key, _add_key, _remove_key, _change_byte, _insert),
    *(_cut, _surround, _double),
)


def rows_of(columns: list[Any]) -> list[Row]:
    """Return the rows that ``parse_piece`` has parsed, values of Python throughout."""
    values = [one.to_pylist() if isinstance(one, pa.Array) else one for one in columns]
    return [Row._make(row) for row in zip(*values, strict=True)]


def find_difference(data: bytes) -> str | None:
    """Return how ``parse_piece`` differs from ``parse_row`` on lines, or None.

    Lines that it leaves to ``parse_row`` do not count, and of the inbound citations the number.
    """
    columns = parse_piece(data)
    if columns is None:
        return None
    lines = data.removesuffix(b"\n").split(b"\n")
    try:
        expected = [parse_row(line) for line in lines]
    except BadRow as error:
        return f"{error.reason} is accepted: {data[:200]!r}"
    expected = [_count_inbound(row) for row in expected]
    rows = [_count_inbound(row) for row in rows_of(columns)]
    return None if rows == expected else f"{rows} for {expected}"[:500]


def _count_inbound(row: Row) -> Row:
    """Return a row with null in place of each inbound citation: only their number is stored."""
    return row if row.inbound is None else row._replace(inbound=[None] * len(row.inbound))


def mutate_all(lines: list[bytes], count: int, seed: int) -> Iterator[bytes]:
    """Yield ``count`` mutated lines, one after the other of ``lines``."""
    draw = random.Random(seed)
    for line in itertools.islice(itertools.cycle(lines), count):
        yield mutate(line, draw)

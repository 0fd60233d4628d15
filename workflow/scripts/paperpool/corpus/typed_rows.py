"""Parse many lines of S2ORC metadata at once, straight into typed values.

Lines of another shape, or that need mending, are left to ``rows.parse_row``. Values of other keys
are skipped, so they are checked here: UTF-8, and no number with more digits than Python converts.
"""

from collections.abc import Callable
from itertools import chain
from typing import Annotated, Any

import numpy as np
import pyarrow as pa
from msgspec import Meta, MsgspecError, Struct, field
from msgspec.json import Decoder
from msgspec.structs import astuple

from paperpool.corpus.public_ids import read_mag_id
from paperpool.corpus.rows import MAX_YEAR

_Id = Annotated[str, Meta(min_length=1)]

_OPENING, _CLOSING, _ZERO, _NINE = b"{}09"

_LIST = pa.list_(pa.string())

_DIGITS = 2048
"""Twice as many digits in a row are too many; Python's limit is 4,300."""


class _Typed(Struct, kw_only=True, gc=False):
    """A row with the types of ``rows``; the order of ``Row``, then the journal."""

    paper_id: _Id
    title: str | None
    abstract: str | None
    year: Annotated[int, Meta(ge=0, le=MAX_YEAR)] | None
    fields: list[str] | None = field(name="mag_field_of_study")
    arxiv_id: str | None
    acl_id: str | None
    doi: str | None
    venue: str | None = None
    outbound: list[_Id] = field(name="outbound_citations")
    inbound: list[_Id] = field(name="inbound_citations")
    journal: str | None = None
    mag_id: str | int | None = None


_decode_lines = Decoder(_Typed).decode_lines


def parse_piece(data: bytes) -> list[Any] | None:
    """Return the columns of ``rows.Row`` for whole lines, or None if a line needs the slow path.

    Texts, and stored lists of them, are Arrow's.
    """
    rows = decode_plain(data, _decode_lines)
    if rows is None:
        return None
    (
        ids,
        titles,
        abstracts,
        years,
        fields,
        *other_ids,
        venues,
        outbound,
        inbound,
        journals,
        mag_ids,
    ) = zip(*map(astuple, rows), strict=True)
    venues = [venue or journal or None for venue, journal in zip(venues, journals, strict=True)]
    texts = [pa.array(one, pa.string()) for one in (ids, titles, abstracts, *other_ids, venues)]
    lists = pa.array(fields, _LIST)
    citations = "".join(chain(*outbound, *inbound))
    if any(map(_holds_nul, [*texts, lists.values])) or "\0" in citations:
        return None
    nothing = [pa.nulls(len(rows), _LIST)] * 3
    return [
        *texts[:3],
        years,
        lists,
        *texts[3:],
        outbound,
        inbound,
        *nothing,
        list(map(read_mag_id, mag_ids)),
    ]


def decode_plain(data: bytes, decode_lines: Callable[[bytes], list[Any]]) -> list[Any] | None:
    """Return the rows of ``decode_lines`` for whole lines, an object for each.

    None if a line needs the slow path: it is no object, is refused, or has values left unchecked.
    """
    if not data.endswith(b"\n"):
        data += b"\n"
    lines = _count_objects(data)
    if not lines or not _is_plain(data):
        return None
    try:
        rows = decode_lines(data)
    except (MsgspecError, UnicodeDecodeError, RecursionError):
        return None
    return rows if len(rows) == lines else None


def _holds_nul(texts: pa.Array) -> bool:
    """Return whether a NUL character, to be replaced, is in any of ``texts``."""
    data = texts.buffers()[2]
    return data is not None and b"\0" in data.to_pybytes()


def _count_objects(data: bytes) -> int:
    """Return the number of lines if each begins and ends as an object does, else 0.

    As many objects as lines then means one a line: in JSON ``{`` never follows ``}``.
    """
    lines, start = 0, 0
    while (end := data.find(b"\n", start)) >= 0:
        if data[start] != _OPENING or data[end - 1] != _CLOSING:
            return 0
        lines, start = lines + 1, end + 1
    return lines


def _is_plain(data: bytes) -> bool:
    """Return whether ``data`` is UTF-8 without a number of thousands of digits."""
    at_steps = np.frombuffer(data, np.uint8)[::_DIGITS]
    for step in np.flatnonzero((at_steps >= _ZERO) & (at_steps <= _NINE)).tolist():
        if data[step * _DIGITS : (step + 1) * _DIGITS].isdigit():
            return False
    if data.isascii():
        return True
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True

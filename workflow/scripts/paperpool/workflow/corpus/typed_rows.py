"""Parse many lines of S2ORC metadata at once, straight into typed values.

Lines of another shape, or that need mending, are left to ``rows.parse_row``. Values of other keys
are skipped, so they are checked here: UTF-8, and no number with more digits than Python converts.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any, TypeVar

import numpy as np
import pyarrow as pa
from msgspec import UNSET, MsgspecError
from msgspec.json import Decoder
from msgspec.structs import astuple

from paperpool.workflow.corpus.public_ids import read_mag_id
from paperpool.workflow.corpus.rows import TypedRow

_OPENING, _CLOSING, _ZERO, _NINE = b"{}09"

_LIST = pa.list_(pa.string())

_DIGITS = 2048
"""Twice as many digits in a row are too many; Python's limit is 4,300."""


Row = TypeVar("Row")

_decode_lines = Decoder(TypedRow).decode_lines


def parse_piece(data: bytes) -> list[Any] | None:
    """Return the columns of ``row.Row`` for whole lines, or None if a line needs the slow path.

    Texts, and stored lists of them, are Arrow's.
    """
    rows = decode_plain(data, _decode_lines)
    if rows is None:
        return None

    # columns of Python's values first: a tuple a row is quicker than an attribute a value
    columns = list(zip(*map(astuple, rows), strict=True))
    ids, titles, abstracts, years, fields, arxiv_ids, acl_ids, dois, venues = columns[:9]
    outbound, inbound, journals, mag_ids = columns[9:]
    venues = [venue or journal or None for venue, journal in zip(venues, journals, strict=True)]
    fields = [None if listed is UNSET else listed or [] for listed in fields]
    outbound = [None if cited is UNSET else cited for cited in outbound]
    inbound = [None if citing is UNSET else citing for citing in inbound]

    texts = []
    for column in (ids, titles, abstracts, arxiv_ids, acl_ids, dois, venues):
        texts.append(pa.array(column, pa.string()))
    field_lists = pa.array(fields, _LIST)

    # a NUL has to become a space, which the slow path does; of citing papers only the number counts
    cited_ids = "".join(chain.from_iterable(filter(None, outbound)))
    if any(map(_holds_nul, [*texts, field_lists.values])) or "\0" in cited_ids:
        return None

    ids, titles, abstracts, arxiv_ids, acl_ids, dois, venues = texts
    nulls = pa.nulls(len(rows), _LIST)
    return [
        ids,
        titles,
        abstracts,
        years,
        field_lists,
        arxiv_ids,
        acl_ids,
        dois,
        venues,
        outbound,
        inbound,
        nulls,  # sentences
        nulls,  # labels
        nulls,  # marks
        list(map(read_mag_id, mag_ids)),
        pa.nulls(len(rows), pa.string()),  # language
        nulls,  # types
        nulls,  # topics
        nulls,  # sources
    ]


def decode_plain(data: bytes, decode_lines: Callable[[bytes], list[Row]]) -> list[Row] | None:
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

    if len(rows) != lines:  # a line holds several objects, or an object goes over several lines
        return None
    return rows


def _holds_nul(texts: pa.Array) -> bool:
    """Return whether a NUL character, to be replaced, is in any of ``texts``."""
    data = texts.buffers()[2]
    return data is not None and b"\0" in data.to_pybytes()


def _count_objects(data: bytes) -> int:
    """Return the number of lines if each begins and ends as an object does, else 0.

    As many objects as lines then means one a line: in JSON ``{`` never follows ``}``.
    """
    lines = 0
    start = 0
    end = data.find(b"\n")
    while end >= 0:
        if data[start] != _OPENING or data[end - 1] != _CLOSING:
            return 0
        lines += 1
        start = end + 1
        end = data.find(b"\n", start)
    return lines


def _is_plain(data: bytes) -> bool:
    """Return whether ``data`` is UTF-8 without a number of thousands of digits."""
    # of so many digits in a row one stands at a step; then the bytes behind it are looked at
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

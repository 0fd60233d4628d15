"""Parse many lines of S2ORC metadata at once, straight into typed values.

Lines of another shape, or that need mending, are left to ``rows.parse_row``. Values of other keys
are skipped, so they are checked here: UTF-8, and no number with more digits than Python converts.
"""

from collections.abc import Callable
from itertools import chain
from typing import Any

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


_decode_lines = Decoder(TypedRow).decode_lines


def parse_piece(data: bytes) -> list[Any] | None:
    """Return the columns of ``rows.Row`` for whole lines, or None if a line needs the slow path.

    Texts, and stored lists of them, are Arrow's.
    """
    rows = decode_plain(data, _decode_lines)
    if rows is None:
        return None
    ids, titles, abstracts, years, fields, *others = zip(*map(astuple, rows), strict=True)
    *other_ids, venues, outbound, inbound, journals, mag_ids = others
    venues = [venue or journal or None for venue, journal in zip(venues, journals, strict=True)]
    texts = [pa.array(one, pa.string()) for one in (ids, titles, abstracts, *other_ids, venues)]
    lists = pa.array([None if one is UNSET else one or [] for one in fields], _LIST)
    outbound, inbound = (
        [None if cited is UNSET else cited for cited in of_rows] for of_rows in (outbound, inbound)
    )
    citations = "".join(chain.from_iterable(filter(None, chain(outbound, inbound))))
    if any(map(_holds_nul, [*texts, lists.values])) or "\0" in citations:
        return None
    nothing = [pa.nulls(len(rows), _LIST)] * 3
    rest = [outbound, inbound, *nothing, list(map(read_mag_id, mag_ids))]
    return [*texts[:3], years, lists, *texts[3:], *rest]


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

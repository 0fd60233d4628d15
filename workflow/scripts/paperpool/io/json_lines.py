"""Rows of JSON, one object a line: parsed, or refused for a reason (``bad_rows``), and written."""

import contextlib
import gzip
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, NoReturn

import orjson
import pyarrow as pa

from paperpool.io import tables
from paperpool.io.bad_rows import BadLine, BadRow
from paperpool.io.files import writing
from paperpool.io.streams import is_named_gzip
from paperpool.io.strict_json import JsonObject

_COMPRESSION = 1  # of gzip: three times as fast as the usual 9, a third larger
_LINES_AT_ONCE = 256


def write_json_lines(rows: Iterable[Mapping[str, object]], path: str | Path) -> int:
    """Write ``rows`` as ASCII JSON lines (gzipped if ``.gz``), U+2028 escaped; return how many."""
    n_written = 0
    lines = (json.dumps(row) + "\n" for row in rows)
    with contextlib.ExitStack() as stack:
        file = stack.enter_context(stack.enter_context(writing(path)).open("wb"))
        if is_named_gzip(path):
            file = stack.enter_context(gzip.GzipFile("", "wb", _COMPRESSION, file, mtime=0))
        while True:
            batch = list(islice(lines, _LINES_AT_ONCE))
            if not batch:
                return n_written
            file.write("".join(batch).encode("ascii"))
            n_written += len(batch)


NUL_ESCAPE = b"\\u0000"


Values = tuple[Any, ...]
"""The values of a row's wanted keys."""


def parse_values(data: bytes, get_values: Callable[[JsonObject], Values]) -> tuple[Values, bool]:
    """Return ``get_values`` of a line's JSON, and whether its texts can be stored as they are.

    If not, each is to go through ``replace_unstorable``. Raises ``BadRow``, also for a missing key.
    """
    is_clean = NUL_ESCAPE not in data
    try:
        record = orjson.loads(data)
    except orjson.JSONDecodeError:
        record = _parse_leniently(data)
        is_clean = False
    if type(record) is not dict:
        raise BadRow("not_an_object")
    try:
        return get_values(record), is_clean
    except KeyError as error:
        raise BadRow("missing_key", error.args[0]) from None


def _parse_leniently(data: bytes) -> Any:
    """Parse JSON that orjson refuses (lone surrogates), or raise ``BadRow``."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadRow("invalid_utf8") from None
    try:
        return json.loads(text, parse_constant=_refuse_constant, parse_int=_parse_integer)
    except (ValueError, RecursionError):  # ValueError: not JSON, or an integer too long to convert
        raise BadRow("invalid_json") from None


def _parse_integer(digits: str) -> int | float:
    """Return a whole number as orjson reads it: beyond 64 bits it becomes a float."""
    value = int(digits)
    if -(2**63) <= value < 2**64:
        return value
    return float(digits)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def make_quarantine(shard: str, bad: Sequence[Sequence[Any]]) -> pa.RecordBatch:
    """Return quarantined rows, the values of ``BadLine``, as a batch (``tables.QUARANTINE``)."""
    lines, reasons, texts, keys = zip(*(BadLine(*row) for row in bad), strict=True)
    columns = [[shard] * len(bad), lines, reasons, keys, texts]
    return pa.record_batch(columns, schema=tables.QUARANTINE)

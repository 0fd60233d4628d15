"""Rows of JSON, one object a line: parsed, or refused for one of a few reasons and kept aside."""

import contextlib
import gzip
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any, Literal, NamedTuple, NoReturn

import orjson
import pyarrow as pa

from paperpool.errors import Problem
from paperpool.io import tables
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


REASONS = (
    "truncated",
    "invalid_json",
    "invalid_utf8",
    "not_an_object",
    "missing_key",
    "wrong_type",
    "duplicate_id",
    "too_large",
)
"""Every quarantine reason, in the order of summaries."""

_SURROGATE = re.compile("[\ud800-\udfff]")
NUL_ESCAPE = b"\\u0000"


Values = tuple[Any, ...]
"""The values of a row's wanted keys."""


class BadRow(ValueError):
    """A row that cannot be used; ``reason`` is one of ``REASONS``, ``key`` the missing one."""

    def __init__(self, reason: str, key: str | None = None):
        self.reason = reason
        self.key = key
        super().__init__(reason)


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


def replace_unstorable(value: object) -> Any:
    """Replace lone surrogates by U+FFFD and NUL by a space in each string of a value of JSON.

    Raises ``BadRow`` if it is nested too deeply.
    """
    try:
        return _replace(value)
    except RecursionError:
        raise BadRow("invalid_json") from None


def _replace(value: object) -> Any:
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value).replace("\0", " ")
    if isinstance(value, list):
        return list(map(_replace, value))
    if isinstance(value, dict):
        return {_replace(key): _replace(child) for key, child in value.items()}
    return value


def order_reasons(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the quarantine reasons that occurred, in the order of ``REASONS``."""
    return {reason: counts[reason] for reason in REASONS if counts.get(reason)}


OnBadRow = Literal["quarantine", "fail"]

_CHARACTERS = 500


class BadLine(NamedTuple):
    """A bad row: its line, the reason, its first 500 characters, and the key that is missing."""

    line: int
    reason: str
    text: str
    key: str | None = None


def describe_bad_row(shard: str, line: int, reason: str, key: str | None = None) -> Problem:
    """Return the problem that a bad row is when bad rows are not to be quarantined."""
    return Problem(
        what=f"A row of the corpus cannot be used: {name_reason(reason, key)}.",
        where=f"shard {shard}, line {line}",
        hint="Correct or remove the row, or set corpus.on_bad_row to quarantine to leave such rows "
        "out and list them in corpus/quarantine.parquet.",
    )


def name_reason(reason: str, key: str | None) -> str:
    """Return a reason with the key that is missing, if that is the reason."""
    return reason if key is None else f"{reason} ({key})"


def excerpt(data: bytes | str) -> str:
    """Return the first 500 characters of a bad row, undecodable bytes as U+FFFD."""
    if isinstance(data, str):
        return data[:_CHARACTERS]
    return data[: 4 * _CHARACTERS].decode("utf-8", "replace")[:_CHARACTERS]


def make_quarantine(shard: str, bad: Sequence[Sequence[Any]]) -> pa.RecordBatch:
    """Return quarantined rows, the values of ``BadLine``, as a batch (``tables.QUARANTINE``)."""
    lines, reasons, texts, keys = zip(*(BadLine(*row) for row in bad), strict=True)
    columns = [[shard] * len(bad), lines, reasons, keys, texts]
    return pa.record_batch(columns, schema=tables.QUARANTINE)

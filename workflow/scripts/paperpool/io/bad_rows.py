"""Rows that cannot be used: for which reason, and the excerpt that is kept of them."""

import re
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from paperpool.errors import Problem

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


class BadRow(ValueError):
    """A row that cannot be used; ``reason`` is one of ``REASONS``, ``key`` the missing one."""

    def __init__(self, reason: str, key: str | None = None):
        self.reason = reason
        self.key = key
        super().__init__(reason)


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

"""Rows that cannot be used: kept aside with their reason, or the end of the run."""

from typing import Literal

import pyarrow as pa

from paperpool.errors import Problem
from paperpool.io import tables

OnBadRow = Literal["quarantine", "fail"]

_CHARACTERS = 500

BadLine = tuple[int, str, str]
"""The line of a bad row, its reason and its first 500 characters."""


def describe_bad_row(shard: str, line: int, reason: str) -> Problem:
    """Return the problem that a bad row is when bad rows are not to be quarantined."""
    return Problem(
        what=f"A row of the corpus cannot be used: {reason}.",
        where=f"shard {shard}, line {line}",
        hint="Correct or remove the row, or set corpus.on_bad_row to quarantine to leave such rows "
        "out and list them in corpus/quarantine.parquet.",
    )


def excerpt(data: bytes) -> str:
    """Return the first 500 characters of a bad row, undecodable bytes as U+FFFD."""
    return data[: 4 * _CHARACTERS].decode("utf-8", "replace")[:_CHARACTERS]


def make_quarantine(shard: str, bad: list[BadLine]) -> pa.RecordBatch:
    """Return quarantined rows as a batch (``tables.QUARANTINE``)."""
    lines, reasons, texts = zip(*bad, strict=True)
    return pa.record_batch([[shard] * len(bad), lines, reasons, texts], schema=tables.QUARANTINE)

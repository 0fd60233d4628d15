"""Parse the rows of a shard in batches, whatever its format, and keep the bad ones aside."""

from __future__ import annotations

import contextlib
import gc
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from paperpool import tables
from paperpool.errors import UserError
from paperpool.files import write_json
from paperpool.json_rows import BadRow, order_reasons
from paperpool.lines import Line, read_lines
from paperpool.quarantine import (
    BadLine,
    OnBadRow,
    describe_bad_row,
    excerpt,
    make_quarantine,
)

MAX_ROW_BYTES = 8_000_000

_BATCH_ROWS = 16_384
_BATCH_BYTES = 32_000_000

_GROUP_ROWS = 1024
_GROUP_BYTES = 1_000_000
"""Rows that are parsed at once: few enough that a bad one among them costs little."""

Row = TypeVar("Row")


@dataclass
class Batch(Generic[Row]):
    """Parsed rows with the numbers of their lines, and the rows that could not be parsed."""

    rows: list[Row] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    bad: list[BadLine] = field(default_factory=list)


def read_rows(
    path: str | Path,
    shard: str,
    parse: Callable[[bytes], Row],
    write: Callable[[Batch[Row]], None],
    *,
    quarantine: str | Path,
    summary: str | Path,
    max_row_bytes: int = MAX_ROW_BYTES,
    on_bad_row: OnBadRow = "quarantine",
    parse_all: Callable[[Sequence[bytes]], list[Row] | None] | None = None,
) -> None:
    """Hand the rows of the shard at ``path``, named ``shard``, to ``write`` in batches.

    ``parse`` returns a line's row or raises ``BadRow``; such rows go to ``quarantine``
    (``tables.QUARANTINE``). ``parse_all`` returns the rows of many lines faster, or None where
    ``parse`` has to look at each. ``summary`` gets JSON ``{"read", "readable", "quarantined":
    {reason: n}}`` with the reasons that occurred. Raises ``UserError`` at the first bad row when
    ``on_bad_row`` is ``fail``. Memory is bounded by a batch of 32 MB of lines.
    """
    readable = 0
    reasons: Counter[str] = Counter()
    with _without_cycle_search(), tables.writing_table(quarantine, tables.QUARANTINE) as bad_writer:
        for batch in _parse_in_batches(path, parse, parse_all, max_row_bytes):
            if batch.bad and on_bad_row == "fail":
                raise UserError(describe_bad_row(shard, *batch.bad[0][:2]))
            if batch.rows:
                write(batch)
            if batch.bad:
                bad_writer.write_batch(make_quarantine(shard, batch.bad))
            readable += len(batch.rows)
            reasons.update(reason for _, reason, _ in batch.bad)
    write_json(
        summary,
        {
            "read": readable + reasons.total(),
            "readable": readable,
            "quarantined": order_reasons(reasons),
        },
    )


@contextlib.contextmanager
def _without_cycle_search() -> Iterator[None]:
    """Keep Python from looking for reference cycles again and again among thousands of rows."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _parse_in_batches(
    path: str | Path,
    parse: Callable[[bytes], Row],
    parse_all: Callable[[Sequence[bytes]], list[Row] | None] | None,
    max_row_bytes: int,
) -> Iterator[Batch[Row]]:
    batch: Batch[Row] = Batch()
    size = 0
    for group in _group_lines(read_lines(path, max_row_bytes)):
        numbers, data, reasons = zip(*group, strict=True)
        rows = parse_all(data) if parse_all and not any(reasons) else None
        if rows is None:
            _parse_each(group, parse, batch)
        else:
            batch.rows += rows
            batch.lines += numbers
        size += sum(map(len, data))
        if size >= _BATCH_BYTES or len(batch.rows) + len(batch.bad) >= _BATCH_ROWS:
            yield batch
            batch, size = Batch(), 0
    yield batch


def _parse_each(group: list[Line], parse: Callable[[bytes], Row], batch: Batch[Row]) -> None:
    """Add the row of each line to ``batch``, or the line to its bad ones."""
    for number, data, reason in group:
        try:
            if reason is not None:
                raise BadRow(reason)
            batch.rows.append(parse(data))
            batch.lines.append(number)
        except BadRow as error:
            batch.bad.append((number, error.reason, excerpt(data)))


def _group_lines(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """Yield the lines in groups of bounded rows and bytes."""
    group: list[Line] = []
    size = 0
    for line in lines:
        group.append(line)
        size += len(line.data)
        if len(group) >= _GROUP_ROWS or size >= _GROUP_BYTES:
            yield group
            group, size = [], 0
    if group:
        yield group

"""Parse the rows of a shard in batches, whatever its format, and keep the bad ones aside."""

from __future__ import annotations

import contextlib
import gc
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Generic, TypeVar

from paperpool import tables
from paperpool.corpus.lines import read_lines
from paperpool.corpus.quarantine import (
    BadLine,
    OnBadRow,
    describe_bad_row,
    excerpt,
    make_quarantine,
)
from paperpool.corpus.rows import BadRow, order_reasons
from paperpool.errors import UserError
from paperpool.files import write_json

MAX_ROW_BYTES = 8_000_000

_BATCH_ROWS = 16_384
_BATCH_BYTES = 32_000_000

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
) -> None:
    """Hand the rows of the shard at ``path``, named ``shard``, to ``write`` in batches.

    ``parse`` returns a line's row or raises ``BadRow``; such rows go to ``quarantine``
    (``tables.QUARANTINE``). ``summary`` gets JSON ``{"read", "readable", "quarantined": {reason:
    n}}`` with the reasons that occurred. Raises ``UserError`` at the first bad row when
    ``on_bad_row`` is ``fail``. Memory is bounded by a batch of 32 MB of lines.
    """
    readable = 0
    reasons: Counter[str] = Counter()
    with _without_cycle_search(), tables.writing_table(quarantine, tables.QUARANTINE) as bad_writer:
        for batch in _parse_in_batches(path, parse, max_row_bytes):
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
    path: str | Path, parse: Callable[[bytes], Row], max_row_bytes: int
) -> Iterator[Batch[Row]]:
    batch: Batch[Row] = Batch()
    size = 0
    for number, data, reason in read_lines(path, max_row_bytes):
        try:
            if reason is not None:
                raise BadRow(reason)
            batch.rows.append(parse(data))
            batch.lines.append(number)
        except BadRow as error:
            batch.bad.append((number, error.reason, excerpt(data)))
        size += len(data)
        if size >= _BATCH_BYTES or len(batch.rows) + len(batch.bad) >= _BATCH_ROWS:
            yield batch
            batch, size = Batch(), 0
    yield batch

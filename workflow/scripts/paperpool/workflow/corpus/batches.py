"""Parse the rows of a shard in batches, of any format, and quarantine the bad ones."""

import logging
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import pyarrow.parquet as pq

from paperpool.errors import UserError
from paperpool.io.bad_rows import (
    BadLine,
    BadRow,
    OnBadRow,
    describe_bad_row,
    excerpt,
    order_reasons,
)
from paperpool.io.cycles import without_cycle_search
from paperpool.io.json_lines import make_quarantine
from paperpool.io.lines import Piece, read_pieces, split_piece
from paperpool.io.streams import UnreadableTail, is_text_named_gzip
from paperpool.workflow.corpus.broken_shards import describe_break
from paperpool.workflow.corpus.row import MAX_ROW_BYTES
from paperpool.workflow.corpus.unread_shards import describe_unread

_BLOCK_BYTES = 31 << 20
"""The C library (glibc) learns from blocks of up to 32 MB."""


def keep_freed_blocks() -> None:
    """Let this process keep freed memory for the next blocks, up to twice ``_BLOCK_BYTES``.

    Otherwise buffers of some hundred kilobytes return to the system and come back page by page.
    Freeing one large block raises glibc's dynamic thresholds (``mallopt(3)``, M_MMAP_THRESHOLD).
    """
    np.empty(_BLOCK_BYTES, np.uint8)


_LOG = logging.getLogger("paperpool")

Value = TypeVar("Value")

Columns = Sequence[Any]
"""Rows by column, each a sequence of Python's or Arrow's; without any row there is no column."""


@dataclass
class Batch:
    """Parsed rows with the numbers of their lines, and the rows that could not be parsed."""

    columns: Columns
    lines: Sequence[int]
    bad: list[BadLine] = field(default_factory=list)
    tail: UnreadableTail | None = None
    """Why the file cannot be read any further; this batch is the last then."""


def read_rows(
    path: str | Path,
    shard: str,
    parse: Callable[[bytes], tuple[object, ...]],
    write: Callable[[Batch], None],
    quarantine: pq.ParquetWriter,
    on_bad_row: OnBadRow = "quarantine",
    *,
    max_row_bytes: int = MAX_ROW_BYTES,
    parse_piece: Callable[[bytes], Columns | None] | None = None,
) -> dict[str, Any]:
    """Hand the rows of the shard at ``path``, named ``shard``, to ``write`` in batches.

    ``parse`` returns a line's row or raises ``BadRow``; ``parse_piece`` returns the columns of many
    lines, or None if each line needs ``parse``. Memory is bounded by a piece of the file
    (``lines.read_pieces``). Counts and errors: see ``store_batches``.
    """
    if is_text_named_gzip(path):
        _LOG.warning("%s is named .gz but holds plain text: it is read as text.", path)

    def parse_all(piece: Piece) -> Batch:
        """Parse a piece at once if that can be, else line by line."""
        columns = None
        if parse_piece and piece.reason is None and len(piece.data) <= max_row_bytes:
            columns = parse_piece(piece.data)
        if columns is None:
            return parse_each(split_piece(piece, max_row_bytes), parse, piece.tail)

        return Batch(columns, range(piece.number, piece.number + len(columns[0])))

    batches = map(parse_all, read_pieces(path, max_row_bytes))
    return store_batches(batches, path, shard, write, quarantine, on_bad_row)


def store_batches(
    batches: Iterable[Batch],
    path: str | Path,
    shard: str,
    write: Callable[[Batch], None],
    quarantine: pq.ParquetWriter,
    on_bad_row: OnBadRow,
) -> dict[str, Any]:
    """Hand the rows of ``batches`` to ``write``; bad ones go to ``quarantine``.

    Returns ``{"read", "readable", "quarantined": {reason: n}}`` with the reasons that occurred,
    ``"missing_keys": {key: n}`` if any, and ``"broken"`` for a broken shard
    (``broken_shards.describe_break``) or ``"unread"`` for one whose rows are all bad
    (``unread_shards.describe_unread``). With ``on_bad_row`` ``fail`` the first bad row raises
    ``UserError``, except the tail of a broken shard.
    """
    keep_freed_blocks()
    readable = 0
    tail: UnreadableTail | None = None
    first: BadLine | None = None
    reasons: Counter[str] = Counter()
    missing: Counter[str] = Counter()
    with without_cycle_search():
        for batch in batches:
            tail = batch.tail
            if batch.bad and on_bad_row == "fail" and tail is None:
                bad = batch.bad[0]
                raise UserError(describe_bad_row(shard, bad.line, bad.reason, bad.key))

            if batch.lines:
                write(batch)
                readable += len(batch.lines)

            if batch.bad:
                quarantine.write_batch(make_quarantine(shard, batch.bad))
                if first is None:
                    first = batch.bad[0]
            for bad in batch.bad:
                reasons[bad.reason] += 1
                if bad.key is not None:
                    missing[bad.key] += 1

    counts: dict[str, Any] = {
        "read": readable + reasons.total(),
        "readable": readable,
        "quarantined": order_reasons(reasons),
    }
    if missing:
        counts["missing_keys"] = dict(sorted(missing.items()))
    if first and not readable and tail is None:
        counts |= describe_unread(path, first)
    return counts | describe_break(path, tail)


def parse_each(
    values: Iterable[tuple[int, Value, str | None]],
    parse: Callable[[Value], tuple[object, ...]],
    tail: UnreadableTail | None = None,
    encode: Callable[[Any], bytes] = bytes,
) -> Batch:
    """Return the row of each value, a line or a record, or the value among the bad ones.

    Values come with their number and why they cannot be parsed, if so; ``encode`` returns the
    bytes of a bad one.
    """
    rows: list[tuple[object, ...]] = []
    lines: list[int] = []
    bad: list[BadLine] = []
    for number, value, reason in values:
        try:
            if reason is not None:
                raise BadRow(reason)
            rows.append(parse(value))
            lines.append(number)
        except BadRow as error:
            bad.append(BadLine(number, error.reason, excerpt(encode(value)), error.key))

    columns = list(zip(*rows, strict=True))
    return Batch(columns, lines, bad, tail)

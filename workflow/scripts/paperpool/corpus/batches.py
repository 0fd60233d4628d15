"""Parse the rows of a shard in batches, whatever its format, and keep the bad ones aside."""

import contextlib
import gc
import logging
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pyarrow.parquet as pq

from paperpool.allocation import keep_freed_blocks
from paperpool.corpus.broken_shards import describe_break
from paperpool.errors import UserError
from paperpool.io.json_lines import BadRow, order_reasons
from paperpool.io.lines import Piece, read_pieces, split_piece
from paperpool.io.quarantine import (
    BadLine,
    OnBadRow,
    describe_bad_row,
    excerpt,
    make_quarantine,
)
from paperpool.io.streams import UnreadableTail, is_text_named_gzip

_LOG = logging.getLogger("paperpool")

MAX_ROW_BYTES = 8_000_000

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
    parse: Callable[[bytes], tuple[Any, ...]],
    write: Callable[[Batch], None],
    quarantine: pq.ParquetWriter,
    *,
    max_row_bytes: int = MAX_ROW_BYTES,
    on_bad_row: OnBadRow = "quarantine",
    parse_piece: Callable[[bytes], Columns | None] | None = None,
) -> dict[str, Any]:
    """Hand the rows of the shard at ``path``, named ``shard``, to ``write`` in batches.

    ``parse`` returns a line's row or raises ``BadRow``. ``parse_piece`` returns the columns of many
    lines' rows faster, or None where ``parse`` has to look at each line. Memory is bounded by a
    piece of the file (``lines.read_pieces``) and by what ``write`` keeps; the rest and the counts
    that are returned are as in ``store_batches``.
    """
    if is_text_named_gzip(path):
        _LOG.warning("%s is named .gz but holds plain text: it is read as text.", path)
    batches = _parse_pieces(path, parse, parse_piece, max_row_bytes)
    return store_batches(batches, path, shard, write, quarantine, on_bad_row)


def _parse_pieces(
    path: str | Path,
    parse: Callable[[bytes], tuple[Any, ...]],
    parse_piece: Callable[[bytes], Columns | None] | None,
    max_row_bytes: int,
) -> Iterator[Batch]:
    for piece in read_pieces(path, max_row_bytes):
        batch = None
        if parse_piece and piece.reason is None and len(piece.data) <= max_row_bytes:
            batch = _parse_together(piece, parse_piece)
        yield batch or _parse_each(piece, parse, max_row_bytes)


def store_batches(
    batches: Iterable[Batch],
    path: str | Path,
    shard: str,
    write: Callable[[Batch], None],
    quarantine: pq.ParquetWriter,
    on_bad_row: OnBadRow,
) -> dict[str, Any]:
    """Hand the rows of ``batches`` to ``write``; bad ones go to ``quarantine``.

    They are of the shard at ``path``, named ``shard``. ``quarantine`` writes a table of
    ``tables.QUARANTINE``. Returns ``{"read", "readable", "quarantined": {reason: n}}`` with the
    reasons that occurred, and where the shard breaks ``"broken"``
    (``broken_shards.describe_break``). Raises ``UserError`` at the first bad row when
    ``on_bad_row`` is ``fail``; the tail of a broken shard is none of these.
    """
    keep_freed_blocks()
    readable = 0
    reasons: Counter[str] = Counter()
    tail = None
    with _without_cycle_search():
        for batch in batches:
            tail = batch.tail
            if batch.bad and on_bad_row == "fail" and tail is None:
                raise UserError(describe_bad_row(shard, *batch.bad[0][:2]))
            if batch.lines:
                write(batch)
            if batch.bad:
                quarantine.write_batch(make_quarantine(shard, batch.bad))
            readable += len(batch.lines)
            reasons.update(reason for _, reason, _ in batch.bad)
    return {
        "read": readable + reasons.total(),
        "readable": readable,
        "quarantined": order_reasons(reasons),
        **describe_break(path, tail),
    }


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


def _parse_together(piece: Piece, parse_piece: Callable[[bytes], Columns | None]) -> Batch | None:
    columns = parse_piece(piece.data)
    if columns is None:
        return None
    return Batch(columns, range(piece.number, piece.number + len(columns[0])))


def _parse_each(
    piece: Piece, parse: Callable[[bytes], tuple[Any, ...]], max_row_bytes: int
) -> Batch:
    """Return the row of each line of ``piece``, or the line among the bad ones."""
    rows: list[tuple[Any, ...]] = []
    lines: list[int] = []
    bad: list[BadLine] = []
    for number, data, reason in split_piece(piece, max_row_bytes):
        try:
            if reason is not None:
                raise BadRow(reason)
            rows.append(parse(data))
            lines.append(number)
        except BadRow as error:
            bad.append((number, error.reason, excerpt(data)))
    return Batch(list(zip(*rows, strict=True)), lines, bad, piece.tail)

"""Write a table in small batches that together become row groups of bounded size."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.files import writing
from paperpool.parquet_files import writing_parquet

GROUP_ROWS = 16_384
GROUP_BYTES = 32_000_000
"""The rows and bytes at which a row group is full: what reads one holds little more."""


class GroupWriter:
    """Gathers batches of one schema and writes them a row group at a time."""

    def __init__(self, writer: pq.ParquetWriter, rows: int):
        self._writer = writer
        self._rows = rows
        self._pending: list[pa.RecordBatch] = []
        self._size = [0, 0]

    def write_batch(self, batch: pa.RecordBatch) -> None:
        """Add the rows of ``batch``."""
        self._pending.append(batch)
        self._size[0] += batch.num_rows
        self._size[1] += batch.nbytes
        if self._size[0] >= self._rows or self._size[1] >= GROUP_BYTES:
            self.finish_group()

    def finish_group(self) -> None:
        """Write what is gathered, if anything is."""
        if self._size[0]:
            self._writer.write_table(pa.Table.from_batches(self._pending))
        self._pending, self._size = [], [0, 0]


@contextlib.contextmanager
def writing_groups(
    path: str | Path,
    schema: pa.Schema,
    rows: int = GROUP_ROWS,
    dictionary: bool | list[str] = True,
    compression: str = "zstd",
) -> Iterator[GroupWriter]:
    """Yield what writes batches of ``schema``; the file appears when the block succeeds.

    A row group has at least ``rows`` rows or ``GROUP_BYTES`` bytes, and one batch more at most.
    ``dictionary`` are the columns that have one, True for all whose values turn out to repeat.
    ``compression`` is ``none`` for what is soon read again.
    """
    options = {"compression": compression, "use_dictionary": dictionary}
    with writing(path) as part, writing_parquet(part, schema, **options) as writer:
        groups = GroupWriter(writer, rows)
        yield groups
        groups.finish_group()

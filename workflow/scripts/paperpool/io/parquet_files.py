"""Parquet files: errors of damaged files, and of failed writes, come once, with the file's name."""

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paperpool.errors import Problem, UserError
from paperpool.io.files import DELETE, writing
from paperpool.io.streams import UnreadableTail

DAMAGE = (pa.ArrowException, OSError, ValueError)  # ValueError: names that are no UTF-8

_WRITING = re.compile("writing bytes to file|closing file", re.IGNORECASE)
"""pyarrow's errors of a file being written, without its name."""


@contextlib.contextmanager
def writing_parquet(
    path: Path,
    schema: pa.Schema,
    compression: str = "zstd",
    use_dictionary: bool | list[str] = True,
) -> Iterator[pq.ParquetWriter]:
    """Yield a writer of the file ``path``; the options are pyarrow's.

    It ends at an error, which names the file; pyarrow would go on later and print a traceback.
    """
    sink = pa.OSFile(str(path), "wb")
    writer = None
    try:
        writer = pq.ParquetWriter(
            sink, schema, compression=compression, use_dictionary=use_dictionary
        )
        yield writer
        writer.close()
        sink.close()
    except BaseException as error:
        if writer is not None:
            writer.is_open = False
        with contextlib.suppress(OSError):  # the first error is the one to tell
            sink.close()
        if isinstance(error, OSError) and error.filename is None and _WRITING.search(str(error)):
            error.filename = str(path)
        raise


def count_rows(path: str | Path) -> int:
    """Return the number of rows of a parquet file; UserError for damage."""
    with reading(path):
        return pq.read_metadata(path).num_rows


def read_table(
    path: str | Path, columns: list[str] | None = None, filters: pc.Expression | None = None
) -> pa.Table:
    """Return a parquet file, or some columns and rows (``pq.read_table``); UserError for damage."""
    with reading(path):
        if filters is not None:
            return pq.read_table(path, columns=columns, filters=filters)
        return read_whole(path, columns)


def read_whole(path: str | Path, columns: list[str] | None = None) -> pa.Table:
    """Return a parquet file, or some columns; pyarrow's error for damage or a missing column.

    ``pq.read_table`` does the same, but imports what reads data sets, and pandas.
    """
    with pq.ParquetFile(path) as file:
        missing = set(columns or ()).difference(file.schema_arrow.names)
        if missing:
            raise pa.ArrowInvalid(f"it has no columns {', '.join(sorted(missing))}")
        if columns == [] or not file.num_row_groups:  # without columns, tables lose their rows
            return file.read(columns)
        groups = [file.read_row_group(i, columns) for i in range(file.num_row_groups)]
        return pa.concat_tables(groups)


def read_ids(path: str | Path) -> pa.ChunkedArray:
    """Return the column ``paper_id`` of a parquet file; UserError for damage."""
    return read_table(path, ["paper_id"]).column("paper_id")


@contextlib.contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Turn parquet's errors in the block into the error of a damaged file."""
    try:
        yield
    except DAMAGE as error:
        message = f"The table cannot be read: {error}."
        raise UserError(Problem(message, str(path), DELETE)) from error


def note_damage(error: Exception, bytes_read: int) -> UnreadableTail:
    """Return why a user's file cannot be read any further; raise the system's own errors."""
    if isinstance(error, OSError) and error.errno is not None:
        raise error
    return UnreadableTail(" ".join(f"its Parquet data is damaged ({error})".split()), bytes_read)


GROUP_ROWS = 16_384
GROUP_BYTES = 32_000_000
"""The rows and bytes of a full row group: readers hold little more."""


class GroupWriter:
    """Gathers batches of one schema and writes them a row group at a time."""

    def __init__(self, writer: pq.ParquetWriter, rows: int):
        self._writer = writer
        self._rows = rows
        self._pending: list[pa.RecordBatch] = []
        self._n_rows = 0
        self._n_bytes = 0

    def write_batch(self, batch: pa.RecordBatch) -> None:
        """Add the rows of ``batch``."""
        self._pending.append(batch)
        self._n_rows += batch.num_rows
        self._n_bytes += batch.nbytes
        if self._n_rows >= self._rows or self._n_bytes >= GROUP_BYTES:
            self.finish_group()

    def finish_group(self) -> None:
        """Write the gathered rows, if any."""
        if self._n_rows:
            self._writer.write_table(pa.Table.from_batches(self._pending))
        self._pending = []
        self._n_rows = 0
        self._n_bytes = 0


@contextlib.contextmanager
def writing_groups(
    path: str | Path,
    schema: pa.Schema,
    rows: int = GROUP_ROWS,
    dictionary: bool | list[str] = True,
    compression: str = "zstd",
) -> Iterator[GroupWriter]:
    """Yield a writer of batches of ``schema``; the file appears when the block succeeds.

    A row group has at least ``rows`` rows or ``GROUP_BYTES`` bytes. ``dictionary``: columns with
    one, or True for all whose values repeat. ``compression``: ``none`` for short-lived files.
    """
    with writing(path) as part, writing_parquet(part, schema, compression, dictionary) as writer:
        groups = GroupWriter(writer, rows)
        yield groups
        groups.finish_group()

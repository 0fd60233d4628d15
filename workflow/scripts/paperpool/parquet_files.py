"""Parquet files: what reads a damaged one, or fails to write one, says so once, with its name."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.errors import Problem, UserError
from paperpool.files import DELETE

DAMAGE = (pa.ArrowException, OSError, ValueError)  # ValueError: names that are no UTF-8

_WRITING = re.compile("writing bytes to file|closing file", re.IGNORECASE)
"""What pyarrow says of a file that it writes, without its name."""


@contextlib.contextmanager
def writing_parquet(path: Path, schema: pa.Schema, **options: Any) -> Iterator[pq.ParquetWriter]:
    """Yield a writer of the file ``path``, with pyarrow's ``options``: zstd unless they say so.

    After an error nothing more is written. pyarrow by itself would try to finish the file when the
    writer is forgotten, and print a traceback where that fails too. An error of writing names the
    file.
    """
    try:
        with _keeping_quiet(path, schema, options) as writer:
            yield writer
    except OSError as error:
        if error.filename is None and _WRITING.search(str(error)):
            error.filename = str(path)
        raise


@contextlib.contextmanager
def _keeping_quiet(
    path: Path, schema: pa.Schema, options: dict[str, Any]
) -> Iterator[pq.ParquetWriter]:
    sink = pa.OSFile(str(path), "wb")
    try:
        writer = pq.ParquetWriter(sink, schema, **{"compression": "zstd"} | options)
        try:
            yield writer
            writer.close()
        except BaseException:
            writer.is_open = False
            raise
    except BaseException:
        with contextlib.suppress(OSError):  # the first error is the one to tell
            sink.close()
        raise
    sink.close()


def count_rows(path: str | Path) -> int:
    """Return the number of rows of a parquet file; UserError for damage."""
    with reading(path):
        return pq.read_metadata(path).num_rows


@contextlib.contextmanager
def reading(path: str | Path) -> Iterator[None]:
    """Make what parquet raises in the block the error of a damaged file."""
    try:
        yield
    except DAMAGE as error:
        what = f"The table cannot be read: {error}."
        raise UserError(Problem(what, str(path), DELETE)) from error

"""The records of a Parquet file: its rows, of the columns that are named."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.io.parquet_files import DAMAGE, note_damage
from paperpool.workflow.corpus.own_tables.columns import MEANINGS, Names, clean_values
from paperpool.workflow.corpus.own_tables.records import Record

_ROWS = 512
_BUFFER_BYTES = 1 << 20
"""The bytes of a column read at a time, so that memory does not grow with a row group."""


def read_names(path: str | Path) -> list[str]:
    """Return the names of a file's columns; raise UnreadableTail if it is damaged."""
    try:
        return list(pq.read_schema(path).names)
    except DAMAGE as error:
        raise note_damage(error, 0) from error


def read_records(path: str | Path, names: Names) -> Iterator[Record]:
    """Yield the rows of a file, numbered from 1; raise UnreadableTail after those before damage."""
    columns = [next(iter(names[meaning]), None) for meaning in MEANINGS]
    stored = [name for name in columns if name is not None]
    number = 1
    with Path(path).open("rb") as file:
        try:
            for batch in _read_batches(file, stored):
                for row in batch.to_pylist():
                    values = [None if name is None else row[name] for name in columns]
                    shown = {name: row[name] for name in stored}
                    yield Record(number, clean_values(values), shown)
                    number += 1
        except DAMAGE as error:
            raise note_damage(error, min(file.tell(), Path(path).stat().st_size)) from error


def _read_batches(file: BinaryIO, columns: list[str]) -> Iterator[pa.RecordBatch]:
    with pq.ParquetFile(file, buffer_size=_BUFFER_BYTES, pre_buffer=False) as parquet:
        for group in range(parquet.num_row_groups):  # a batch of several would be lost with one
            for batch in parquet.iter_batches(_ROWS, row_groups=[group], columns=columns):
                batch.validate(full=True)
                yield batch

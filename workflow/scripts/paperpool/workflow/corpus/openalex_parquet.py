"""Read Parquet parts of OpenAlex's snapshot: the columns that a corpus needs, in batches."""

from collections.abc import Collection, Iterator, Mapping
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import orjson
import pyarrow.parquet as pq

from paperpool.io.bad_rows import BadLine
from paperpool.io.parquet_files import DAMAGE, note_damage
from paperpool.workflow.corpus.batches import Batch, parse_each
from paperpool.workflow.corpus.openalex_works import KEYS, REQUIRED, Fields, make_row

_MAGIC = b"PAR1"
_ROWS = 512
_BUFFER_BYTES = 1 << 20
"""The bytes of a column read at a time, so that memory does not grow with a row group."""

_PARTS = {
    "concepts": (".display_name", ".level", ".score"),
    "topics": (".display_name",),  # of a topic, its subfield and its field
    "primary_location": (".source.display_name", ".raw_source_name", ".landing_page_url"),
    "locations": (".source.display_name", ".landing_page_url"),
}
"""The keys read of nested columns."""


def is_parquet(path: str | Path) -> bool:
    """Return whether a file begins as a Parquet file does."""
    with Path(path).open("rb") as file:
        return file.read(len(_MAGIC)) == _MAGIC


def read_works(path: str | Path, fields: Fields) -> Iterator[Batch]:
    """Yield the rows of the Parquet part at ``path`` as ``Row`` columns; a line is a row's number.

    A file that cannot be read to its end gives the rows before, and a last batch with its tail. A
    path such as ``updated_date=2026-01-01/part_0000.parquet`` adds no column.
    """
    keys = [key for key in KEYS if key != "concepts" or fields == "concepts"]
    number = 1
    with Path(path).open("rb") as file:
        try:
            for records in _read_records(file, keys):
                values = [(line, record, None) for line, record in enumerate(records, number)]
                yield parse_each(values, partial(make_row, fields=fields), encode=_encode)
                number += len(records)
        except DAMAGE as error:
            tail = note_damage(error, min(file.tell(), Path(path).stat().st_size))
            yield Batch((), (), [BadLine(number, "truncated", "")], tail)


def read_excerpts(path: str | Path, lines: Collection[int]) -> Iterator[tuple[int, bytes]]:
    """Yield the numbers ``lines`` of rows and their JSON, of a damaged file up to the damage."""
    with Path(path).open("rb") as file:
        records = chain.from_iterable(_read_records(file, REQUIRED))
        for number, record in enumerate(records, 1):
            if number in lines:
                yield number, _encode(record)


def _read_records(file: BinaryIO, keys: Collection[str]) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of a file by their keys, as values of JSON; raise one of ``DAMAGE``."""
    with pq.ParquetFile(file, buffer_size=_BUFFER_BYTES, pre_buffer=False) as parquet:
        columns = []
        for number in range(len(parquet.schema)):
            path = parquet.schema.column(number).path
            if _is_needed(path, keys):
                columns.append(path)

        for group in range(parquet.num_row_groups):  # a batch of several would be lost with one
            for batch in parquet.iter_batches(_ROWS, row_groups=[group], columns=columns):
                batch.validate(full=True)
                yield list(map(_plain, batch.to_pylist()))


def _is_needed(path: str, keys: Collection[str]) -> bool:
    """Return whether a column of values, by its path of names, is read."""
    key, *names = path.split(".")
    return key in keys and (not names or path.endswith(_PARTS.get(key, "")))


def _plain(record: dict[str, object]) -> dict[str, object]:
    """Return a row with a mapping in place of the pairs of an index that is stored as a map."""
    index = record.get("abstract_inverted_index")
    if isinstance(index, list):
        record["abstract_inverted_index"] = dict(index)
    return record


def _encode(record: Mapping[str, object]) -> bytes:
    return orjson.dumps(record, default=str)

"""The quarantine of a group of shards: rows that could not be read or that repeat an earlier id."""

import heapq
from collections.abc import Iterator, Mapping
from itertools import groupby, islice
from operator import itemgetter
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.io import tables
from paperpool.io.bad_rows import BadLine, excerpt
from paperpool.io.json_lines import make_quarantine
from paperpool.io.lines import read_lines
from paperpool.io.parquet_files import reading
from paperpool.workflow.corpus.openalex_parquet import is_parquet, read_excerpts
from paperpool.workflow.corpus.own_tables.reading import read_excerpts as read_table_excerpts
from paperpool.workflow.corpus.places import LINE_BITS, find_line
from paperpool.workflow.corpus.shards import ReadShard

_QUARANTINED_ROWS = 16_384


def write_quarantine(
    shards: Mapping[str, str | Path | None],
    read: ReadShard,
    output: str | Path,
    later: np.ndarray,
    max_row_bytes: int,
    columns: Mapping[str, str] | None = None,
) -> None:
    """Write the quarantined rows with the later duplicates, sorted by shard and line.

    ``columns``: those of a user's own tables, None for shards of another format.
    """
    names = list(shards)
    numbers = {name: number for number, name in enumerate(names)}
    earlier = _read_bad_rows(read.quarantine, numbers)
    repeated = _list_repeated(shards, read, later, max_row_bytes, columns)
    rows = heapq.merge(earlier, repeated, key=itemgetter(0, 1))

    with tables.writing_table(output, tables.QUARANTINE) as writer:
        while True:
            bad = list(islice(rows, _QUARANTINED_ROWS))
            if not bad:
                break
            for number, of_shard in groupby(bad, itemgetter(0)):
                lines = [line for _, _, line in of_shard]
                writer.write_batch(make_quarantine(names[number], lines))


def _read_bad_rows(
    quarantine: str | Path, numbers: Mapping[str, int]
) -> Iterator[tuple[int, int, BadLine]]:
    """Yield the rows that could not be read: the shard's number, the line's, and the row."""
    for table in read_row_groups(quarantine):
        for row in table.to_pylist():
            bad = BadLine(row["line"], row["reason"], row["text"], row["key"])
            yield numbers[row["shard"]], row["line"], bad


def _list_repeated(
    shards: Mapping[str, str | Path | None],
    read: ReadShard,
    later: np.ndarray,
    max_row_bytes: int,
    columns: Mapping[str, str] | None,
) -> Iterator[tuple[int, int, BadLine]]:
    """Yield the rows at the places ``later``, as ``_read_bad_rows`` yields others."""
    for number, path in enumerate(shards.values()):
        for line, text in _find_duplicates(read, path, number, later, max_row_bytes, columns):
            yield number, line, BadLine(line, "duplicate_id", text)


def _find_duplicates(
    read: ReadShard,
    path: str | Path | None,
    number: int,
    later: np.ndarray,
    max_row_bytes: int,
    columns: Mapping[str, str] | None,
) -> Iterator[tuple[int, str]]:
    """Yield line and text of those rows at the places ``later`` that are of one shard.

    The shard is read again; the text is the id alone if it was removed.
    """
    places = later[(later >> LINE_BITS) == number]
    if not len(places):
        return
    lines = {find_line(place)[1] for place in places.tolist()}
    if path is None:
        found = _list_ids(read.papers, places)
    elif columns is not None:
        found = read_table_excerpts(path, columns, lines, max_row_bytes)
    elif is_parquet(path):
        found = ((line, excerpt(data)) for line, data in read_excerpts(path, lines))
    else:
        rows = read_lines(path, max_row_bytes)
        found = ((row.number, excerpt(row.data)) for row in rows if row.number in lines)
    yield from islice(found, len(places))


def _list_ids(papers: str | Path, places: np.ndarray) -> Iterator[tuple[int, str]]:
    """Yield line and id of the readable rows at the sorted ``places``."""
    for table in read_row_groups(papers):
        found = table.filter(pa.array(is_in(table["line"].to_numpy(), places)))
        for line, paper_id in zip(found["line"], found["paper_id"], strict=True):
            yield find_line(line.as_py())[1], paper_id.as_py()


def read_row_groups(path: str | Path) -> Iterator[pa.Table]:
    """Yield a parquet file's row groups, whose size in bytes its writer has bounded."""
    with reading(path), pq.ParquetFile(path) as file:
        for group in range(file.num_row_groups):
            yield file.read_row_group(group)


def is_in(values: np.ndarray, ordered: np.ndarray) -> np.ndarray:
    """Return for each of ``values`` whether it is among the sorted values ``ordered``."""
    if not len(ordered):
        return np.zeros(len(values), bool)
    places = np.searchsorted(ordered, values).clip(max=len(ordered) - 1)
    return ordered[places] == values

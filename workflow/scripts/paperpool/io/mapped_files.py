"""Files that are read as memory maps: tables (Arrow, uncompressed), arrays and sorted texts.

Memory holds the used pages; a row of a (smaller) parquet table costs the reading of its group.
"""

import contextlib
import mmap
from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any, overload

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.io.files import naming, writing

MAPPED = 1 << 26
"""Bytes of a file that are mapped at once, at most."""

AROUND = 1 << 21
"""Bytes that Linux maps around one that is read, at most."""


@contextlib.contextmanager
def writing_mapped(path: str | Path, schema: pa.Schema) -> Iterator[pa.RecordBatchFileWriter]:
    """Yield a writer of batches of ``schema``; the file appears when the block succeeds."""
    with (
        writing(path) as part,
        pa.OSFile(str(part), "wb") as file,
        pa.ipc.new_file(file, schema) as writer,
    ):
        yield writer


def map_table(path: str | Path) -> pa.Table:
    """Return the table that ``writing_mapped`` wrote; memory holds the requested part."""
    with pa.memory_map(str(path)) as file:
        return pa.ipc.open_file(file).read_all()


def read_mapped(path: str | Path, columns: Sequence[str]) -> Iterator[pa.RecordBatch]:
    """Yield ``columns`` of the batches of such a table, read one after the other."""
    with pa.OSFile(str(path)) as file:
        reader = pa.ipc.open_file(file)
        for number in range(reader.num_record_batches):
            yield reader.get_batch(number).select(list(columns))


def map_array(path: str | Path) -> NDArray:
    """Return the array of a .npy file; an error of the system names it."""
    with naming(path):
        return np.load(path, mmap_mode="r").view(np.ndarray)


def release_pages(array: NDArray) -> None:
    """Give back the memory of the pages read of an array that is mapped read-only from a file.

    Otherwise a process that reads a file counts as large as the file, and clusters kill it.
    """
    holder: Any = array
    while isinstance(holder, np.ndarray):
        if isinstance(holder, np.memmap) and holder.mode != "r":
            return
        holder = holder.base
    if isinstance(holder, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        holder.madvise(mmap.MADV_DONTNEED)


def split_by_pages(
    rows: NDArray[np.integer], place: Callable[[NDArray[np.integer]], NDArray], most: int
) -> list[slice]:
    """Split reads of ``rows`` into slices of at most ``most``; ``place`` finds their byte offsets.

    A slice maps about 64 MB, wherever its rows lie; the caller releases the pages after each.
    """
    slices: list[slice] = []
    for start in range(0, len(rows), most):
        places = place(rows[start : start + most])
        mapped = np.minimum(np.abs(np.diff(places)), AROUND).cumsum() // MAPPED
        cuts = (np.flatnonzero(np.diff(mapped)) + 2).tolist()
        edges = [0] + cuts + [len(places)]
        slices += [slice(start + begin, start + end) for begin, end in pairwise(edges)]
    return slices


class SortedTexts(Sequence[str]):
    """A column of texts in ascending order, each once, that stays where it is."""

    def __init__(self, column: pa.ChunkedArray):
        self._column = column

    def __len__(self) -> int:
        return len(self._column)

    @overload
    def __getitem__(self, place: int) -> str: ...

    @overload
    def __getitem__(self, place: slice) -> list[str]: ...

    def __getitem__(self, place: int | slice) -> str | list[str]:
        if isinstance(place, slice):
            first, last, _ = place.indices(len(self))
            return self._column.slice(first, max(last - first, 0)).to_pylist()
        return self._column[place].as_py()

    def find(self, text: str) -> int | None:
        """Return the place of ``text``, or None if it is not there."""
        place = bisect_left(self, text)
        if place < len(self) and self[place] == text:
            return place
        return None

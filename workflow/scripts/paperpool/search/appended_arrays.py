"""Arrays that are written batch by batch, as .npy files that appear whole."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from paperpool.io.files import writing


class Appended:
    """A .npy file whose length is known at its end; its rows are as wide as the first are."""

    def __init__(self, file: BinaryIO, dtype: np.dtype):
        self._file = file
        self._dtype = dtype
        self._length = 0
        self._width: tuple[int, ...] | None = None

    def append(self, values: NDArray) -> None:
        """Add rows, shape (n,) or (n, width); ValueError if width is not that of the first."""
        if self._width is None:
            self._width = values.shape[1:]
            self.write_header()
        elif values.shape[1:] != self._width:
            raise ValueError(f"rows of width {values.shape[1:]} after ones of {self._width}")
        self._file.write(np.ascontiguousarray(values, self._dtype).data)
        self._length += len(values)

    def read(self, begin: int, end: int) -> NDArray:
        """Return values of an array of one dimension, to which none may be appended any more."""
        self._file.seek(self._begin + begin * self._dtype.itemsize)
        return np.fromfile(self._file, self._dtype, end - begin)

    def replace(self, begin: int, values: NDArray) -> None:
        """Write other values from ``begin`` on; none may be appended any more."""
        self._file.seek(self._begin + begin * self._dtype.itemsize)
        self._file.write(np.ascontiguousarray(values, self._dtype).data)

    def write_header(self) -> None:
        """Write the header of the appended rows; numpy leaves room for longer ones."""
        header = {
            "descr": npy.dtype_to_descr(self._dtype),
            "fortran_order": False,
            "shape": (self._length,) + (self._width or ()),
        }
        self._file.seek(0)
        npy.write_array_header_1_0(self._file, header)
        self._begin = self._file.tell()


@contextlib.contextmanager
def appending(path: str | Path, dtype: np.dtype) -> Iterator[Appended]:
    """Yield a file that arrays of a type are appended to; it appears when the block succeeds."""
    with writing(path) as part, part.open("w+b") as file:
        appended = Appended(file, dtype)
        yield appended
        appended.write_header()


def rows_of(starts: NDArray[np.integer], items: NDArray[np.integer]) -> NDArray[np.int64]:
    """Return the rows of items, one item's after the other's: i has ``starts[i:i + 2]``."""
    counts = starts[np.add(items, 1)] - starts[items]
    ends = np.cumsum(counts)
    return np.arange(counts.sum()) + np.repeat(starts[items] - (ends - counts), counts)

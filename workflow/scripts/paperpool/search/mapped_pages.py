"""Memory of arrays that are mapped from files."""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np
from numpy.typing import NDArray


def release_pages(array: NDArray[Any]) -> None:
    """Give back the memory of what was read of an array that is mapped read-only from a file.

    What is read again is mapped again. Does nothing with other arrays. Else a process that goes
    through a file would count as large as the file, which clusters kill jobs for.
    """
    holder: Any = array
    while isinstance(holder, np.ndarray):
        if isinstance(holder, np.memmap) and holder.mode != "r":
            return
        holder = holder.base
    if isinstance(holder, mmap.mmap) and hasattr(mmap, "MADV_DONTNEED"):
        holder.madvise(mmap.MADV_DONTNEED)

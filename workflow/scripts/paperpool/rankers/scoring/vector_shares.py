"""Vectors that several jobs made, a share each, joined to the file that one job writes.

A job's papers are not neighbours in the table, so it writes beside each vector whose it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.io.files import writing
from paperpool.search.appended_arrays import appending

Owned = tuple[NDArray[np.int64], NDArray[np.float32]]
"""The rows of papers, and a vector of each, shape (n, dimensions); a paper's lie side by side."""

_COPIED = 50_000
"""Vectors that are copied at once."""


def write_share(batches: Iterator[Owned], vectors: str | Path, owners: str | Path) -> int:
    """Write vectors and the rows of their papers as two .npy files; return their number."""
    written = 0
    with (
        appending(vectors, np.dtype(np.float32)) as of_vectors,
        appending(owners, np.dtype(np.int32)) as of_owners,
    ):
        for rows, values in batches:
            if len(rows):
                of_vectors.append(values)
                of_owners.append(rows)
                written += len(rows)
    return written


def join_shares(
    shares: Sequence[tuple[str | Path, str | Path]],
    n_papers: int,
    vectors: str | Path,
    starts: str | Path | None = None,
) -> int:
    """Join all shares, each as ``write_share`` writes it; return the number of vectors.

    ``vectors`` gets those of paper after paper. Where papers own several, those of paper i are the
    rows starts[i] to starts[i + 1]. Else every paper has to own one: ValueError where it does not.
    Memory holds the owners of a share, and some vectors.
    """
    counts = np.zeros(n_papers, np.int64)
    for _, owners in shares:  # one after another: all of them would take the memory of all papers
        counts += np.bincount(np.load(owners), minlength=n_papers)
    if starts is None and not (counts == 1).all():
        raise ValueError(f"{counts.sum()} vectors for {n_papers} papers")
    begins = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts)])
    with writing(vectors) as part:
        width = max(_width(values) for values, _ in shares)
        joined = np.lib.format.open_memmap(part, "w+", np.float32, (int(begins[-1]), width))
        for values, owners in shares:
            _copy(np.load(values, mmap_mode="r"), np.load(owners), begins, joined)
        joined.flush()
    if starts is not None:
        with appending(starts, begins.dtype) as of_starts:
            of_starts.append(begins)
    return len(joined)


def _width(vectors: str | Path) -> int:
    shape = np.load(vectors, mmap_mode="r").shape
    return shape[1] if len(shape) > 1 else 0


def _copy(
    values: NDArray[np.float32],
    owners: NDArray[np.int32],
    begins: NDArray[np.int64],
    joined: NDArray[np.float32],
) -> None:
    """Put the vectors of a share, one paper's beside each other, where their papers' belong."""
    firsts = np.flatnonzero(np.diff(owners, prepend=-1))
    lengths = np.diff(firsts, append=len(owners))
    places = begins[owners] + np.arange(len(owners)) - np.repeat(firsts, lengths)
    for start in range(0, len(owners), _COPIED):
        chunk = slice(start, start + _COPIED)
        joined[places[chunk]] = values[chunk]

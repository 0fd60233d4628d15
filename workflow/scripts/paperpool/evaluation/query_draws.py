"""Resampled queries and random signs of a slice, block by block: stored, or drawn again each time.

Both classes draw from the same distributions. Storing takes three bytes for each query and draw:
200,000 queries by 10,000 draws would take 6 GB. Then all that is stored is the seed, and queries
are drawn by their numbers, a tenth of the time that ``multinomial`` takes for the counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import blocks, bootstrap_counts, random_signs

MOST_STORED = 20_000
"""The largest number of queries whose draws are stored (600 MB for 10,000 draws)."""

Counts = NDArray[np.unsignedinteger]
"""How often each query is drawn, shape (draws, queries)."""

Signs = NDArray[np.int8]
"""1 or -1 for each query, shape (draws, queries)."""


class QueryDraws(Protocol):
    """Draws that are the same each time they are gone through."""

    def counts(self) -> Iterator[tuple[slice, Counts]]:
        """Yield the counts of some draws, and which ones these are."""
        ...

    def signs(self) -> Iterator[tuple[slice, Signs]]:
        """Yield the signs of some draws, and which ones these are."""
        ...


def draw_queries(
    sizes: Sequence[int], n_bootstrap: int, n_permutations: int, seed: Sequence[int]
) -> QueryDraws:
    """Return the draws of folds of ``sizes`` queries, each resampled within itself."""
    if sum(sizes) <= MOST_STORED:
        return StoredDraws(sizes, n_bootstrap, n_permutations, seed)
    return RepeatedDraws(sizes, n_bootstrap, n_permutations, seed)


class StoredDraws:
    """Draws kept as small integers."""

    def __init__(
        self, sizes: Sequence[int], n_bootstrap: int, n_permutations: int, seed: Sequence[int]
    ):
        rng = np.random.default_rng(seed)
        self._counts = bootstrap_counts(sizes, n_bootstrap, rng)
        self._signs = random_signs(sum(sizes), n_permutations, rng)

    def counts(self) -> Iterator[tuple[slice, Counts]]:
        for rows in blocks(*self._counts.shape):
            yield rows, self._counts[rows]

    def signs(self) -> Iterator[tuple[slice, Signs]]:
        for rows in blocks(*self._signs.shape):
            yield rows, self._signs[rows]


class RepeatedDraws:
    """Draws that are made anew from their seed each time; a block is in memory."""

    def __init__(
        self, sizes: Sequence[int], n_bootstrap: int, n_permutations: int, seed: Sequence[int]
    ):
        self._sizes = list(sizes)
        self._n_bootstrap = n_bootstrap
        self._n_permutations = n_permutations
        self._of_counts, self._of_signs = np.random.SeedSequence(seed).spawn(2)

    def counts(self) -> Iterator[tuple[slice, Counts]]:
        rng = np.random.default_rng(self._of_counts)
        n_queries = sum(self._sizes)
        smallest = np.min_scalar_type(max(self._sizes))
        for rows in blocks(self._n_bootstrap, n_queries):
            counts = np.empty((rows.stop - rows.start, n_queries), dtype=smallest)
            for row in counts:
                start = 0
                for n in self._sizes:
                    drawn = rng.integers(0, n, size=n, dtype=np.uint32)
                    row[start : start + n] = np.bincount(drawn, minlength=n)
                    start += n
            yield rows, counts

    def signs(self) -> Iterator[tuple[slice, Signs]]:
        rng = np.random.default_rng(self._of_signs)
        n_queries = sum(self._sizes)
        n_bytes = -(-n_queries // 8)
        for rows in blocks(self._n_permutations, n_queries):
            signs = np.empty((rows.stop - rows.start, n_queries), dtype=np.int8)
            for row in signs:
                row[:] = np.unpackbits(np.frombuffer(rng.bytes(n_bytes), np.uint8), count=n_queries)
            yield rows, 2 * signs - 1

"""Resampled queries and random signs of a slice, block by block: stored, or drawn again each time.

Both classes draw from the same distributions. Stored draws take three bytes or more for each query:
100,000 queries by 10,000 draws would take 5 GB. Of more queries than MOST_STORED the seed is kept,
and they are drawn by their numbers, a tenth of the time that ``multinomial`` takes for the counts.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import numpy as np

from paperpool.evaluation.resampling import (
    Floats,
    blocks,
    bootstrap_counts,
    bootstrap_weights,
    fold_weights,
    random_signs,
)

MOST_STORED = 20_000
"""The largest number of queries whose draws are stored (600 MB for 10,000 draws)."""

CACHED_CELLS = 1 << 20
"""Cells of a block that is drawn anew: 8 MB stay in a processor's cache until they are used."""

Block = tuple[slice, Floats]
"""Which draws these are, and a number for each query, shape (draws, queries)."""


class QueryDraws(Protocol):
    """Draws that are the same each time they are gone through.

    A block may be overwritten by the next one.
    """

    def weights(self) -> Iterator[Block]:
        """Yield the weights of resampled queries, those of a draw summing to 1."""
        ...

    def signs(self) -> Iterator[Block]:
        """Yield random signs, 1 or -1."""
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
        self._sizes = list(sizes)
        self._counts = bootstrap_counts(sizes, n_bootstrap, rng)
        self._signs = random_signs(sum(sizes), n_permutations, rng)

    def weights(self) -> Iterator[Block]:
        """Yield the weights of resampled queries."""
        for rows in blocks(*self._counts.shape):
            yield rows, bootstrap_weights(self._counts[rows], self._sizes)

    def signs(self) -> Iterator[Block]:
        """Yield random signs."""
        for rows in blocks(*self._signs.shape):
            yield rows, self._signs[rows].astype(np.float64)


class RepeatedDraws:
    """Draws that are made anew from their seed each time; a block is in memory."""

    def __init__(
        self, sizes: Sequence[int], n_bootstrap: int, n_permutations: int, seed: Sequence[int]
    ):
        self._sizes = list(sizes)
        self._n_bootstrap = n_bootstrap
        self._n_permutations = n_permutations
        self._seed_of_weights, self._seed_of_signs = np.random.SeedSequence(seed).spawn(2)

    def weights(self) -> Iterator[Block]:
        """Yield the weights of resampled queries."""
        rng = np.random.default_rng(self._seed_of_weights)
        n_queries = sum(self._sizes)
        for rows, weights in _reuse_memory(self._n_bootstrap, n_queries):
            for row in weights:
                start = 0
                for n in self._sizes:
                    drawn = rng.integers(0, n, size=n)
                    row[start : start + n] = np.bincount(drawn, minlength=n)
                    start += n
            weights *= fold_weights(self._sizes)
            yield rows, weights

    def signs(self) -> Iterator[Block]:
        """Yield random signs."""
        rng = np.random.default_rng(self._seed_of_signs)
        n_queries = sum(self._sizes)
        n_bytes = -(-n_queries // 8)
        for rows, signs in _reuse_memory(self._n_permutations, n_queries):
            for row in signs:
                bits = np.frombuffer(rng.bytes(n_bytes), np.uint8)
                row[:] = np.unpackbits(bits, count=n_queries)
            signs *= 2
            signs -= 1
            yield rows, signs


def _reuse_memory(n_draws: int, n_queries: int) -> Iterator[Block]:
    """Yield blocks of one piece of memory, to be filled: new pieces would have to be cleared."""
    memory = None
    for rows in blocks(n_draws, n_queries, CACHED_CELLS):
        n_rows = rows.stop - rows.start
        if memory is None:
            memory = np.empty((n_rows, n_queries))
        yield rows, memory[:n_rows]

"""The best rows of each query, equal scores by row, whatever the order in which rows come.

Kernels compiled by numba offer rows to a heap per query, whose top is the worst row kept.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numba import njit
from numpy.typing import NDArray

Ranked = tuple[NDArray[np.int32], NDArray[np.float64]]
"""Rows and scores of each query, best first, both of shape (n_queries, depth).

Missing results have the row -1 and the score minus infinity.
"""


compiled = njit(nogil=True, error_model="numpy")
"""Compiles a kernel at its first call, in each process; it runs beside other threads."""

summing = njit(nogil=True, error_model="numpy", fastmath={"reassoc", "contract"})
"""As ``compiled``, of sums that may be added up in parts, the same ones at every call."""


class Heaps(NamedTuple):
    """The arrays of a TopRows for kernels: ``rows`` and ``scores`` have shape (n_queries, depth),
    ``sizes`` of them in use; query i never gets ``excluded[begins[i]:begins[i + 1]]``.
    """

    rows: NDArray[np.int32]
    scores: NDArray[np.float64]
    sizes: NDArray[np.int64]
    begins: NDArray[np.int64]
    excluded: NDArray[np.int64]


class TopRows:
    """Keeps the ``depth`` best rows of each query, without the rows of ``exclude``, if any."""

    def __init__(
        self, n_queries: int, depth: int, exclude: Sequence[NDArray[np.integer]] | None = None
    ):
        left_out = [np.zeros(0, np.int64)] * n_queries if exclude is None else exclude
        if len(left_out) != n_queries:
            raise ValueError(f"{n_queries} queries but {len(left_out)} arrays of excluded rows")
        self.heaps = Heaps(
            np.full((n_queries, depth), -1, np.int32),
            np.full((n_queries, depth), -np.inf),
            np.zeros(n_queries, np.int64),
            np.cumsum([0, *map(len, left_out)], dtype=np.int64),
            np.concatenate([np.zeros(0, np.int64), *(np.asarray(e, np.int64) for e in left_out)]),
        )

    @property
    def n_to_find(self) -> int:
        """How many rows contain the best ones of any query, those of them excluded."""
        return self.heaps.rows.shape[1] + int(np.diff(self.heaps.begins).max(initial=0))

    def ranked(self) -> Ranked:
        """Return the kept rows, from best to worst."""
        rows, scores = self.heaps.rows.copy(), self.heaps.scores.copy()
        for of_query, row in zip(scores, rows, strict=True):
            order = np.lexsort((row, -of_query))
            of_query[:], row[:] = of_query[order], row[order]
        return rows, scores


def split_evenly(n: int, n_parts: int) -> list[int]:
    """Return the edges of at most ``n_parts`` parts of ``n`` queries, for threads to share."""
    return sorted({n * i // n_parts for i in range(n_parts + 1)}) if n else [0]


@compiled
def offer(heaps, query, row, score):
    """Offer a row to a query; return the score of the least row that may be kept from now on."""
    size = heaps.sizes[query]
    scores, rows = heaps.scores[query], heaps.rows[query]
    depth = len(scores)
    if size == depth and not _worse(scores[0], rows[0], score, row):
        return scores[0]
    for i in range(heaps.begins[query], heaps.begins[query + 1]):
        if heaps.excluded[i] == row:
            return scores[0] if size == depth else -np.inf
    if size < depth:
        place = size
        heaps.sizes[query] = size = size + 1
        while place > 0:
            parent = (place - 1) // 2
            if not _worse(score, row, scores[parent], rows[parent]):
                break
            scores[place], rows[place] = scores[parent], rows[parent]
            place = parent
    else:
        place = 0
        while True:
            child = 2 * place + 1
            if child >= depth:
                break
            other = child + 1
            if other < depth and _worse(scores[other], rows[other], scores[child], rows[child]):
                child = other
            if not _worse(scores[child], rows[child], score, row):
                break
            scores[place], rows[place] = scores[child], rows[child]
            place = child
    scores[place], rows[place] = score, row
    return scores[0] if size == depth else -np.inf


@compiled
def floor_of(heaps, query):
    """Return the score of the least row that may be kept: minus infinity until the heap is full."""
    return heaps.scores[query, 0] if heaps.sizes[query] == heaps.scores.shape[1] else -np.inf


@compiled
def _worse(score, row, than_score, than_row):
    return score < than_score or (score == than_score and row > than_row)

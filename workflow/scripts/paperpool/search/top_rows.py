"""The best rows of each query, equal scores by row, whatever the order in which rows come.

Kernels (see ``kernels``) offer rows to a heap per query, whose top is the worst row kept.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paperpool.search.kernels import compiled

Ranked = tuple[NDArray[np.int32], NDArray[np.float64]]
"""Rows and scores of each query, best first, both of shape (n_queries, depth).

Missing results have the row -1 and the score minus infinity.
"""


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
        if exclude is None:
            exclude = [np.zeros(0, np.int64)] * n_queries
        if len(exclude) != n_queries:
            raise ValueError(f"{n_queries} queries but {len(exclude)} arrays of excluded rows")
        begins = np.zeros(n_queries + 1, np.int64)
        begins[1:] = np.cumsum([len(rows) for rows in exclude])
        excluded = np.zeros(begins[-1], np.int64)
        for begin, rows in zip(begins[:-1], exclude, strict=True):
            excluded[begin : begin + len(rows)] = rows

        self.heaps = Heaps(
            rows=np.full((n_queries, depth), -1, np.int32),
            scores=np.full((n_queries, depth), -np.inf),
            sizes=np.zeros(n_queries, np.int64),
            begins=begins,
            excluded=excluded,
        )

    @property
    def n_to_find(self) -> int:
        """How many rows contain the best ones of any query, those of them excluded."""
        return self.heaps.rows.shape[1] + int(np.diff(self.heaps.begins).max(initial=0))

    def ranked(self) -> Ranked:
        """Return the kept rows, from best to worst."""
        rows = self.heaps.rows.copy()
        scores = self.heaps.scores.copy()
        for query_rows, query_scores in zip(rows, scores, strict=True):
            order = np.lexsort((query_rows, -query_scores))
            query_rows[:] = query_rows[order]
            query_scores[:] = query_scores[order]
        return rows, scores


def split_evenly(n: int, n_parts: int) -> list[int]:
    """Return the edges of at most ``n_parts`` parts of ``n`` queries, for threads to share."""
    if not n:
        return [0]
    return sorted({n * i // n_parts for i in range(n_parts + 1)})


@compiled
def offer(heaps, query, row, score):
    """Offer a row to a query; return the score of the least row that may be kept from now on."""
    size = heaps.sizes[query]
    scores = heaps.scores[query]
    rows = heaps.rows[query]
    depth = len(scores)
    if size == depth and not _worse(scores[0], rows[0], score, row):
        return scores[0]
    for i in range(heaps.begins[query], heaps.begins[query + 1]):
        if heaps.excluded[i] == row:
            return scores[0] if size == depth else -np.inf

    if size < depth:
        # the heap grows: from its end the row rises above better ones, as the worst is on top
        place = size
        size += 1
        heaps.sizes[query] = size
        while place > 0:
            parent = (place - 1) // 2
            if not _worse(score, row, scores[parent], rows[parent]):
                break
            scores[place] = scores[parent]
            rows[place] = rows[parent]
            place = parent
    else:
        # the worst goes: from the top the row sinks below worse ones
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
            scores[place] = scores[child]
            rows[place] = rows[child]
            place = child

    scores[place] = score
    rows[place] = row
    return scores[0] if size == depth else -np.inf


@compiled
def floor_of(heaps, query):
    """Return the score of the least row that may be kept: minus infinity until the heap is full."""
    if heaps.sizes[query] < heaps.scores.shape[1]:
        return -np.inf
    return heaps.scores[query, 0]


@compiled
def _worse(score, row, than_score, than_row):
    return score < than_score or (score == than_score and row > than_row)

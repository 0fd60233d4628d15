"""Dense rankers over MDCR's large pools: by a vector of each paper, or of each of its sentences.

Source: MDCR section 3: nearest neighbours are exact. Vectors are made once and sliced per pool.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paperpool.mdcr.large_pools import Search
from paperpool.mdcr.retrieval import Rank, Ranked
from paperpool.models.precision import choose_device
from paperpool.search.dense_search import search_dense
from paperpool.search.sentence_search import search_sentences


def search_by_vectors(vectors: NDArray[np.float32], similarity: str, threads: int) -> Rank:
    """Return how vectors, a row for each paper, rank a search: exactly, by cosine or l2."""
    device = choose_device()

    def rank(search: Search, depth: int) -> Ranked:
        return search_dense(
            vectors,
            search.rows,
            vectors[search.queries],
            similarity,
            depth,
            search.exclude,
            threads,
            device,
        )

    return rank


def search_by_sentences(
    vectors: NDArray[np.float32], starts: NDArray[np.int64], threads: int
) -> Rank:
    """Return how the sentences of papers rank a search: exactly, each paper at its best pair.

    Those of paper i are the rows starts[i] to starts[i + 1] of ``vectors``.
    """
    device = choose_device()

    def rank(search: Search, depth: int) -> Ranked:
        return search_sentences(
            vectors, starts, search.rows, search.queries, depth, search.exclude, threads, device
        )

    return rank

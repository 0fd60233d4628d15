"""Ways to search vectors: each function takes them and returns how to search by some of them."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from measuring import CORES

DEPTH = 500
"""How many are found for each query."""
SENTENCES = 8
"""Of a paper, on average."""
BATCH = 10_000


def use_ours(vectors: np.ndarray) -> Callable:
    from paperpool.search.dense_search import search_dense

    rows = np.arange(len(vectors), dtype=np.int32)
    return lambda queries: search_dense(vectors, rows, queries, "cosine", DEPTH, threads=CORES)


def use_sentences(vectors: np.ndarray) -> Callable:
    from paperpool.search.sentence_search import search_sentences

    starts = np.arange(0, len(vectors) + 1, SENTENCES)
    pool = np.arange(len(starts) - 1)
    return lambda queries: search_sentences(vectors, starts, pool, queries, DEPTH, threads=CORES)


def use_minima(vectors: np.ndarray) -> Callable:
    """Return a search by every pair of sentences of unit length, a paper at a time."""
    held = np.array(vectors)
    starts = np.arange(0, len(held), SENTENCES)

    def search(queries: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        rows = []
        for query in queries:
            one = held[query * SENTENCES : (query + 1) * SENTENCES]
            nearest = np.maximum.reduceat((one @ held.T).max(axis=0), starts)
            best = np.argpartition(-nearest, DEPTH)[:DEPTH]
            rows.append(best[np.argsort(-nearest[best])])
        return np.array(rows), np.zeros(0)

    return search


def use_faiss(vectors: np.ndarray) -> Callable:
    import faiss

    faiss.omp_set_num_threads(CORES)
    index = faiss.IndexFlatIP(vectors.shape[1])
    for start in range(0, len(vectors), BATCH):
        index.add(np.ascontiguousarray(vectors[start : start + BATCH]))
    return lambda queries: index.search(queries, DEPTH)[::-1]


def use_numpy(vectors: np.ndarray) -> Callable:
    held = np.array(vectors)

    def search(queries: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        products = queries @ held.T
        best = np.argpartition(-products, DEPTH, axis=1)[:, :DEPTH]
        scores = np.take_along_axis(products, best, axis=1)
        order = np.argsort(-scores, axis=1)
        return np.take_along_axis(best, order, axis=1), np.take_along_axis(scores, order, axis=1)

    return search

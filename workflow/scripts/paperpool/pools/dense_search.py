"""Exact nearest neighbours among dense vectors, with FAISS, a batch of the corpus at a time."""

from __future__ import annotations

import faiss
import numpy as np
from numpy.typing import NDArray

from paperpool.pools.top_candidates import TopCandidates
from paperpool.rankers.similarity import SIMILARITIES

_SPARE = 64
"""Neighbours fetched beyond those asked for: FAISS computes in single precision, so the order
around the last place may differ from the exact one."""


def offer_neighbours(
    top: TopCandidates,
    queries: list[str],
    vectors: NDArray[np.float64],
    ids: NDArray[np.str_],
    batch: NDArray[np.float64],
    similarity: str,
    depth: int,
) -> None:
    """Offer to each query its nearest papers of a batch, scored in double precision.

    ``vectors`` has a row per query and ``batch`` one per id, both of the same dimensions;
    ``similarity`` is a key of SIMILARITIES. Excluded ids are dropped by ``top``: fetch enough.
    """
    n_neighbours = min(len(batch), depth + _SPARE)
    metric = faiss.METRIC_L2
    wanted, offered = vectors, batch
    if similarity == "cosine":
        metric = faiss.METRIC_INNER_PRODUCT
        wanted, offered = _unit(vectors), _unit(batch)
    _, neighbours = faiss.knn(
        np.ascontiguousarray(wanted, np.float32),
        np.ascontiguousarray(offered, np.float32),
        n_neighbours,
        metric=metric,
    )
    for query, vector, rows in zip(queries, vectors, np.sort(neighbours, axis=1), strict=True):
        top.add(query, ids[rows], SIMILARITIES[similarity](vector, batch[rows]))


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)


def limit_threads(n: int) -> None:
    """Let FAISS use ``n`` threads in this process."""
    faiss.omp_set_num_threads(n)

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

_ROUNDING = 2.0**-23
"""Single precision's relative error, which adds up over the dimensions."""


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
    A query gets the whole batch where papers that were not fetched may be as near as the
    ``depth``-th: with many equal vectors, say.
    """
    n_neighbours = min(len(batch), depth + _SPARE)
    metric = faiss.METRIC_L2
    wanted, offered = vectors, batch
    if similarity == "cosine":
        metric = faiss.METRIC_INNER_PRODUCT
        wanted, offered = _unit(vectors), _unit(batch)
    reached, neighbours = faiss.knn(
        np.ascontiguousarray(wanted, np.float32),
        np.ascontiguousarray(offered, np.float32),
        n_neighbours,
        metric=metric,
    )
    score = SIMILARITIES[similarity]
    for i, (query, vector) in enumerate(zip(queries, vectors, strict=True)):
        rows = np.sort(neighbours[i])
        scores = score(vector, batch[rows])
        if n_neighbours < len(batch):
            last_needed = np.partition(scores, -depth)[-depth]
            if _may_miss(last_needed, float(reached[i, -1]), vector, similarity):
                rows, scores = np.arange(len(batch)), score(vector, batch)
        top.add(query, ids[rows], scores)


def _may_miss(
    last_needed: float, reached: float, vector: NDArray[np.float64], similarity: str
) -> bool:
    """Return whether a paper that was not fetched may score ``last_needed`` or more.

    ``reached`` is FAISS's figure of the last paper that was: a cosine or a squared distance.
    """
    rounding = len(vector) * _ROUNDING
    if similarity == "cosine":
        return reached + rounding >= last_needed
    # a paper as near as this is no longer than the query's vector and the distance together
    longest = 2 * np.linalg.norm(vector) - last_needed
    return reached - rounding * longest**2 <= last_needed**2


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1.0)


def limit_threads(n: int) -> None:
    """Let FAISS use ``n`` threads in this process."""
    faiss.omp_set_num_threads(n)

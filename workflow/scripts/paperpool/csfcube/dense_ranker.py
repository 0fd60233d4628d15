"""Rank by the distance between embeddings of whole papers, title and abstract on both sides.

Source: CSFCube section 5, abstract-level baselines: the query's facet is not used.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from paperpool.csfcube.collection import Collection
from paperpool.encoders import Encoder
from paperpool.runs import Run, rank_scores

Matrix = NDArray[np.float64]


def _cosine(query: Matrix, candidates: Matrix) -> Matrix:
    norms = np.linalg.norm(candidates, axis=1) * np.linalg.norm(query)
    return (candidates * query).sum(axis=1) / np.where(norms > 0, norms, 1.0)


def _negative_l2(query: Matrix, candidates: Matrix) -> Matrix:
    return -np.linalg.norm(candidates - query, axis=1)


SIMILARITIES: dict[str, Callable[[Matrix, Matrix], Matrix]] = {
    "cosine": _cosine,
    "l2": _negative_l2,
}


def rank_by_embedding(collection: Collection, encoder: Encoder, similarity: str) -> Run:
    """Rank the judged candidates of every pair; ``similarity`` is a key of ``SIMILARITIES``."""
    row = {paper_id: i for i, paper_id in enumerate(collection.papers)}
    texts = [f"{paper.title} {paper.abstract}" for paper in collection.papers.values()]
    vectors = encoder.encode(texts).astype(np.float64)
    run: Run = {}
    for query, facet in collection.pairs():
        candidates = collection.rankable(query, facet)
        scores = SIMILARITIES[similarity](
            vectors[row[query]], vectors[[row[c] for c in candidates]]
        )
        run[query, facet] = rank_scores(zip(candidates, scores, strict=True))
    return run

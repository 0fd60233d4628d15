"""Rank by the distance between embeddings of whole papers, title and abstract on both sides.

Source: CSFCube section 5, abstract-level baselines: the query's facet is not used.
"""

from __future__ import annotations

import numpy as np

from paperpool.csfcube.collection import Collection
from paperpool.encoders import Encoder
from paperpool.rankers.similarity import SIMILARITIES
from paperpool.runs import Run, rank_scores


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

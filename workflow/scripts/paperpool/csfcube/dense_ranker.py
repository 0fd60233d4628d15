"""Rank by the distance between embeddings of whole papers, title and abstract on both sides.

Source: CSFCube section 5, abstract-level baselines: the query's facet is not used.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from paperpool.csfcube.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.encoders import Encoder, joining_text
from paperpool.rankers.similarity import SIMILARITIES, Matrix


def rank_by_embedding(
    collection: Collection, encoder: Encoder, similarity: str, separator: str = "space"
) -> Run:
    """Rank the judged candidates of every pair; ``similarity`` is a key of ``SIMILARITIES``.

    ``separator`` is what stands between title and abstract (see ``joining_text``).
    """
    vectors = encode_papers(collection, encoder, separator)
    papers = dict(zip(collection.papers, vectors, strict=True))
    queries = {(query, facet): papers[query] for query, facet in collection.pairs()}
    return rank_by_vectors(collection, queries, vectors, similarity)


def encode_papers(collection: Collection, encoder: Encoder, separator: str = "space") -> Matrix:
    """Return the embeddings of every paper's title and abstract, joined by ``separator``.

    Shape (papers, dimensions), rows in the order of ``collection.papers``.
    """
    joint = joining_text(encoder, separator)
    texts = [f"{paper.title}{joint}{paper.abstract}" for paper in collection.papers.values()]
    return encoder.encode(texts).astype(np.float64)


def rank_by_vectors(
    collection: Collection,
    queries: Mapping[tuple[str, str], NDArray[np.float64]],
    papers: Matrix,
    similarity: str,
) -> Run:
    """Rank every pair's judged candidates by how near they are to the pair's vector.

    ``queries`` has a vector for every pair, ``papers`` a row for every paper as in
    ``encode_papers``.
    """
    row = {paper_id: i for i, paper_id in enumerate(collection.papers)}
    run: Run = {}
    for pair in collection.pairs():
        candidates = collection.rankable(*pair)
        scores = SIMILARITIES[similarity](queries[pair], papers[[row[c] for c in candidates]])
        run[pair] = rank_scores(zip(candidates, scores, strict=True))
    return run

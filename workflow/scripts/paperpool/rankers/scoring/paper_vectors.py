"""Papers as one vector each: encoded, taken from those that are known, and compared."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.collections.papers import Paper, PlainPaper
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.encoders import Encoder, joining_text
from paperpool.rankers.scoring.known_vectors import KnownVectors
from paperpool.rankers.scoring.similarity import SIMILARITIES, Matrix


def encode_papers(
    papers: Mapping[str, Paper | PlainPaper],
    encoder: Encoder,
    separator: str = "space",
    known: KnownVectors | None = None,
) -> Matrix:
    """Return the embeddings of titles and abstracts, joined by ``separator``.

    Shape (papers, dimensions), rows in the order of ``papers``. Those that are ``known`` are taken
    from there; the others are encoded, each once.
    """
    joint = joining_text(encoder, separator)
    ids = list(papers)
    rows = np.full(len(ids), -1) if known is None else known.find(ids)
    missing = np.flatnonzero(rows < 0)
    lacking = [papers[ids[i]] for i in missing]
    texts = [f"{paper.head(joint)}{paper.abstract}" for paper in lacking]
    if known is None:
        return encoder.encode(texts).astype(np.float64)
    vectors = np.zeros((len(ids), known.vectors.shape[1]))
    vectors[rows >= 0] = known.vectors[rows[rows >= 0]]
    if texts:
        vectors[missing] = encoder.encode(texts)
    return vectors


def rank_by_vectors(
    collection: Collection,
    queries: Mapping[tuple[str, str], NDArray[np.float64]],
    papers: Matrix,
    similarity: str,
) -> Run:
    """Rank every topic's candidates by how near they are to the topic's vector.

    ``queries`` has a vector for every topic, ``papers`` a row for every paper of the
    collection; ``similarity`` is a key of SIMILARITIES.
    """
    row = {paper_id: i for i, paper_id in enumerate(collection.papers)}
    run: Run = {}
    for pair in collection.pairs():
        candidates = collection.rankable(*pair)
        scores = SIMILARITIES[similarity](queries[pair], papers[[row[c] for c in candidates]])
        run[pair] = rank_scores(zip(candidates, scores, strict=True))
    return run

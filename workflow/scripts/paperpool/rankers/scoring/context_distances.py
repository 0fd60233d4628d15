"""Rank by distances between sentences encoded within their paper.

Source: Mysore, Cohan and Hope, "Multi-Vector Models with Textual Guidance for Fine-Grained
Scientific Document Similarity" (2022), sections 3.2 and 3.3: tsAspire and otAspire. The query is
the sentences of its facet, encoded within their whole abstract, the candidate all of its own.
Without a facet, titles are sentences too, and the query is the whole paper (MDCR, section 3).
"""

import logging
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.rankers.scoring.similarity import Matrix, negative_l2

logger = logging.getLogger("paperpool")

FARTHEST = -1e9
"""The score without sentences to compare: below that of any distance."""


def rank_by_distances(
    collection: Collection,
    encoder: ContextualEncoder,
    measure: Callable[[Sequence[Matrix]], Sequence[float]],
    known: KnownVectors | None = None,
) -> Run:
    """Rank by the negative ``measure`` of each candidate's L2 distances.

    These have the shape (query's sentences, candidate's sentences).
    """
    encoded = _encode(collection, collection.papers, encoder, known)
    papers, asking = {i: _sound(rows) for i, rows in encoded.items()}, encoded
    if encoder.encodes_queries_apart:
        queries = dict.fromkeys(query for query, _ in collection.pairs())
        asking = _encode(collection, queries, encoder.of_queries, None)
    run: Run = {}
    for query, part in collection.pairs():
        mask = collection.facet_mask(query, part)[collection.paper_mask(query)]
        asked = _sound(asking[query] if mask.all() else asking[query][mask])
        if not len(asked):
            logger.warning("%s_%s: no sentence of the query is encoded", query, part)
        candidates = collection.rankable(query, part)
        compared = [c for c in candidates if len(asked) and len(papers[c])]
        distances = [_distances(asked, papers[c]) for c in compared]
        scores = dict.fromkeys(candidates, FARTHEST)
        values = measure(distances) if distances else []
        scores |= {c: -value for c, value in zip(compared, values, strict=True)}
        run[query, part] = rank_scores(scores.items())
    return run


def _encode(
    collection: Collection,
    papers: Iterable[str],
    encoder: ContextualEncoder,
    known: KnownVectors | None,
) -> dict[str, Matrix]:
    """Return the vectors of the offered sentences of papers; NaN beyond the encoder's limit.

    Papers that are ``known`` have only the vectors within the limit.
    """
    ids = list(papers)
    vectors: dict[str, NDArray[Any]] = {}
    if known is not None:
        places = known.find(ids)
        vectors = {ids[i]: known.rows(places[i]) for i in np.flatnonzero(places >= 0)}
    missing = [i for i in ids if i not in vectors]
    rows = encoder.encode(collection.list_sentences(missing))
    vectors |= {i: each[collection.paper_mask(i)] for i, each in zip(missing, rows, strict=True)}
    return {i: of_paper.astype(np.float64) for i, of_paper in vectors.items()}


def _sound(vectors: Matrix) -> Matrix:
    """Drop the rows of sentences beyond the encoder's limit."""
    return vectors[~np.isnan(vectors).any(axis=1)]


def _distances(asked: Matrix, offered: Matrix) -> Matrix:
    return np.stack([-negative_l2(row, offered) for row in asked])

"""Rank by distances between sentences encoded within their paper.

Source: Mysore, Cohan and Hope, "Multi-Vector Models with Textual Guidance for Fine-Grained
Scientific Document Similarity" (2022), sections 3.2 and 3.3: tsAspire and otAspire. The query is
the sentences of its facet, encoded within their whole abstract, the candidate all of its own.
Without a facet, titles are sentences too, and the query is the whole paper (MDCR, section 3).
"""

import logging
from collections.abc import Callable, Iterable, Sequence

import numpy as np

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
    papers = {paper_id: _drop_unknown(rows) for paper_id, rows in encoded.items()}
    queries = encoded
    if encoder.encodes_queries_apart:
        query_ids = dict.fromkeys(query for query, _ in collection.pairs())
        queries = _encode(collection, query_ids, encoder.of_queries, None)

    run: Run = {}
    for query, part in collection.pairs():
        # known vectors lack sentences beyond the limit, so that a mask of all does not fit them
        mask = np.array(collection.facet_mask(query, part))[collection.paper_mask(query)]
        sentences = queries[query] if mask.all() else queries[query][mask]
        sentences = _drop_unknown(sentences)
        if not len(sentences):
            logger.warning("%s_%s: no sentence of the query is encoded", query, part)

        candidates = collection.rankable(query, part)
        compared = [c for c in candidates if len(sentences) and len(papers[c])]
        distances = [_distances(sentences, papers[candidate]) for candidate in compared]
        scores = dict.fromkeys(candidates, FARTHEST)
        if distances:
            for candidate, distance in zip(compared, measure(distances), strict=True):
                scores[candidate] = -distance
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
    vectors: dict[str, Matrix] = {}
    if known is not None:
        places = known.find(ids)
        for i in np.flatnonzero(places >= 0):
            vectors[ids[i]] = known.rows(places[i]).astype(np.float64)

    missing = [paper_id for paper_id in ids if paper_id not in vectors]
    encoded = encoder.encode(collection.list_sentences(missing))
    for paper_id, rows in zip(missing, encoded, strict=True):
        vectors[paper_id] = rows[collection.paper_mask(paper_id)].astype(np.float64)
    return vectors


def _drop_unknown(vectors: Matrix) -> Matrix:
    """Drop the rows of sentences beyond the encoder's limit."""
    return vectors[~np.isnan(vectors).any(axis=1)]


def _distances(query: Matrix, candidate: Matrix) -> Matrix:
    return np.stack([-negative_l2(row, candidate) for row in query])

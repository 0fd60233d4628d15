"""Rank by sentences encoded in context: the best match of one, or all matched at once.

Source: Mysore, Cohan and Hope, "Multi-Vector Models with Textual Guidance for Fine-Grained
Scientific Document Similarity" (2022), sections 3.2 and 3.3: tsAspire and otAspire. The query is
the sentences of its facet, encoded within their whole abstract, the candidate all of its own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence

import numpy as np

from paperpool.csfcube.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.rankers.similarity import Matrix, negative_l2
from paperpool.rankers.transport import transport_costs, weigh_sentences

logger = logging.getLogger("paperpool")

FARTHEST = -1e9
"""The score where there are no sentences to compare: below that of any distance."""


def rank_by_single_match(collection: Collection, encoder: ContextualEncoder) -> Run:
    """Rank every pair's judged candidates by the smallest L2 distance between two sentences."""
    return _rank(collection, encoder, lambda all_costs: [costs.min() for costs in all_costs])


def rank_by_transport(collection: Collection, encoder: ContextualEncoder) -> Run:
    """Rank every pair's judged candidates by the cost of moving the facet's sentences to theirs.

    The cost between two sentences is their L2 distance.
    """
    return _rank(collection, encoder, _transport)


def _rank(
    collection: Collection,
    encoder: ContextualEncoder,
    measure: Callable[[Sequence[Matrix]], Sequence[float]],
) -> Run:
    """Rank by the negative of what ``measure`` gives for each candidate's distances.

    These have the shape (facet's sentences, candidate's sentences).
    """
    papers = collection.papers
    encoded = encoder.encode([(paper.title, *paper.sentences) for paper in papers.values()])
    vectors = dict(zip(papers, (rows.astype(np.float64) for rows in encoded), strict=True))
    run: Run = {}
    for query, facet in collection.pairs():
        asked = _known(vectors[query][papers[query].facet_labels(facet)])
        if not len(asked):
            logger.warning("%s_%s: no sentence of the facet is encoded", query, facet)
        candidates = collection.rankable(query, facet)
        offered = {c: _known(vectors[c]) for c in candidates if len(asked)}
        distances = {c: _distances(asked, known) for c, known in offered.items() if len(known)}
        scores = dict.fromkeys(candidates, FARTHEST)
        values = measure(list(distances.values())) if distances else []
        scores |= {c: -value for c, value in zip(distances, values, strict=True)}
        run[query, facet] = rank_scores(scores.items())
    return run


def _known(vectors: Matrix) -> Matrix:
    """Return the rows of sentences that lay within the encoder's limit."""
    return vectors[~np.isnan(vectors).any(axis=1)]


def _distances(asked: Matrix, offered: Matrix) -> Matrix:
    """Return the L2 distance of every row of ``asked`` to every row of ``offered``."""
    return np.stack([-negative_l2(row, offered) for row in asked])


def _transport(all_costs: Sequence[Matrix]) -> Sequence[float]:
    """Return the transport cost of every candidate; all are solved together, padded to one size."""
    n_columns = max(costs.shape[1] for costs in all_costs)
    padded = np.full((len(all_costs), len(all_costs[0]), n_columns), np.inf)
    for problem, costs in zip(padded, all_costs, strict=True):
        problem[:, : costs.shape[1]] = costs
    return transport_costs(padded, *weigh_sentences(padded)).tolist()

"""Rank by the best match of each token (see ``rankers.tokens``, which has the sources)."""

import logging
from collections import Counter
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.contextual_encoders import PaperTokens, TokenEncoder

logger = logging.getLogger("paperpool")

POWER = 4
"""The published d of asymmetric partial matching."""


def rank_by_tokens(collection: Collection, encoder: TokenEncoder) -> Run:
    """Rank every topic's candidates by the tokens of title and facet on both sides.

    A score, from 0 to 1, is the mean, over the query's tokens weighted by inverse document
    frequency in the collection, of the largest cosine with a token of the candidate, to the power
    ``POWER``. A candidate without tokens scores 0.
    """
    papers = collection.papers
    tokens = dict(zip(papers, encoder.encode(collection.list_sentences(papers)), strict=True))
    query_tokens = tokens
    if encoder.encodes_queries_apart:
        queries = list(dict.fromkeys(query for query, _ in collection.pairs()))
        encoded = encoder.of_queries.encode(collection.list_sentences(queries))
        query_tokens = dict(zip(queries, encoded, strict=True))

    # papers that are queries alone are in no statistics
    counted = {i: of_paper for i, of_paper in tokens.items() if i not in collection.questions}
    weights = weigh_tokens(counted)
    unseen = float(np.log(len(counted) + 1))  # as of a token that one paper holds

    run: Run = {}
    for query, part in collection.pairs():
        ids, vectors = _of_facet(collection, query_tokens, query, part)
        if not len(ids):
            logger.warning("%s_%s: no token of the title or facet is encoded", query, part)
        importance = np.array([weights.get(token, unseen) for token in ids.tolist()])
        scores = []
        for candidate in collection.rankable(query, part):
            _, offered = _of_facet(collection, tokens, candidate, part)
            scores.append((candidate, _match(vectors, offered, importance)))
        run[query, part] = rank_scores(scores)
    return run


def weigh_tokens(papers: Mapping[str, PaperTokens]) -> dict[int, float]:
    """Return ln((N + 1) / n) of each token: n of the N papers have it."""
    counts: Counter[int] = Counter()
    for tokens in papers.values():
        counts.update(set(tokens.ids.tolist()))
    return {token: float(np.log((len(papers) + 1) / n)) for token, n in counts.items()}


def _of_facet(
    collection: Collection, tokens: Mapping[str, PaperTokens], paper_id: str, part: str
) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
    of_paper = tokens[paper_id]
    inside = np.array(collection.facet_mask(paper_id, part, title=True))[of_paper.parts]
    return of_paper.ids[inside], of_paper.vectors[inside].astype(np.float32)


def _match(asked: NDArray[np.float32], offered: NDArray[np.float32], importance: Floats) -> float:
    if not len(asked) or not len(offered):
        return 0.0
    best = (asked @ offered.T).max(axis=1).astype(np.float64)
    return float(np.average(np.clip(best, 0.0, 1.0) ** POWER, weights=importance))

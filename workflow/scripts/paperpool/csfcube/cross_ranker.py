"""Rank with a cross-encoder: the query's title and facet sentences against title and abstract."""

from __future__ import annotations

from paperpool.csfcube.collection import Collection
from paperpool.csfcube.facet_ranker import facet_text
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.cross_encoders import PairScorer


def rank_by_pairs(collection: Collection, scorer: PairScorer) -> Run:
    """Rank the judged candidates of every pair by the score of the two texts together."""
    asked = [
        (pair, candidate) for pair in collection.pairs() for candidate in collection.rankable(*pair)
    ]
    texts = []
    for (query, facet), candidate in asked:
        paper = collection.papers[candidate]
        text = facet_text(collection.papers[query], facet, " ")
        texts.append((text, f"{paper.title} {paper.abstract}"))
    scores: dict[tuple[str, str], list[tuple[str, float]]] = {p: [] for p in collection.pairs()}
    for (pair, candidate), score in zip(asked, scorer.score(texts), strict=True):
        scores[pair].append((candidate, float(score)))
    return {pair: rank_scores(of_pair) for pair, of_pair in scores.items()}

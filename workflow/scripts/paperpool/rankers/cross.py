"""Rank with a cross-encoder: the query's title and facet sentences against title and abstract."""

from __future__ import annotations

from typing import TYPE_CHECKING

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.rankers.model_ranker import PromptedRanker
from paperpool.rankers.ranker import Context

if TYPE_CHECKING:
    from paperpool.models.cross_encoders import PairScorer


class Cross(PromptedRanker, group="Abstract-level", needs={"pairs"}):
    """A cross-encoder: one pass over the query's title and facet sentences and the candidate's
    title and abstract gives their score.
    """

    def order(self, collection: Collection, context: Context) -> Run:
        """Score each pair of a topic and a candidate in one pass of the model."""
        from paperpool.models.cross_encoders import PairScorer  # imports numpy

        return rank_by_pairs(collection, self.load(PairScorer, context))


def rank_by_pairs(collection: Collection, scorer: PairScorer) -> Run:
    """Rank every topic's candidates by the score of the two texts together."""
    ranked = {pair: collection.rankable(*pair) for pair in collection.pairs()}
    searched: dict[str, str] = {}
    texts = []
    for pair, candidates in ranked.items():
        query_text = collection.headed_text(*pair)
        for candidate in candidates:
            if candidate not in searched:
                paper = collection.papers[candidate]
                searched[candidate] = f"{paper.head()}{paper.abstract}"
            texts.append((query_text, searched[candidate]))

    scores = iter(scorer.score(texts))
    run: Run = {}
    for pair, candidates in ranked.items():
        run[pair] = rank_scores((candidate, next(scores)) for candidate in candidates)
    return run

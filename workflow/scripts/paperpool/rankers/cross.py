"""Rank with a cross-encoder: the query's title and facet sentences against title and abstract."""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.cross_encoders import PairScorer
from paperpool.rankers.model_ranker import PromptedRanker
from paperpool.rankers.ranker import Context


class Cross(PromptedRanker, group="Abstract-level", needs={"pairs"}):
    """A cross-encoder: one pass over the query's title and facet sentences and the candidate's
    title and abstract gives their score.
    """

    def order(self, collection: Collection, context: Context) -> Run:
        return rank_by_pairs(collection, self.load(PairScorer, context))


def rank_by_pairs(collection: Collection, scorer: PairScorer) -> Run:
    """Rank every topic's candidates by the score of the two texts together."""
    ranked = {pair: collection.rankable(*pair) for pair in collection.pairs()}
    papers = {i: collection.papers[i] for i in {i for ids in ranked.values() for i in ids}}
    searched = {i: f"{paper.head()}{paper.abstract}" for i, paper in papers.items()}
    asked = {pair: collection.headed_text(*pair) for pair in ranked}
    texts = [(asked[pair], searched[i]) for pair, ids in ranked.items() for i in ids]
    scores = iter(scorer.score(texts))
    return {pair: rank_scores((i, next(scores)) for i in ids) for pair, ids in ranked.items()}

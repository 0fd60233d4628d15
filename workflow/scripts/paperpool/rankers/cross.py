"""Rank with a cross-encoder: the query's title and facet sentences against title and abstract."""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.cross_encoders import PairScorer
from paperpool.rankers.model_ranker import ModelRanker
from paperpool.rankers.ranker import Tools


class Cross(ModelRanker, group="Abstract-level", needs={"pairs"}):
    """A cross-encoder: one pass over the query's title and facet sentences and the candidate's
    title and abstract gives their score.
    """

    def order(self, collection: Collection, tools: Tools) -> Run:
        return rank_by_pairs(collection, self.load(PairScorer, tools))


def rank_by_pairs(collection: Collection, scorer: PairScorer) -> Run:
    """Rank every topic's candidates by the score of the two texts together."""
    asked = [(pair, i) for pair in collection.pairs() for i in collection.rankable(*pair)]
    searched = {i: f"{paper.head()}{paper.abstract}" for i, paper in collection.papers.items()}
    texts = [(collection.headed_text(*pair), searched[i]) for pair, i in asked]
    scores: dict[tuple[str, str], list[tuple[str, float]]] = {p: [] for p in collection.pairs()}
    for (pair, candidate), score in zip(asked, scorer.score(texts), strict=True):
        scores[pair].append((candidate, float(score)))
    return {pair: rank_scores(of_pair) for pair, of_pair in scores.items()}

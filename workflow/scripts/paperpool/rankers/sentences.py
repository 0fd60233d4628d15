"""Rank by the largest cosine between any two sentences: CSFCube's own sentence-level ranking."""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.model_ranker import SentenceRanker
from paperpool.rankers.ranker import Context


class Sentences(SentenceRanker):
    """Sentences encoded alone; the largest cosine between any sentence of the query's facet and
    any of the candidate's abstract (SentBERT, SimCSE).
    """

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank by the largest cosine of two sentences."""
        from paperpool.models.encoders import Encoder  # imports numpy
        from paperpool.rankers.scoring.sentence_cosines import rank_by_cosines

        encoder = self.load(Encoder, context)
        return rank_by_cosines(collection, encoder, self.titles, lambda cosines: cosines.max())

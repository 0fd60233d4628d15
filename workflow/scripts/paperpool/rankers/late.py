"""Rank by the best match of each sentence of the query.

A score is the mean, over the query's sentences, of the largest cosine with a sentence of the
candidate: the late interaction of ColBERT (Khattab and Zaharia 2020, section 3.3), with sentences
in place of tokens, and a mean in place of a sum.
"""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.model_ranker import SentenceRanker
from paperpool.rankers.ranker import Context


class Late(SentenceRanker):
    """The same as sentences, but for each facet sentence its largest cosine, and their mean."""

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank by the mean, over the query's sentences, of the largest cosine."""
        from paperpool.models.encoders import Encoder  # imports numpy
        from paperpool.rankers.scoring.sentence_cosines import rank_by_cosines

        encoder = self.load(Encoder, context)
        return rank_by_cosines(
            collection, encoder, self.titles, lambda cosines: cosines.max(axis=1).mean()
        )

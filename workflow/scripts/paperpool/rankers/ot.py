"""Rank by the cost of moving the query's sentences to the candidate's: otAspire.

Source: Mysore, Cohan and Hope (2022), section 3.3: a sentence's weight grows with the nearness of
its nearest sentence of the other paper, and the distance of two papers is the cost of the cheapest
plan that moves one's weights to the other's, by L2 distances of sentences (``transport``).
"""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.model_ranker import ContextRanker
from paperpool.rankers.ranker import Context


class OptimalTransport(ContextRanker):
    """The same as ts, but the cost of moving all of the facet's sentences to the candidate's,
    the nearer ones weighing more (otAspire).
    """

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank by the cheapest transport between the sentences of topic and candidate."""
        from paperpool.models.contextual_encoders import ContextualEncoder  # imports numpy
        from paperpool.rankers.scoring.context_distances import rank_by_distances
        from paperpool.rankers.scoring.transport import move_sentences

        encoder = self.load(ContextualEncoder, context, layers=self.layers)
        return rank_by_distances(collection, encoder, move_sentences, context.known)

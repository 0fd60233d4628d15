"""Rank by the smallest L2 distance between two sentences encoded in context: tsAspire.

Source: Mysore, Cohan and Hope (2022), section 3.2; MDCR section 3. For large pools see
``search.sentence_search``.
"""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.model_ranker import ContextRanker
from paperpool.rankers.ranker import Context


class TextSupervised(ContextRanker, searches="sentences"):
    """Sentences encoded within title and abstract; the smallest L2 distance between one of the
    query's facet and one of the candidate (tsAspire).
    """

    def search(self, collection: Collection, context: Context) -> Run:
        """Search all documents by the nearest pair of sentences."""
        from paperpool.models.contextual_encoders import ContextualEncoder
        from paperpool.rankers.scoring.searching import search_by_nearest  # imports numba

        encoder = self.load(ContextualEncoder, context, layers=self.layers)
        return search_by_nearest(collection, encoder, context)

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank by the smallest distance of two sentences."""
        from paperpool.models.contextual_encoders import ContextualEncoder  # imports numpy
        from paperpool.rankers.scoring.context_distances import rank_by_distances

        encoder = self.load(ContextualEncoder, context, layers=self.layers)
        return rank_by_distances(
            collection, encoder, lambda distances: [each.min() for each in distances], context.known
        )

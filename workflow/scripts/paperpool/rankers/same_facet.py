"""Rank by the distance between the query's facet and the same facet of the candidate.

Both are a title with the sentences of the facet; a candidate without such sentences is its title.
"""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.model_ranker import PaperRanker
from paperpool.rankers.ranker import Context


class SameFacet(PaperRanker, needs={"facets"}):
    """As facet, but a candidate too is its title and its sentences of that facet."""

    def order(self, collection: Collection, context: Context) -> Run:
        """Encode each paper's facets that are compared, and rank by the vectors of the topic's."""
        from paperpool.models.encoders import Encoder  # imports numpy
        from paperpool.rankers.scoring.facet_vectors import rank_by_facets

        encoder = self.load(Encoder, context)
        return rank_by_facets(collection, encoder, self.separator, self.similarity)

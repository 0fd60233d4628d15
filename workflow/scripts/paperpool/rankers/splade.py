"""Rank by learned weights of terms: SPLADE and its kin.

Source: Formal et al., "SPLADE v2" (2021): any masked language model that was trained so. The texts
are those of BM25: of faceted collections facet sentences against whole abstracts, else titles and
abstracts on both sides.
"""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.model_ranker import ModelRanker
from paperpool.rankers.ranker import Context


class Splade(ModelRanker, group="Term-level", searches="weights"):
    """As bm25, but texts are weights of a vocabulary's terms by a masked language model (SPLADE),
    and a score is the sum of the products of both texts' weights.
    """

    def order(self, collection: Collection, context: Context) -> Run:
        """Weigh the terms of topics and candidates, and rank by the products of their weights."""
        from paperpool.models.sparse_encoder import SparseEncoder
        from paperpool.rankers.scoring.learned_weights import rank_by_weights  # imports numba

        return rank_by_weights(collection, self.load(SparseEncoder, context), context.folder)

    def search(self, collection: Collection, context: Context) -> Run:
        """Weigh the terms of all documents, and search them by those that a topic shares."""
        from paperpool.models.sparse_encoder import SparseEncoder
        from paperpool.rankers.scoring.learned_weights import search_by_weights, weigh_texts
        from paperpool.rankers.scoring.searching import search_collection

        encoder = self.load(SparseEncoder, context)
        weights = weigh_texts(collection, collection.documents, encoder, context.folder)
        return search_collection(collection, search_by_weights(weights, context.threads))

"""Rank by the best match of each token of the query's facet in the candidate's same facet.

Source: the late interaction of ColBERT (Khattab and Zaharia 2020, section 3.3) with the weights and
the power of asymmetric partial matching ("Cited Text Identification" section 3: rare words count
more; a cosine is raised to the power d = 4, so that many half matches do not make up for a whole
one). Tokens are encoded within their whole paper; the title's belong to every facet. Without a
facet, all tokens of both papers are compared.
"""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.model_ranker import AdaptedRanker
from paperpool.rankers.ranker import Context


class Tokens(AdaptedRanker, group="Sentence-level"):
    """Tokens encoded within title and abstract; for each of the query's title and facet its
    best match in the candidate's title and same facet, to the fourth power, and their mean,
    rare tokens weighing more.
    """

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank by the mean of each token's best match; see ``rank_by_tokens``."""
        from paperpool.models.contextual_encoders import TokenEncoder  # imports numpy
        from paperpool.rankers.scoring.token_matches import rank_by_tokens

        return rank_by_tokens(collection, self.load(TokenEncoder, context))

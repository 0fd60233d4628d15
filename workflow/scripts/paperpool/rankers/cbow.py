"""Rank by plain averages of word vectors (see ``word_averages``)."""

from typing import ClassVar

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.ranker import Context, Ranker


class WordRanker(
    Ranker, group="Term-level", needs={"word_vectors"}, searches="vectors", abstract=True
):
    """The base of ``cbow`` and ``tfidfcbow``; large pools are compared by ``similarity``."""

    similarity: ClassVar[str] = "cosine"

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank by L2 distance in faceted collections, and by the cosine of whole papers."""
        from paperpool.rankers.scoring.word_averages import rank_by_averages  # slow to import

        return rank_by_averages(collection, context, self.kind)

    def search(self, collection: Collection, context: Context) -> Run:
        """Search all documents by the cosine."""
        from paperpool.rankers.scoring.word_averages import search_by_averages  # slow to import

        return search_by_averages(collection, context, self.kind)


class Cbow(WordRanker):
    """The same texts as averaged word vectors, by L2 distance. Word2vec is trained on data.s2orc's
    papers that the filter csfcube keeps, if pools are drawn from them, else on the collection's
    abstracts.
    """

"""The base class of ``cbow`` and ``tfidfcbow``, by averages of word vectors."""

from typing import ClassVar

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.ranker import Ranker, Tools


class WordRanker(
    Ranker, group="Term-level", needs={"word_vectors"}, searches="vectors", abstract=True
):
    """A ranker by word vectors; in large pools they are compared by ``similarity``."""

    similarity: ClassVar[str] = "cosine"

    def order(self, collection: Collection, tools: Tools) -> Run:
        from paperpool.rankers.scoring.word_averages import rank_by_averages  # slow to import

        return rank_by_averages(collection, tools, self.kind)

    def search(self, collection: Collection, tools: Tools) -> Run:
        from paperpool.rankers.scoring.word_averages import search_by_averages  # slow to import

        return search_by_averages(collection, tools, self.kind)

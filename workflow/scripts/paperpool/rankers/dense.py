"""Rank by the distance between embeddings of whole papers, title and abstract on both sides.

Source: CSFCube section 5, abstract-level baselines: the query's facet is not used; MDCR section 3.
"""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.models.encoders import Encoder
from paperpool.rankers.model_ranker import PaperRanker
from paperpool.rankers.ranker import Tools
from paperpool.rankers.scoring.paper_vectors import encode_papers, encode_queries, rank_by_vectors


class Dense(PaperRanker, searches="vectors"):
    """Embeddings of title and abstract on both sides."""

    def order(self, collection: Collection, tools: Tools) -> Run:
        encoder = self.load(Encoder, tools)
        return rank_by_papers(collection, encoder, self.similarity, self.separator, tools)

    def search(self, collection: Collection, tools: Tools) -> Run:
        from paperpool.rankers.scoring.searching import search_by_papers  # imports numba

        encoder = self.load(Encoder, tools)
        return search_by_papers(collection, encoder, self.separator, self.similarity, tools)


def rank_by_papers(
    collection: Collection, encoder: Encoder, similarity: str, separator: str, tools: Tools
) -> Run:
    """Rank every topic's candidates by their vector's likeness to that of the query paper."""
    vectors = encode_papers(collection.papers, encoder, separator, tools.known)
    of_paper = dict(zip(collection.papers, vectors, strict=True))
    queries = {pair: of_paper[pair[0]] for pair in collection.pairs()}
    if encoder.asks_apart:
        queries = encode_queries(collection, encoder, separator)
    return rank_by_vectors(collection, queries, vectors, similarity)

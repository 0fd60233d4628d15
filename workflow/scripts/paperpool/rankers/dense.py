"""Rank by the distance between embeddings of whole papers, title and abstract on both sides.

Source: CSFCube section 5, abstract-level baselines: the query's facet is not used; MDCR section 3.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.models.encoders import Encoder
from paperpool.rankers.model_ranker import MODEL_NAME, PaperRanker
from paperpool.rankers.ranker import Tools, one_of
from paperpool.rankers.scoring.paper_vectors import (
    encode_papers,
    encode_queries,
    rank_by_vectors,
    take_papers,
)
from paperpool.settings import setting


class Dense(PaperRanker, searches="vectors"):
    """Embeddings of title and abstract on both sides, of a model or, by vectors, given as files."""

    model: str = setting(MODEL_NAME, {"description": MODEL_NAME, "type": "string"}, "")
    vectors: str | Sequence[str] | Mapping[str, str] | None = setting(
        "null, or in place of a model its vectors of papers: files, folders or globs, or {s2ag: "
        "DATASET} of the release of data.s2orc, such as embeddings-specter_v2",
        {"$ref": "#/$defs/vectors"},
        None,
    )
    missing: str = setting(
        "what papers are that have none of these vectors: last (found by no search) or an error",
        one_of("last", "error"),
        "last",
    )

    def order(self, collection: Collection, tools: Tools) -> Run:
        encoder = self.load(Encoder, tools) if self.model else None
        return rank_by_papers(collection, encoder, self.similarity, self.separator, tools)

    def search(self, collection: Collection, tools: Tools) -> Run:
        from paperpool.rankers.scoring import searching  # imports numba

        if not self.model:
            asked = [*collection.documents, *(query for query, _ in collection.pairs())]
            vectors = take_papers(asked, tools.known)
            return searching.search_by_vectors(collection, vectors, self.similarity, tools)
        how = (self.load(Encoder, tools), self.separator, self.similarity, tools)
        return searching.search_by_papers(collection, *how)


def rank_by_papers(
    collection: Collection, encoder: Encoder | None, similarity: str, separator: str, tools: Tools
) -> Run:
    """Rank every topic's candidates by the similarity of their vector to the query paper's.

    Without an encoder all vectors are known.
    """
    if encoder is None:
        vectors = take_papers(list(collection.papers), tools.known).astype(np.float64)
    else:
        vectors = encode_papers(collection.papers, encoder, separator, tools.known)
    of_paper = dict(zip(collection.papers, vectors, strict=True))
    queries = {pair: of_paper[pair[0]] for pair in collection.pairs()}
    if encoder is not None and encoder.asks_apart:
        queries = encode_queries(collection, encoder, separator)
    return rank_by_vectors(collection, queries, vectors, similarity)

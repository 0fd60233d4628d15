"""Rank by the distance between embeddings of whole papers, title and abstract on both sides.

Source: CSFCube section 5, abstract-level baselines: the query's facet is not used; MDCR section 3.
"""

from collections.abc import Mapping, Sequence

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.model_ranker import MODEL_NAME, PaperRanker
from paperpool.rankers.ranker import Context, one_of
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
    index: str | None = setting(
        "null (exact search), or an index for searching pools of more than some hundred thousand "
        "papers, the corpus's and MDCR's: hnsw or ivf, whose recall beside exact search is "
        "measured (docs/mdcr.md)",
        {"description": "null, hnsw or ivf", "enum": [None, "hnsw", "ivf"]},
        None,
    )

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank by the vectors of the model, or by those that are given as files."""
        from paperpool.models.encoders import Encoder  # imports numpy
        from paperpool.rankers.scoring.paper_vectors import rank_by_papers

        encoder = self.load(Encoder, context) if self.model else None
        return rank_by_papers(collection, encoder, self.similarity, self.separator, context.known)

    def search(self, collection: Collection, context: Context) -> Run:
        """Search all documents by the vectors of the model, or by those that are given as files."""
        from paperpool.models.encoders import Encoder
        from paperpool.rankers.scoring import searching  # imports numba
        from paperpool.rankers.scoring.paper_vectors import take_papers

        if self.model:
            encoder = self.load(Encoder, context)
            vectors = searching.encode_whole(collection, encoder, self.separator, context.folder)
        else:
            queries = [query for query, _ in collection.pairs()]
            vectors = take_papers(collection.documents + queries, context.known)
        rank = searching.search_by_vectors(vectors, self.similarity, context.threads)
        return searching.search_collection(collection, rank)

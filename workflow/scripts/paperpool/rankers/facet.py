"""Rank by the distance between the query's facet and whole papers.

Source: CSFCube section 5, with term-level baselines that query by the facet's sentences; here an
encoder does, after the query's title as context. With the embedded encoder and the cosine, the
official all-NDCG%20 is 0.591 on dev and 0.608 on test with the title, 0.564 and 0.576 without
(``pytest tests/rankers/test_facet.py``). Without titles on both sides it is the ranking of
github.com/outer-rim/Sciatica.
"""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.model_ranker import PaperRanker
from paperpool.rankers.ranker import BOOLEAN, Context
from paperpool.settings import setting


class Facet(PaperRanker, needs={"facets"}):
    """As dense, but the query is its title and the sentences of its facet."""

    titles: bool = setting(
        "true, or false to leave the title out: the query is its facet's sentences, a candidate "
        "its abstract",
        BOOLEAN,
        True,
    )

    def order(self, collection: Collection, context: Context) -> Run:
        """Compare the encoded facet of each topic with the encoded whole candidates."""
        from paperpool.models.encoders import Encoder  # imports numpy
        from paperpool.rankers.scoring.paper_vectors import encode_papers, rank_by_vectors

        encoder = self.load(Encoder, context)
        pairs = collection.pairs()
        if self.titles:
            joint = encoder.separator(self.separator)
            texts = [collection.headed_text(*pair, joint) for pair in pairs]
        else:
            texts = [collection.part_text(*pair) for pair in pairs]
        queries = dict(zip(pairs, encoder.encode_queries(texts).astype("float64"), strict=True))

        if self.titles:
            papers = encode_papers(collection.papers, encoder, self.separator, context.known)
        else:  # known vectors are of titles and abstracts
            abstracts = [paper.abstract for paper in collection.papers.values()]
            papers = encoder.encode(abstracts).astype("float64")
        return rank_by_vectors(collection, queries, papers, self.similarity)

"""Rank by the distance between the query's facet and whole papers.

Source: CSFCube section 5, with term-level baselines that query by the facet's sentences; here an
encoder does, after the query's title as context. With the embedded encoder and the cosine, the
official all-NDCG%20 is 0.591 on dev and 0.608 on test with the title, 0.564 and 0.576 without
(``pytest tests/rankers/test_facet.py``).
"""

import numpy as np

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.models.encoders import Encoder
from paperpool.rankers.model_ranker import PaperRanker
from paperpool.rankers.ranker import Context
from paperpool.rankers.scoring.paper_vectors import encode_papers, rank_by_vectors


class Facet(PaperRanker, needs={"facets"}):
    """As dense, but the query is its title and the sentences of its facet."""

    def order(self, collection: Collection, context: Context) -> Run:
        encoder, pairs = self.load(Encoder, context), collection.pairs()
        joint = encoder.separator(self.separator)
        texts = [collection.headed_text(*pair, joint) for pair in pairs]
        queries = dict(zip(pairs, encoder.encode_queries(texts).astype(np.float64), strict=True))
        papers = encode_papers(collection.papers, encoder, self.separator, context.known)
        return rank_by_vectors(collection, queries, papers, self.similarity)

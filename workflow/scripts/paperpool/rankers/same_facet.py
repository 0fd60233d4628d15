"""Rank by the distance between the query's facet and the same facet of the candidate.

Both are a title with the sentences of the facet; a candidate without such sentences is its title.
"""

import numpy as np

from paperpool.collections.collection import Collection, Pair
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.encoders import Encoder
from paperpool.rankers.model_ranker import PaperRanker
from paperpool.rankers.ranker import Context
from paperpool.rankers.scoring.similarity import SIMILARITIES


class SameFacet(PaperRanker, needs={"facets"}):
    """As facet, but a candidate too is its title and its sentences of that facet."""

    def order(self, collection: Collection, context: Context) -> Run:
        """Encode each paper's facets that are compared, and rank by the vectors of the topic's."""
        encoder = self.load(Encoder, context)
        joint = encoder.separator(self.separator)
        ranked = {pair: collection.rankable(*pair) for pair in collection.pairs()}
        compared: set[Pair] = set(ranked)
        for (_, facet), candidates in ranked.items():
            compared.update((candidate, facet) for candidate in candidates)
        keys = sorted(compared)
        texts = [collection.headed_text(*key, joint) for key in keys]
        vectors = dict(zip(keys, encoder.encode(texts).astype(np.float64), strict=True))

        queries = vectors
        if encoder.encodes_queries_apart:
            texts = [collection.headed_text(*pair, joint) for pair in ranked]
            encoded = encoder.encode_queries(texts).astype(np.float64)
            queries = dict(zip(ranked, encoded, strict=True))

        run: Run = {}
        for (query, facet), candidates in ranked.items():
            rows = np.array([vectors[candidate, facet] for candidate in candidates])
            scores = SIMILARITIES[self.similarity](queries[query, facet], rows)
            run[query, facet] = rank_scores(zip(candidates, scores, strict=True))
        return run

"""Rank by vectors of a paper's title and the sentences of one facet, on both sides."""

import numpy as np

from paperpool.collections.collection import Collection, Pair
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.encoders import Encoder
from paperpool.rankers.scoring.similarity import SIMILARITIES


def rank_by_facets(
    collection: Collection, encoder: Encoder, separator: str, similarity: str
) -> Run:
    """Encode each paper's facets that are compared, and rank by the vectors of the topic's.

    ``similarity`` is a key of SIMILARITIES.
    """
    joint = encoder.separator(separator)
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
        scores = SIMILARITIES[similarity](queries[query, facet], rows)
        run[query, facet] = rank_scores(zip(candidates, scores, strict=True))
    return run

"""Rank by the distance between the query's facet and whole papers, title and abstract.

Source: CSFCube section 5, whose term-level baselines ask with the facet's sentences; here an
encoder does, and the query's title stands before them to say what they are about. With the
embedded encoder and the cosine, the official all-NDCG%20 is 0.591 on dev and 0.608 on test with
the title, 0.564 and 0.576 without (``pytest tests/csfcube/test_facet_ranker.py``).
"""

from __future__ import annotations

import numpy as np

from paperpool.csfcube.collection import Collection
from paperpool.csfcube.dense_ranker import encode_papers, rank_by_vectors
from paperpool.encoders import Encoder
from paperpool.runs import Run


def rank_by_facet(collection: Collection, encoder: Encoder, similarity: str) -> Run:
    """Rank the judged candidates of every pair; ``similarity`` is a key of ``SIMILARITIES``.

    The query is its title and the sentences of the facet, joined by a space.
    """
    pairs = collection.pairs()
    texts = [
        " ".join([collection.papers[query].title, *collection.papers[query].facet_sentences(facet)])
        for query, facet in pairs
    ]
    queries = dict(zip(pairs, encoder.encode(texts).astype(np.float64), strict=True))
    return rank_by_vectors(collection, queries, encode_papers(collection, encoder), similarity)

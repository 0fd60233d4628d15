"""Rank by the distance between the query's facet and whole papers, or the same facet of them.

Source: CSFCube section 5, whose term-level baselines ask with the facet's sentences; here an
encoder does, and the query's title stands before them to say what they are about. With the
embedded encoder and the cosine, the official all-NDCG%20 is 0.591 on dev and 0.608 on test with
the title, 0.564 and 0.576 without (``pytest tests/csfcube/test_facet_ranker.py``).
"""

from __future__ import annotations

import numpy as np

from paperpool.csfcube.collection import Collection, Paper
from paperpool.csfcube.dense_ranker import encode_papers, rank_by_vectors
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.encoders import Encoder, joining_text
from paperpool.rankers.similarity import SIMILARITIES


def rank_by_facet(
    collection: Collection, encoder: Encoder, similarity: str, separator: str = "space"
) -> Run:
    """Rank the judged candidates of every pair; ``similarity`` is a key of ``SIMILARITIES``.

    ``separator`` is what stands between a title and what follows (see ``joining_text``).
    """
    pairs = collection.pairs()
    joint = joining_text(encoder, separator)
    texts = [facet_text(collection.papers[query], facet, joint) for query, facet in pairs]
    queries = dict(zip(pairs, encoder.encode(texts).astype(np.float64), strict=True))
    papers = encode_papers(collection, encoder, separator)
    return rank_by_vectors(collection, queries, papers, similarity)


def rank_by_same_facet(
    collection: Collection, encoder: Encoder, similarity: str, separator: str = "space"
) -> Run:
    """Rank as ``rank_by_facet``, but a candidate too is its title and its sentences of the facet.

    One without such sentences is its title alone.
    """
    joint = joining_text(encoder, separator)
    ranked = {pair: collection.rankable(*pair) for pair in collection.pairs()}
    compared = {
        (paper, facet)
        for (query, facet), candidates in ranked.items()
        for paper in (query, *candidates)
    }
    keys = sorted(compared)
    texts = [facet_text(collection.papers[paper], facet, joint) for paper, facet in keys]
    vectors = dict(zip(keys, encoder.encode(texts).astype(np.float64), strict=True))
    run: Run = {}
    for (query, facet), candidates in ranked.items():
        rows = np.array([vectors[candidate, facet] for candidate in candidates])
        scores = SIMILARITIES[similarity](vectors[query, facet], rows)
        run[query, facet] = rank_scores(zip(candidates, scores, strict=True))
    return run


def facet_text(paper: Paper, facet: str, joint: str) -> str:
    """Return a paper's title, ``joint``, and the sentences of its facet joined by a space."""
    return f"{paper.title}{joint}{' '.join(paper.facet_sentences(facet))}"

"""A few queries of the real collection, and the few papers that they need encoded."""

from statistics import mean

from paperpool.collections.collection import Collection
from paperpool.csfcube.evaluation import score_pair

QUERIES = ("174799296", "189897839", "6173686", "80628431")
"""Queries with pools of about a hundred papers; encoding all of the release takes minutes."""


def take_pairs(collection, pairs):
    """Return a collection of some of the pairs (query, facet) and of the papers that they name."""
    named = {p for pair in pairs for p in (pair[0], *collection.rankable(*pair))}
    return Collection(
        {i: paper for i, paper in collection.papers.items() if i in named},
        collection.pools,
        {pair: collection.judgments[pair] for pair in pairs},
        {},
    )


def average_ndcg(collection, run):
    """Return the official NDCG%20 of a run, averaged over the pairs of a collection."""
    return mean(score_pair(run, pair, collection, "official")["ndcg%20"] for pair in run)

"""How much of what a run shows first was judged."""

from __future__ import annotations

from paperpool.collections.collection import Collection
from paperpool.evaluation.csfcube_measures import CUTOFF
from paperpool.evaluation.runs import Run


def judged_shares(run: Run, collection: Collection) -> dict[str, float]:
    """Return, by topic's id, the share of the first 20 candidates that were judged.

    A candidate counts once, the query itself not at all; a ranking of fewer than 20 is divided
    by their number. Pairs for which nothing is ranked are left out.
    """
    shares = {}
    names = collection.topic_names()
    for query, facet in collection.pairs():
        judged = set(collection.judgments[query, facet].candidates)
        candidates = dict.fromkeys(c for c, _ in run.get((query, facet), []) if c != query)
        first = list(candidates)[:CUTOFF]
        if first:
            shares[names[query, facet]] = sum(c in judged for c in first) / len(first)
    return shares

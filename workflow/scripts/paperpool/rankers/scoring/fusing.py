"""Fuse runs: one ranking of each query's candidates out of those of several rankers.

Where candidates are given every run has all of them. A run that was searched for lacks some: those
get nothing for a rank, and as a standard score that of the run's last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from paperpool.evaluation.runs import Ranking, Run, rank_scores

RANK_OFFSET = 60
"""The k of Cormack, Clarke and Büttcher (2009), who fixed it in a pilot."""


def reciprocal_ranks(ranking: Ranking) -> list[float]:
    """Return 1 / (k + rank) of each candidate.

    Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
    individual Rank Learning Methods" (SIGIR 2009).
    """
    return [1 / (RANK_OFFSET + rank) for rank in range(1, len(ranking) + 1)]


def standard_scores(ranking: Ranking) -> list[float]:
    """Return how many standard deviations each score lies above the mean; 0 where all are equal."""
    scores = np.array([score for _, score in ranking])
    if not len(scores):
        return []
    if scores.min() == scores.max():
        return [0.0] * len(scores)
    return ((scores - scores.mean()) / scores.std()).tolist()


FUSIONS: dict[str, Callable[[Ranking], list[float]]] = {
    "rrf": reciprocal_ranks,
    "zscore": standard_scores,
}
"""What each method makes of a ranking; the fused score of a candidate is the sum over the runs."""


def fuse_runs(runs: Sequence[Run], method: str) -> Run:
    """Return the fusion of ``runs``; ``method`` is a key of ``FUSIONS``. Every run counts alike."""
    fused: dict[tuple[str, str], dict[str, float]] = {}
    for pair in dict.fromkeys(pair for run in runs for pair in run):
        rankings = [run.get(pair, []) for run in runs]
        sums = fused[pair] = dict.fromkeys((c for each in rankings for c, _ in each), 0.0)
        for ranking in rankings:
            scores = FUSIONS[method](ranking)
            of_candidate = {c: score for (c, _), score in zip(ranking, scores, strict=True)}
            absent = min(scores, default=0.0) if method == "zscore" else 0.0
            for candidate in sums:
                sums[candidate] += of_candidate.get(candidate, absent)
    return {pair: rank_scores(sums.items()) for pair, sums in fused.items()}

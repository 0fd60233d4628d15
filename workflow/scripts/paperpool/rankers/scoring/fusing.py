"""Fuse runs: one ranking of each query's candidates out of those of several rankers.

What a run does not rank gets nothing from it: in strict runs every candidate is there.
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
    for run in runs:
        for pair, ranking in run.items():
            sums = fused.setdefault(pair, {})
            for (candidate, _), score in zip(ranking, FUSIONS[method](ranking), strict=True):
                sums[candidate] = sums.get(candidate, 0.0) + score
    return {pair: rank_scores(sums.items()) for pair, sums in fused.items()}

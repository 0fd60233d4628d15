"""Fuse runs: one ranking of each query's candidates out of those of several rankers.

A searched run may lack candidates: they get 0 for a rank, the last one's score as standard score.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from paperpool.collections.collection import Pair
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Ranking, Run, rank_scores
from paperpool.rankers.fusion import METHODS

RANK_OFFSET = 60
"""The k of Cormack, Clarke and Büttcher (2009), who fixed it in a pilot."""


def reciprocal_ranks(ranking: Ranking) -> list[float]:
    """Return 1 / (k + rank) of each candidate.

    Source: Cormack, Clarke and Büttcher, "Reciprocal Rank Fusion outperforms Condorcet and
    individual Rank Learning Methods" (SIGIR 2009).
    """
    return [1 / (RANK_OFFSET + rank) for rank in range(1, len(ranking) + 1)]


def standard_scores(ranking: Ranking) -> list[float]:
    """Return how many standard deviations each score lies above the mean; 0 if all are equal."""
    scores = np.array([score for _, score in ranking])
    if len(set(scores.tolist())) < 2:
        return [0.0] * len(scores)
    return ((scores - scores.mean()) / scores.std()).tolist()


FUSIONS: dict[str, Callable[[Ranking], list[float]]] = dict(
    zip(METHODS, (reciprocal_ranks, standard_scores), strict=True)
)
"""The value of a ranking's candidates by each method; fused scores are sums over the runs."""


def fuse_runs(runs: Sequence[Run], method: str, weights: Sequence[float] | None = None) -> Run:
    """Fuse runs by a method, a key of ``FUSIONS``; without ``weights`` all runs count alike."""
    by_run = np.ones(len(runs)) if weights is None else np.array(weights)
    pairs: dict[Pair, None] = {}
    for run in runs:
        pairs |= dict.fromkeys(run)

    fused: Run = {}
    for pair in pairs:
        rankings = [run.get(pair, []) for run in runs]
        fused[pair] = tabulate(rankings, method).rank(by_run)
    return fused


def describe_short_members(members: Mapping[str, Run]) -> list[str]:
    """Return a line for each member whose rankings all end before those of the deepest one."""
    depths = {name: max(map(len, run.values()), default=0) for name, run in members.items()}
    deepest = max(depths, key=depths.__getitem__)
    lines = []
    for name, depth in depths.items():
        if depth < depths[deepest]:
            lines.append(
                f"Of {name} at most {depth:,} candidates of a query are ranked, of {deepest} up to "
                f"{depths[deepest]:,}: what {name} leaves out is last in its vote."
            )
    return lines


@dataclass(frozen=True)
class Fused:
    """The values of candidates in several rankings: ``scores``, shape (rankings, candidates)."""

    candidates: list[str]
    scores: Floats

    def rank(self, weights: Floats) -> Ranking:
        """Rank by the sum of the values weighted by ranking, shape (rankings,)."""
        sums = weigh(weights, self.scores).tolist()
        return rank_scores(zip(self.candidates, sums, strict=True))


def weigh(weights: Floats, scores: Floats) -> Floats:
    """Return the weighted sum of scores, shape (rankings, candidates).

    Rankings are added one after another, so that equal candidates have equal sums at any place.
    """
    return (weights[:, None] * scores).sum(axis=0)


def tabulate(rankings: Sequence[Ranking], method: str) -> Fused:
    """Return the values of a method, a key of ``FUSIONS``, for each of several rankings."""
    places: dict[str, int] = {}
    for ranking in rankings:
        for candidate, _ in ranking:
            places.setdefault(candidate, len(places))

    table = np.zeros((len(rankings), len(places)))
    for row, ranking in zip(table, rankings, strict=True):
        scores = FUSIONS[method](ranking)
        if method == "zscore":
            row[:] = min(scores, default=0.0)  # a candidate that is not ranked is the last
        row[[places[candidate] for candidate, _ in ranking]] = scores
    return Fused(list(places), table)

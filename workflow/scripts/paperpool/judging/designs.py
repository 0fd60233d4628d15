"""Design a collection before it is annotated: what so many queries, judged so deep, would show.

How scores spread between queries decides on intervals: that of one system's score has the standard
error ``spread / √queries``, a difference between two systems is found with a power of 0.8 if it is
2.8 such errors of their differences. Both spreads, and how far the order of systems agrees with
that by all judgments, are measured on a collection that resembles the planned one, by the depth of
its judgments and the number of annotators.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

import numpy as np
from scipy.special import ndtr, ndtri

from paperpool.evaluation.resampling import Floats, kendall_taus
from paperpool.judging.comparing import POWER
from paperpool.judging.drawing import Sample
from paperpool.judging.expecting import NORMAL
from paperpool.judging.ideals import estimate_ideals
from paperpool.judging.items import Items

DEPTHS = (10, 20, 40, 80)
"""The depths of judgments that are measured: candidates of each query, the best ranked first."""

QUERIES = (10, 20, 30, 50, 75, 100, 150, 200, 300, 500)

LEAST_TAU = 0.8
"""The agreement of orders that a design needs."""

PRIOR = 10
"""Queries that the usual spreads count for beside those of a pilot."""


@dataclass(frozen=True)
class Spread:
    """Standard deviations between queries where ``depth`` candidates of each are judged.

    Each is judged by so many ``annotators``: by one, or by two and an adjudicator. ``score`` is the
    spread of a system's score, ``difference`` that of two systems' difference, ``tau`` Kendall's
    tau of the systems with their order by all judgments of the same queries.
    """

    depth: int
    annotators: int
    score: float
    difference: float
    tau: float


@dataclass(frozen=True)
class Design:
    """A planned collection: its size, and what it would show.

    ``interval`` is the half width of a score's interval of 95%, ``detectable`` the difference that
    is found with a power of 0.8, ``tau`` the order's expected agreement with one of all judgments
    of many queries, ``hours`` those of all annotators.
    """

    queries: int
    depth: int
    annotators: int
    interval: float
    detectable: float
    tau: float
    hours: float


def score_queries(items: Items) -> Floats:
    """Return the scores of each run, shape (runs, topics); items without a grade gain nothing."""
    known = replace(items, grades=np.nan_to_num(items.grades))
    gains = known.gains
    scores = np.array([known.sum_topics(weights * gains) for weights in known.weights])
    if items.measure.kind == "ndcg":
        ideals = estimate_ideals(known, Sample(np.empty(0, dtype=np.int64), np.empty(0))).values
        scores = scores / np.where(ideals > 0, ideals, np.inf)
    return scores


def judge_to_depth(items: Items, depth: int) -> Items:
    """Return the items with the grades of each topic's first ``depth``, by the best rank."""
    best = items.weights.max(axis=0)
    order = np.lexsort((-best, items.places))
    starts = np.searchsorted(items.places[order], np.arange(len(items.topics)))
    numbers = np.empty(len(order), dtype=np.int64)
    numbers[order] = np.arange(len(order)) - starts[items.places[order]]
    return items.hide(numbers >= depth)


def measure_spread(scores: Floats, whole: Floats, depth: int, annotators: int) -> Spread:
    """Return the spreads of scores (runs, topics); ``whole`` are those by all judgments."""
    differences = [scores[a] - scores[b] for a, b in combinations(range(len(scores)), 2)]
    tau = float(kendall_taus(scores.mean(axis=1)[None], whole.mean(axis=1)[None])[0])
    return Spread(depth, annotators, _average(scores), _average(np.array(differences)), tau)


def _average(values: Floats) -> float:
    """Return the root of the mean variance of rows."""
    return float(np.sqrt(values.var(axis=1, ddof=1).mean()))


def measure_spreads(items: Items, annotators: int = 2) -> list[Spread]:
    """Return the spreads of some runs by depth, the last of all judgments."""
    whole = score_queries(items)
    most = round(len(items.places) / len(items.topics))
    spreads = []
    for depth in DEPTHS:
        if depth < most:
            scores = score_queries(judge_to_depth(items, depth))
            spreads.append(measure_spread(scores, whole, depth, annotators))
    spreads.append(measure_spread(whole, whole, most, annotators))
    return spreads


def find_gaps(scores: Floats) -> Floats:
    """Return the differences of mean scores of all pairs of runs, without their signs."""
    means = scores.mean(axis=1)
    pairs = combinations(range(len(means)), 2)
    return np.array([abs(means[a] - means[b]) for a, b in pairs])


def mix_spreads(found: Sequence[Spread], usual: Sequence[Spread], n_queries: int) -> list[Spread]:
    """Return the usual spreads, moved as far as those of a pilot of ``n_queries`` differ.

    The pilot's variances, of all its judgments, count as ``n_queries`` do beside ``PRIOR``.
    """
    whole, usual_whole = found[-1], _find_whole(usual)
    ratios = []
    for name in ("score", "difference"):
        ratio = (getattr(whole, name) / getattr(usual_whole, name)) ** 2
        mixed = (n_queries * ratio + PRIOR) / (n_queries + PRIOR)
        ratios.append(float(np.sqrt(mixed)))
    moved = []
    for spread in usual:
        score = spread.score * ratios[0]
        moved.append(replace(spread, score=score, difference=spread.difference * ratios[1]))
    return moved


def _find_whole(spreads: Sequence[Spread]) -> Spread:
    return max(spreads, key=lambda spread: (spread.annotators, spread.depth))


def list_designs(
    spreads: Iterable[Spread],
    gaps: Floats,
    seconds: float,
    queries: Sequence[int] = QUERIES,
) -> list[Design]:
    """Return a design for each number of queries, depth and number of annotators.

    ``gaps`` are usual differences of systems, ``seconds`` those of an annotator for a pair.
    """
    deviations = NORMAL + float(ndtri(POWER))
    designs = []
    for n in queries:
        for spread in spreads:
            error = spread.difference / np.sqrt(n)
            sampled = float((2 * ndtr(gaps / error) - 1).mean())
            designs.append(
                Design(
                    n,
                    spread.depth,
                    spread.annotators,
                    NORMAL * spread.score / float(np.sqrt(n)),
                    deviations * float(error),
                    spread.tau * sampled,
                    n * spread.depth * spread.annotators * seconds / 3600,
                )
            )
    return designs


def find_cheapest(designs: Sequence[Design], detectable: float) -> Design | None:
    """Return the design of the fewest hours that finds a difference; None if none does.

    Shallow judgments of a single annotator find differences too, but not those of all judgments:
    the order of systems has to agree as far as ``LEAST_TAU``.
    """
    enough = []
    for design in designs:
        if design.detectable <= detectable and design.tau >= LEAST_TAU:
            enough.append(design)
    return min(enough, key=lambda design: (design.hours, design.detectable), default=None)

"""Rankers tied with the best, intervals of ranks, and detectable differences.

All pairs of rankers are compared by the paired permutation test, one family with Holm's correction.
A ranker is tied with the best if their difference may be chance. Source for bootstrapped ranks:
Hall and Miller, "Using the bootstrap to quantify the authority of an empirical ranking" (2009).
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist, median

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats, holm

POWER = 0.8
"""How often a difference of the detectable size is found."""

N_RANKED = 1_000
"""Bootstrap samples, at most, for the interval of a rank; few suffice for a whole number."""

_SAME = 1e-12  # equal values may differ in the last bits when summed in another order
_NORMAL = NormalDist()
_EARLY = 1_000  # draws after which drawing may end
_MANY = 200  # with so many draws as far as the difference, p is far above 0.05
_ENOUGH_DRAWS = 10  # draws as far as the difference: with fewer the drawn p is coarse
_SURE = 1.3  # margin, in deviations of their number, that draws p below the level, too


@dataclass(frozen=True)
class Rank:
    """A ranker's place by one measure, ranks from 1, with the ends of its interval.

    ``detectable`` is the difference from the best that would be found with power 0.8, or None; for
    the best it is the median of the others'.
    """

    rank: int
    low: int
    high: int
    is_tied: bool
    detectable: float | None


Compare = Callable[[Sequence[tuple[int, int]]], list[float]]
"""Returns the p-value of the paired permutation test of each pair of rankers."""


def rank_all(
    means: Floats,
    values: Floats,
    samples: Floats,
    compare: Compare,
    sizes: Sequence[int],
    n_permutations: int,
    confidence: float,
) -> list[Rank]:
    """Return the rank of each ranker by one measure.

    ``means`` are the scores, shape (rankers,), ``samples`` the bootstrapped ones, shape (samples,
    rankers). ``values``, shape (queries, rankers), average to them, folds of ``sizes`` one after
    another; for scores that are no means they are jackknife pseudo-values. ``compare`` draws
    ``n_permutations``.
    """
    n_rankers = values.shape[1]
    places = 1 + (means > means[:, np.newaxis] + _SAME).sum(axis=1)
    best = int(places.argmin())
    pairs = list(combinations(range(n_rankers), 2))
    p_of_pair = dict(zip(pairs, holm(compare(pairs)), strict=True))

    # the level that a single pair has to reach in a family of all pairs
    level = (1 - confidence) / max(1, len(pairs))
    differences = values - values[:, [best]]
    detectable = find_detectable(differences, sizes, level, n_permutations)
    others = [size for i, size in enumerate(detectable) if i != best and size is not None]
    detectable[best] = median(others) if others else None

    ends = _rank_ends(samples, (1 - confidence) / 2)
    ranks = []
    for i, (low, high) in enumerate(ends):
        is_tied = i == best or p_of_pair[min(i, best), max(i, best)] > 1 - confidence
        ranks.append(Rank(int(places[i]), int(low), int(high), is_tied, detectable[i]))
    return ranks


def compare_means(
    means: Floats, weighted: Floats, sums: Floats, pairs: Sequence[tuple[int, int]]
) -> list[float]:
    """Return the p-value of the paired permutation test of each pair of rankers.

    ``weighted`` are weighted values, shape (rankers, queries), ``sums`` their sums with random
    signs, the same for all, shape (rankers, permutations). If Hoeffding's bound of the exact
    p-value is below the least that draws can give, it is used: a family of many pairs needs such
    values. Drawing ends early if many draws are as far as the difference (Besag and Clifford,
    "Sequential Monte Carlo p-values", 1991).
    """
    n_draws = sums.shape[1]
    products = weighted @ weighted.T
    p_values = []
    for first, second in pairs:
        difference = abs(float(means[first] - means[second]))
        squares = products[first, first] + products[second, second] - 2 * products[first, second]
        p = 1.0
        if squares > 0:  # Hoeffding's bound
            p = 2 * math.exp(-(difference**2) / (2 * squares))

        # a few draws tell most pairs that are alike; for the others all draws are used
        n_drawn = 0
        n_reached = 0
        stop = min(n_draws, _EARLY)
        while p >= 1 / (1 + n_draws) and n_drawn < n_draws and n_reached < _MANY:
            draws = slice(n_drawn, stop)
            distances = np.abs(sums[first, draws] - sums[second, draws])
            n_reached += np.count_nonzero(distances >= difference - _SAME)
            p = (1 + n_reached) / (1 + stop)
            n_drawn = stop
            stop = n_draws
        p_values.append(p)
    return p_values


def _rank_ends(samples: Floats, tail: float) -> NDArray[np.int64]:
    """Return the ends of the interval of each ranker's rank in ``samples``, shape (rankers, 2)."""
    samples = np.ascontiguousarray(samples.T)
    above = [(samples > scores + _SAME).sum(axis=0, dtype=np.int16) for scores in samples]
    ranks = 1 + np.sort(above, axis=1).T.astype(np.int64)
    last = len(ranks) - 1
    return ranks[[math.floor(tail * last), math.ceil((1 - tail) * last)]].T


def find_detectable(
    differences: Floats, sizes: Sequence[int], level: float, n_permutations: int
) -> list[float | None]:
    """Return the smallest mean difference that a test at ``level`` finds with power 0.8.

    ``differences`` of pairs of rankers have the shape (queries, pairs), folds of ``sizes`` one
    after another. The power is about that of the paired t-test. None if the queries are too few for
    any difference to reach the level.
    """
    n = len(sizes) ** 2 / sum(1 / size for size in sizes)  # queries of an equivalent plain mean
    z = _critical_value(level, n_permutations)
    if min(sizes) < 2 or z**2 >= n:
        return [None] * differences.shape[1]

    parts = np.split(differences, np.cumsum(sizes)[:-1])
    squares = sum(part.var(axis=0, ddof=1) / len(part) for part in parts)
    t = z * math.sqrt((n - 1) / (n - z**2))  # from squares about 0 to squares about the mean
    deviations = t + _NORMAL.inv_cdf(POWER) * math.sqrt(1 + t**2 / (2 * (n - 1)))
    return (np.sqrt(squares) / len(sizes) * deviations).tolist()


def _critical_value(level: float, n_permutations: int) -> float:
    """Return how many deviations a sum must be from 0 for a p-value of at most ``level``."""
    draws = level * (1 + n_permutations)
    if draws > _ENOUGH_DRAWS:
        level = (draws - _SURE * math.sqrt(draws)) / (1 + n_permutations)
        return _NORMAL.inv_cdf(1 - level / 2)
    return math.sqrt(2 * math.log(2 / level))

"""Paired bootstrap intervals, paired permutation tests and Holm's correction.

A figure is a weighted mean over queries, the weights summing to 1: CSFCube's official
aggregation (the mean of two fold means) gives a query of a fold of n the weight 1 / (2 n), a
plain mean gives 1 / n. Queries are resampled within their fold, the same draw for every ranker
and measure, so differences between rankers are paired.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]


def fold_weights(sizes: Sequence[int]) -> Floats:
    """Return one weight per query, folds of ``sizes`` one after another; shape (sum(sizes),)."""
    return np.repeat([1.0 / (len(sizes) * n) for n in sizes], sizes)


def bootstrap_weights(sizes: Sequence[int], n_samples: int, rng: np.random.Generator) -> Floats:
    """Return the weights of resampled queries, shape (n_samples, sum(sizes)); rows sum to 1."""
    drawn = [rng.multinomial(n, np.full(n, 1.0 / n), size=n_samples) / n for n in sizes]
    return np.hstack(drawn) / len(sizes)


def interval(samples: Floats, confidence: float) -> tuple[float, float]:
    """Return the percentile interval of bootstrapped figures, shape (n_samples,)."""
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(samples, [tail, 1.0 - tail])
    return float(low), float(high)


def random_signs(n_queries: int, n_samples: int, rng: np.random.Generator) -> Floats:
    """Return random signs, shape (n_samples, n_queries), for ``permutation_p``."""
    return rng.integers(0, 2, size=(n_samples, n_queries)) * 2.0 - 1.0


def permutation_p(differences: Floats, weights: Floats, signs: Floats) -> float:
    """Return the two-sided p-value of a paired permutation (sign-flip) test.

    ``differences`` are ranker minus baseline per query, shape (n,). The observed assignment
    counts as one permutation, so p is never 0 (Phipson and Smyth 2010).
    """
    weighted = differences * weights
    observed = abs(weighted.sum())
    flipped = np.abs(signs @ weighted)
    # equal values may differ in the last bits when summed in another order
    return float((1 + (flipped >= observed - 1e-12).sum()) / (1 + len(signs)))


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's step-down adjusted p-values, in the order given (Holm 1979)."""
    adjusted = [0.0] * len(p_values)
    running = 0.0
    for step, i in enumerate(sorted(range(len(p_values)), key=lambda i: (p_values[i], i))):
        running = max(running, min(1.0, (len(p_values) - step) * p_values[i]))
        adjusted[i] = running
    return adjusted

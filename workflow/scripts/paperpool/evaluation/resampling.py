"""Paired bootstrap intervals, paired permutation tests and Holm's correction; Kendall's tau-b.

A score is a weighted mean over queries, the weights summing to 1: CSFCube's official mean of two
fold means gives a query of a fold of n the weight 1 / (2 n), a plain mean 1 / n. Queries are
resampled within their fold, with the same draw for every ranker and measure, so that differences
between rankers are paired.
"""

from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]

BLOCK_CELLS = 1 << 23
"""Cells of draws that are turned into floats at once (64 MiB)."""


def fold_weights(sizes: Sequence[int]) -> Floats:
    """Return one weight per query, folds of ``sizes`` one after another; shape (sum(sizes),)."""
    return np.repeat([1.0 / (len(sizes) * n) for n in sizes], sizes)


def bootstrap_counts(
    sizes: Sequence[int], n_samples: int, rng: np.random.Generator
) -> NDArray[np.unsignedinteger]:
    """Return how often each query is drawn, resampled within its fold.

    Shape (n_samples, sum(sizes)); each row sums to n in a fold of n. The integers are the smallest
    that hold n.
    """
    counts = np.empty((n_samples, sum(sizes)), dtype=np.min_scalar_type(max(sizes, default=0)))
    start = 0
    for n in sizes:
        for rows in blocks(n_samples, n):  # the same draws as all rows at once
            n_rows = rows.stop - rows.start
            drawn = rng.multinomial(n, np.full(n, 1.0 / n), size=n_rows)
            counts[rows, start : start + n] = drawn
        start += n
    return counts


def bootstrap_weights(counts: NDArray[np.unsignedinteger], sizes: Sequence[int]) -> Floats:
    """Return the weights of resampled queries, shape of ``counts``; rows sum to 1."""
    weights = counts.astype(np.float64)
    weights /= np.repeat(np.array(sizes, dtype=np.float64), sizes)
    weights /= len(sizes)
    return weights


def blocks(n_rows: int, n_columns: int, n_cells: int | None = None) -> Iterator[slice]:
    """Yield the slices of rows with at most ``n_cells`` (``BLOCK_CELLS``) cells, or one row."""
    step = max(1, (n_cells or BLOCK_CELLS) // max(1, n_columns))
    for start in range(0, n_rows, step):
        yield slice(start, min(n_rows, start + step))


def interval(samples: Floats, confidence: float) -> tuple[float, float]:
    """Return the percentile interval of bootstrapped scores, shape (n_samples,)."""
    tail = (1.0 - confidence) / 2.0
    low, high = np.quantile(samples, [tail, 1.0 - tail])
    return float(low), float(high)


def interval_where_defined(
    point: float, samples: Floats, confidence: float
) -> tuple[float | None, float | None, float | None]:
    """Return a score and its interval over the samples that are not NaN.

    All are None if the score or every sample is NaN.
    """
    samples = samples[~np.isnan(samples)]
    if np.isnan(point) or not len(samples):
        return None, None, None

    low, high = interval(samples, confidence)
    return float(point), low, high


def random_signs(n_queries: int, n_samples: int, rng: np.random.Generator) -> NDArray[np.int8]:
    """Return random signs, shape (n_samples, n_queries), for ``permutation_p``."""
    signs = np.empty((n_samples, n_queries), dtype=np.int8)
    for rows in blocks(n_samples, n_queries):  # the same draws as all rows at once
        signs[rows] = rng.integers(0, 2, size=signs[rows].shape)
    return 2 * signs - 1


def permutation_p(differences: Floats, weights: Floats, signs: Iterable[Floats]) -> Floats:
    """Return the two-sided p-value of a paired permutation (sign-flip) test per column.

    ``differences`` are ranker minus baseline per query, shape (n, columns) or (n,). ``signs`` are
    blocks of random ones, shape (rows, n). The observed assignment counts as one permutation, so p
    is never 0 (Phipson and Smyth 2010).
    """
    weighted = (differences.T * weights).T

    # equal values may differ in the last bits when summed in another order
    least = np.abs(weighted.sum(axis=0)) - 1e-12
    reached = np.zeros_like(least)
    n_drawn = 0
    for block in signs:
        reached += (np.abs(block @ weighted) >= least).sum(axis=0)
        n_drawn += len(block)
    return (1 + reached) / (1 + n_drawn)


def holm(p_values: Sequence[float]) -> list[float]:
    """Return Holm's step-down adjusted p-values, in the order given (Holm 1979)."""
    adjusted = [0.0] * len(p_values)
    running = 0.0
    by_p_value = sorted(range(len(p_values)), key=lambda i: (p_values[i], i))
    for step, i in enumerate(by_p_value):
        running = max(running, min(1.0, (len(p_values) - step) * p_values[i]))
        adjusted[i] = running
    return adjusted


_DIGITS = 12
"""Scores that are equal to so many digits are tied."""


def rank_from_best(scores: Floats) -> NDArray[np.int_]:
    """Return the rank of each score in its row, the highest first; equal ones share the better.

    ``scores`` and the result have the shape (systems) or (rows, systems).
    """
    rounded = scores.round(_DIGITS)
    return 1 + (rounded[..., None, :] > rounded[..., :, None]).sum(axis=-1)


def kendall_taus(first: Floats, second: Floats) -> Floats:
    """Return Kendall's tau-b of each row of scores, shape (rows, systems), with its partner.

    NaN if all scores of a side are equal, or there is a single system.
    """
    left, right = np.triu_indices(first.shape[1], 1)
    first_signs = np.sign((first[:, left] - first[:, right]).round(_DIGITS))
    second_signs = np.sign((second[:, left] - second[:, right]).round(_DIGITS))
    first_untied = np.abs(first_signs).sum(axis=1)
    second_untied = np.abs(second_signs).sum(axis=1)
    with np.errstate(invalid="ignore"):
        return (first_signs * second_signs).sum(axis=1) / np.sqrt(first_untied * second_untied)

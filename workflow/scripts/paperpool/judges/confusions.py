"""Measures of agreement from tables of how often each pair of grades was given.

A table has the shape (grades, grades): rows are people's grades, columns the judge's. All measures
take a stack of tables, shape (samples, grades, grades), which may have fractions, so that thousands
of bootstrap samples are measured at once. What is undefined is NaN.

The same values as ``paperpool.annotation`` has for two lists of grades: ``cohen_kappa``,
``weighted_kappa``, ``krippendorff_alpha``, ``share_equal``.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.facets import MAX_GRADE

Floats = NDArray[np.float64]

N_GRADES = MAX_GRADE + 1


def count_confusions(
    people: NDArray[np.int_], judge: NDArray[np.int_], groups: NDArray[np.int_], n_groups: int
) -> Floats:
    """Return a table for each group, shape (groups, grades, grades), of aligned grades."""
    cells = (groups * N_GRADES + people) * N_GRADES + judge
    counts = np.bincount(cells, minlength=n_groups * N_GRADES * N_GRADES)
    return counts.reshape(n_groups, N_GRADES, N_GRADES).astype(np.float64)


def kappas(tables: Floats) -> Floats:
    """Return Cohen's kappa of each table, unweighted."""
    return _chance_corrected(tables, 1.0 - np.eye(N_GRADES))


def weighted_kappas(tables: Floats) -> Floats:
    """Return Cohen's kappa of each table with quadratic weights."""
    grades = np.arange(N_GRADES)
    return _chance_corrected(tables, np.subtract.outer(grades, grades).astype(float) ** 2)


def _chance_corrected(tables: Floats, distances: Floats) -> Floats:
    totals = tables.sum(axis=(1, 2))
    by_chance = np.einsum("sa,sb,ab->s", tables.sum(axis=2), tables.sum(axis=1), distances)
    observed = (tables * distances).sum(axis=(1, 2)) * totals
    with np.errstate(invalid="ignore", divide="ignore"):
        return 1.0 - np.where(by_chance > 0, observed / by_chance, np.nan)


def alphas(tables: Floats) -> Floats:
    """Return Krippendorff's alpha of each table with the ordinal distance."""
    both = tables + tables.transpose(0, 2, 1)
    given = both.sum(axis=2)
    middles = np.cumsum(given, axis=1) - given / 2.0
    distances = (middles[:, :, None] - middles[:, None, :]) ** 2
    expected = np.einsum("sa,sb,sab->s", given, given, distances)
    observed = (both * distances).sum(axis=(1, 2))
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = np.where(expected > 0, observed / expected, np.nan)
        return 1.0 - (given.sum(axis=1) - 1.0) * ratio


def shares_equal(tables: Floats) -> Floats:
    """Return the share of pairs with equal grades."""
    with np.errstate(invalid="ignore"):
        return np.trace(tables, axis1=1, axis2=2) / tables.sum(axis=(1, 2))


def biases(tables: Floats) -> Floats:
    """Return how much higher the judge's grades are in the mean; negative where they are lower."""
    grades = np.arange(N_GRADES)
    higher = np.subtract.outer(grades, grades).T
    with np.errstate(invalid="ignore"):
        return (tables * higher).sum(axis=(1, 2)) / tables.sum(axis=(1, 2))


MEASURES: dict[str, Callable[[Floats], Floats]] = {
    "kappa": kappas,
    "weighted_kappa": weighted_kappas,
    "alpha": alphas,
    "agreement": shares_equal,
    "bias": biases,
}
"""What is told of a judge and people, by the names of the tables."""

"""Krippendorff's alpha for ordinal grades.

Source: Krippendorff, "Computing Krippendorff's Alpha-Reliability" (2011), section E with the
ordinal difference function.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from paperpool.collections.facets import MAX_GRADE


def ordinal_alpha(units: Iterable[Sequence[int]], n_grades: int = MAX_GRADE + 1) -> float:
    """Return alpha = 1 - observed / expected disagreement, at most 1.

    A unit is the grades (0 to ``n_grades`` - 1) that one candidate was given, in any order; one
    with fewer than two grades pairs nothing and is passed over. NaN where every grade paired is
    the same: then no disagreement can be expected.
    """
    coincidences = np.zeros((n_grades, n_grades))
    for unit in units:
        if len(unit) > 1:
            counts = np.bincount(unit, minlength=n_grades)
            coincidences += (np.outer(counts, counts) - np.diag(counts)) / (len(unit) - 1)
    totals = coincidences.sum(axis=0)
    distances = _ordinal_distances(totals)
    expected = float(totals @ distances @ totals)
    if not expected:
        return math.nan
    observed = float((coincidences * distances).sum())
    return 1.0 - (totals.sum() - 1.0) * observed / expected


def _ordinal_distances(totals: np.ndarray) -> np.ndarray:
    """Return the squared ordinal differences: how many of the grades lie between two of them.

    The two ends count half; ``totals`` says how often each grade was given, shape (grades,).
    """
    middles = np.cumsum(totals) - totals / 2.0
    return np.subtract.outer(middles, middles) ** 2

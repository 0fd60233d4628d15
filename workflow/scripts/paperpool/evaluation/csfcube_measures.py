"""CSFCube's measures under both protocols, for one ranked list of grades each.

``official`` are the values of the release's ``eval_scripts/ranking_eval.py``, number for number;
``corrected`` fits the measure's name. Every measure returns a fraction from ``ranked``, the gains
of the candidates in the order of the run, shape (n,); ``judged``, the gains of all judged
candidates in any order, shape (m,), m >= n; and ``least``, the least gain of relevant candidates.
In CSFCube a gain is the grade, 0 to 3, and 2 the least. The official script knows the run's grades
only, so the official functions do not use ``judged``.
"""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats

Grades = NDArray[Any]
Measure = Callable[[Grades, Grades, float], float]

CUTOFF = 20
"""The cutoff of ``p@20``, ``recall@20`` and ``ndcg@20``."""


def precision_at_last_relevant(ranked: Grades, judged: Grades, least: float) -> float:
    """Precision at the rank of the last relevant candidate (``r_precision``, official).

    The script names it R-precision; it is 1 if no irrelevant candidate stands above a relevant one.
    """
    ranks = np.flatnonzero(ranked >= least) + 1
    if not len(ranks):
        return 0.0
    return float(len(ranks) / ranks[-1])


def r_precision(ranked: Grades, judged: Grades, least: float) -> float:
    """Precision at rank R, the number of relevant candidates (corrected)."""
    total = int((judged >= least).sum())
    if not total:
        return 0.0
    return float((ranked >= least)[:total].sum() / total)


def mean_precision_at_20(ranked: Grades, judged: Grades, least: float) -> float:
    """Share of relevant candidates among the first 20, or fewer in a shorter run (official)."""
    if not len(ranked):
        return 0.0
    return float((ranked >= least)[:CUTOFF].mean())


def precision_at_20(ranked: Grades, judged: Grades, least: float) -> float:
    """Relevant candidates in the top 20, divided by 20 (corrected)."""
    return float((ranked >= least)[:CUTOFF].sum() / CUTOFF)


def recall_at_20(ranked: Grades, judged: Grades, least: float) -> float:
    """Share of the relevant judged candidates in the top 20."""
    total = (judged >= least).sum()
    if not total:
        return 0.0
    return float((ranked >= least)[:CUTOFF].sum() / total)


def _precisions(ranked: Grades, least: float) -> Floats:
    """Return the precision at each relevant rank."""
    ranks = np.flatnonzero(ranked >= least) + 1
    return np.arange(1, len(ranks) + 1) / ranks


def average_precision(ranked: Grades, judged: Grades, least: float) -> float:
    """Sum of the precision at each relevant rank over all relevant judged candidates.

    It is trec_eval's AP.
    """
    total = (judged >= least).sum()
    if not total:
        return 0.0
    return float(_precisions(ranked, least).sum() / total)


def bpref(ranked: Grades, judged: Grades, least: float) -> float:
    """Mean over the R relevant candidates of 1 - min(n, R) / min(R, N); 0 for an unranked one.

    n of the N judged irrelevant candidates stand above it; unjudged candidates are passed over.
    Source: Buckley and Voorhees (2004), in the form of trec_eval.
    """
    relevant = ranked >= least
    total = int((judged >= least).sum())
    if not total:
        return 0.0

    n_irrelevant = len(judged) - total
    above = np.minimum(np.cumsum(~relevant)[relevant], total)
    return float((1 - above / max(1, min(total, n_irrelevant))).sum() / total)


def _official_discounts(n: int) -> Floats:
    """Ranks 1 and 2 undiscounted, then log2(rank): Järvelin and Kekäläinen's form for base 2."""
    return np.maximum(1.0, np.log2(np.maximum(np.arange(1, n + 1), 2)))


def _standard_discounts(n: int) -> Floats:
    return np.log2(np.arange(2, n + 2))


def _ndcg(cut: Callable[[int], int], discount: Callable[[int], Floats]) -> Measure:
    """Return NDCG with linear gains, its ideal and its cut those of all judged candidates."""

    def measure(ranked: Grades, judged: Grades, least: float) -> float:
        k = cut(len(judged))
        discounts = discount(max(len(judged), len(ranked)))
        best = _dcg(np.sort(judged)[::-1][:k], discounts)
        if not best:
            return 0.0
        return _dcg(ranked[:k], discounts) / best

    return measure


def _dcg(grades: Grades, discounts: Floats) -> float:
    return float((grades / discounts[: len(grades)]).sum())


def _of_run(measure: Measure) -> Measure:
    """Return a measure for which the run's candidates are all that were judged (official)."""
    return lambda ranked, judged, least: measure(ranked, ranked, least)


_CUTS: dict[str, Callable[[int], int]] = {
    "ndcg@20": lambda n: CUTOFF,
    "ndcg%20": lambda n: n // 5,  # rounded down (Wang et al. 2013; CSFCube section 5)
    "ndcg%100": lambda n: n,
}

OFFICIAL: dict[str, Measure] = {
    "r_precision": precision_at_last_relevant,
    "p@20": mean_precision_at_20,
    "recall@20": _of_run(recall_at_20),
    "map": _of_run(average_precision),
    **{name: _of_run(_ndcg(cut, _official_discounts)) for name, cut in _CUTS.items()},
}

CORRECTED: dict[str, Measure] = {
    "r_precision": r_precision,
    "p@20": precision_at_20,
    "recall@20": recall_at_20,
    "map": average_precision,
    **{name: _ndcg(cut, _standard_discounts) for name, cut in _CUTS.items()},
}

PROTOCOLS: dict[str, dict[str, Measure]] = {"official": OFFICIAL, "corrected": CORRECTED}

"""Measures of rankings in which not every candidate was judged.

A ranking of a whole corpus stands beside the judgments of a pool: much of what it finds has no
grade. Every measure is a function of

- ``ranked``: what is known of the candidates in the order of the run, shape (n,): a grade, or
  ``NOT_POOLED`` of one that is in no pool, or ``NOT_JUDGED`` of one that is in the pool and was not
  drawn to be judged, and
- ``judged``: the grades of all judged candidates in any order, shape (m,),

and returns a fraction. A candidate is relevant from grade 2 on. What has no grade counts as
irrelevant (``map``, ``ndcg@20``), is taken out of the ranking (``condensed_...``; Sakai 2007,
"Alternatives to Bpref"), is passed over (``bpref``), or is taken to be relevant as often as what
was drawn from the pool above it (``infap``).
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from paperpool.collections.facets import RELEVANT_GRADE
from paperpool.evaluation.csfcube_measures import CORRECTED, Grades, bpref

NOT_JUDGED, NOT_POOLED = -1, -2

DEPTHS = (10, 20, 100)
"""How deep it is told which share of a ranking was judged."""

_EPSILON = 0.00001
"""trec_eval's, which keeps a precision defined before anything was judged."""

Measure = Callable[[Grades, Grades], float]


def judged_share(k: int) -> Measure:
    """Return the measure: the share of the first ``k`` candidates, or fewer, that were judged."""

    def measure(ranked: Grades, judged: Grades) -> float:
        return float((ranked[:k] >= 0).mean()) if len(ranked) else 0.0

    return measure


def inferred_average_precision(ranked: Grades, judged: Grades) -> float:
    """Estimate average precision from a uniform random sample of the pool that was judged.

    At each relevant candidate of rank r the precision is 1/r, and for the r - 1 above it the share
    of them in the pool times the share of relevant ones among the judged. Where all of a pool is
    judged that is average precision with what is in no pool as irrelevant. Judgments that were not
    drawn at random give no estimate. Source: Yilmaz and Aslam (2006), "Estimating average precision
    with incomplete and imperfect judgments", in the form of trec_eval.
    """
    total = int((judged >= RELEVANT_GRADE).sum())
    if not total:
        return 0.0
    relevant = ranked >= RELEVANT_GRADE
    above = np.flatnonzero(relevant)  # how many candidates stand above each relevant one
    counts = [
        np.cumsum(of_kind)[above] - of_kind[above]
        for of_kind in (relevant, ranked >= 0, ranked != NOT_POOLED)
    ]
    n_relevant, n_judged, n_pooled = (count.astype(float) for count in counts)
    in_pool = n_pooled / np.maximum(above, 1)
    precision = (n_relevant + _EPSILON) / (n_judged + 2 * _EPSILON)
    inferred = (1 + above * in_pool * precision) / (above + 1)
    return float(inferred.sum() / total)


def _as_irrelevant(measure: Measure) -> Measure:
    return lambda ranked, judged: measure(np.maximum(ranked, 0), judged)


def _condensed(measure: Measure) -> Measure:
    return lambda ranked, judged: measure(ranked[ranked >= 0], judged)


MEASURES: dict[str, Measure] = {
    **{f"judged@{k}": judged_share(k) for k in DEPTHS},
    "map": _as_irrelevant(CORRECTED["map"]),
    "condensed_map": _condensed(CORRECTED["map"]),
    "bpref": _condensed(bpref),
    "infap": inferred_average_precision,
    "ndcg@20": _as_irrelevant(CORRECTED["ndcg@20"]),
    "condensed_ndcg@20": _condensed(CORRECTED["ndcg@20"]),
}
"""The measures by the names of the tables."""

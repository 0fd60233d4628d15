"""AP and nDCG@10 of one ranked list of grades, as trec_eval has them.

Functions as those of ``csfcube_measures``, of any grade that is relevant; ``ranked`` may have what
nobody judged, as grade 0, and ``judged`` what is not ranked.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.csfcube_measures import Measure

Grades = NDArray[np.int_]

CUT = 10


def graded_measures(relevant: int) -> dict[str, Measure]:
    """Return the measures by ir_measures' names, for grades that are ``relevant`` or more."""

    def average_precision(ranked: Grades, judged: Grades) -> float:
        total = int((judged >= relevant).sum())
        ranks = np.flatnonzero(ranked >= relevant) + 1
        return float((np.arange(1, len(ranks) + 1) / ranks).sum() / total) if total else 0.0

    return {"AP": average_precision, f"nDCG@{CUT}": ndcg_at_10}


def ndcg_at_10(ranked: Grades, judged: Grades) -> float:
    """Return NDCG of the first 10: the grade is the gain, log2(rank + 1) the discount."""
    best = _discount(np.sort(judged)[::-1])
    return _discount(ranked) / best if best else 0.0


def _discount(grades: Grades) -> float:
    first = grades[:CUT]
    return float((first / np.log2(np.arange(2, len(first) + 2))).sum())

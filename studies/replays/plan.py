"""How a collection is replayed: in which batches, what is measured, and when it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.csfcube_measures import PROTOCOLS, Measure, average_precision

BatchSize = Callable[[int, int], int]
"""Returns how many candidates are judged next, by how many there are and are judged already."""

FIRST, GROWTH = 10, 0.1
"""Candidates of the first batch of a long pool, and what is added to each batch."""

Grades = NDArray[np.int_]


def next_twentieth(size: int, n_judged: int) -> int:
    """Return a twentieth of the pool, one at least."""
    return max(1, round(0.05 * size))


def next_growing(size: int, n_judged: int) -> int:
    """Return ``FIRST`` candidates, and later a tenth more with each batch.

    Source: Cormack and Grossman 2015 (AutoTAR), whose batches grow so. A twentieth of a pool of
    thousands would be more than all that is relevant.
    """
    return FIRST + int(GROWTH * n_judged)


@dataclass(frozen=True)
class ReplayPlan:
    """How a collection is replayed.

    ``measures`` are by their names in the table, ``shares`` those of the judgments that tables are
    told for, ``told`` the one of them that the systems' order is printed for. Where the collection
    ``is_open`` its runs rank what nobody was asked for, and its queries have no halves.
    """

    measures: Mapping[str, Measure]
    shares: tuple[float, ...]
    next_batch: BatchSize
    told: float = 0.5
    is_open: bool = False


TWENTIETHS = tuple(number / 20 for number in range(1, 21))

CSFCUBE = ReplayPlan(
    {name: PROTOCOLS["corrected"][name] for name in ("ndcg%20", "map")}, TWENTIETHS, next_twentieth
)
"""The plan of CSFCube: its corrected protocol, and pools that were judged whole."""

EARLY = (0.005, 0.01, 0.02, 0.03, 0.04)
"""Shares that are told of long pools besides, most of which is irrelevant."""


def plan_open(is_throughout: bool) -> ReplayPlan:
    """Return the plan of somebody's collection.

    Of one that counts as judged throughout pools are long.
    """
    if is_throughout:
        return ReplayPlan(
            GRADED_MEASURES, EARLY + TWENTIETHS, next_growing, told=0.02, is_open=True
        )
    return ReplayPlan(GRADED_MEASURES, TWENTIETHS, next_twentieth, is_open=True)


def _ndcg(ranked: Grades, judged: Grades, least: float) -> float:
    """Return NDCG of the first 10: the grade is the gain, log2(rank + 1) the discount."""
    best = _discount(np.sort(judged)[::-1])
    return _discount(ranked) / best if best else 0.0


def _discount(grades: Grades) -> float:
    first = grades[:10]
    return float((first / np.log2(np.arange(2, len(first) + 2))).sum())


GRADED_MEASURES: dict[str, Measure] = {"AP": average_precision, "nDCG@10": _ndcg}
"""AP and nDCG@10 as trec_eval has them.

What is ranked may have what nobody judged, as grade 0; what is judged need not be ranked.
"""

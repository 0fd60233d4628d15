"""How a collection is replayed: in which batches, what is measured, and when it is told."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from paperpool.evaluation.csfcube_measures import PROTOCOLS, Measure
from paperpool.evaluation.graded_measures import graded_measures

BatchSize = Callable[[int, int], int]
"""Returns how many candidates are judged next, by how many there are and are judged already."""

FIRST, GROWTH = 10, 0.1
"""Candidates of the first batch of a long pool, and what is added to each batch."""


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
    told for. ``left_out`` names orders that cannot be followed. Where the collection ``is_open``
    its runs rank what nobody was asked for, and its queries have no halves.
    """

    measures: Mapping[str, Measure]
    shares: tuple[float, ...]
    next_batch: BatchSize
    is_open: bool = False
    left_out: frozenset[str] = frozenset()


FEEDBACK = "feedback"
"""The order that learns, which very many candidates are too many for."""

TWENTIETHS = tuple(number / 20 for number in range(1, 21))

CSFCUBE = ReplayPlan(
    {name: PROTOCOLS["corrected"][name] for name in ("ndcg%20", "map")}, TWENTIETHS, next_twentieth
)
"""The plan of CSFCube: its corrected protocol, and pools that were judged whole."""

EARLY = (0.005, 0.01, 0.02, 0.03, 0.04)
"""Shares that are told of long pools besides, most of which is irrelevant."""


def plan_open(relevant: int, is_throughout: bool, learns: bool) -> ReplayPlan:
    """Return the plan of somebody's collection, whose documents are relevant from a grade on.

    Of one that counts as judged throughout pools are long. Without learning there is no feedback.
    """
    plan = ReplayPlan(
        graded_measures(relevant),
        TWENTIETHS,
        next_twentieth,
        is_open=True,
        left_out=frozenset() if learns else frozenset({FEEDBACK}),
    )
    if not is_throughout:
        return plan
    return replace(plan, shares=EARLY + TWENTIETHS, next_batch=next_growing)

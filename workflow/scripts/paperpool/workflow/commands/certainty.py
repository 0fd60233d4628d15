"""How sure a plan is: the factor within which its figures have been of those of jobs.

``GUESS`` and ``LINE`` were measured. Planned from the shipped jobs of 400 papers, 52 of 59 jobs of
2,000 took a sixth to six times the planned seconds, and all at most 1.3 times the memory
(`bench/plan_bench.py shipped`). A line through 10,000 and 30,000 papers was within 1.14 in hours
and 1.12 in memory of what 300,000 took (`bench/plan_bench.py`). The others are judged: processors
differ fourfold.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from paperpool.workflow.commands.costs import FAR, Cost


@dataclass(frozen=True)
class Factors:
    """The factors of hours, of memory and of disk."""

    hours: float
    memory: float
    disk: float


SAME = Factors(hours=1.2, memory=1.2, disk=1.05)
"""The same size was measured on this machine."""

LINE = Factors(hours=1.5, memory=1.3, disk=1.2)
"""A line through two sizes."""

GUESS = Factors(hours=6.0, memory=1.3, disk=1.5)
"""One size was measured, or the line is far beyond what was."""

ELSEWHERE = Factors(hours=2.0, memory=1.3, disk=1.0)
"""The factors besides, of measurements that come with the package: their seconds are a processor's,
and yours does other work, too.
"""

OTHER_PROCESSOR = Factors(hours=4.0, memory=1.3, disk=1.0)
"""The factors besides, if these are of another kind of processor."""


def rate(costs: Sequence[Cost], besides: Factors | None) -> Factors | None:
    """Return the factors of what some jobs take, each weighing as much as its hours.

    ``besides`` are those of measurements from elsewhere. None: no factor is known, as some were
    measured only where they start (``Cost.is_flat``).
    """
    if any(cost.is_flat for cost in costs):
        return None
    known = [cost for cost in costs if cost.seconds is not None]
    if not known:
        return GUESS
    rated = [_rate_one(cost) for cost in known]
    hours = sum(cost.hours for cost in known)
    weighed = 0.0
    for cost, factors in zip(known, rated, strict=True):
        share = cost.hours / hours if hours else 1 / len(known)
        weighed += share * factors.hours

    memory = max(factors.memory for factors in rated)
    disk = max(factors.disk for factors in rated)
    if besides is None:
        return Factors(weighed, memory, disk)
    return Factors(weighed * besides.hours, memory * besides.memory, disk * besides.disk)


def _rate_one(cost: Cost) -> Factors:
    if cost.is_guess or cost.growth > FAR:
        return GUESS
    return SAME if cost.growth <= 1.1 else LINE

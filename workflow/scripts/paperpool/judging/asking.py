"""Batches of requests: what was drawn, what of it is answered, and the next batch.

A request is answered in any order, but it counts only after all that were drawn before it: its
probability is that among the items that were left then. The next batch is drawn when every request
is answered.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from paperpool.judging.comparing import MARGIN, Comparison, compare_runs
from paperpool.judging.drawing import Sample
from paperpool.judging.items import Item, Items


@dataclass(frozen=True)
class Request:
    """A drawn item: its batch (from 1), its probability among those left, its grade if answered."""

    item: Item
    batch: int
    probability: float
    grade: float | None = None


def hide_grades(items: Items, share: float, seed: int) -> Items:
    """Return the items without a drawn share of their grades, for replays and tutorials."""
    known = np.flatnonzero(items.known)
    rng = np.random.default_rng([seed, _HIDING])
    chosen = rng.permutation(known)[: round(share * len(known))]
    hidden = np.zeros(len(items.grades), dtype=bool)
    hidden[chosen] = True
    return items.hide(hidden)


_HIDING = 7201
_DRAWING = 7202
"""The streams of random numbers."""


def compare_answered(
    items: Items, requests: Sequence[Request], margin: float = MARGIN, *, for_scores: bool = False
) -> Comparison:
    """Return the comparison by all requests before the first that has no answer."""
    rows = {item: row for row, item in enumerate(items.ids)}
    drawn = []
    grades = items.grades.copy()
    for request in requests:
        if request.grade is None:
            break
        drawn.append(rows[request.item])
        grades[drawn[-1]] = request.grade
    probabilities = np.array([request.probability for request in requests[: len(drawn)]])
    sample = Sample(np.array(drawn, dtype=np.int64), probabilities)
    items = replace(items, grades=grades)
    return compare_runs(items, sample, margin, for_scores=for_scores)


def ask_next(
    comparison: Comparison, requests: Sequence[Request], budget: int, seed: int
) -> list[Request]:
    """Return the requests of the next batch, none while one waits or if all is decided."""
    if any(request.grade is None for request in requests):
        return []
    batch = 1 + max((request.batch for request in requests), default=0)
    sample = comparison.draw(budget, np.random.default_rng([seed, _DRAWING, batch]))
    ids = comparison.items.ids
    asked = []
    for row, probability in zip(sample.drawn, sample.probabilities, strict=True):
        asked.append(Request(ids[row], batch, float(probability)))
    return asked


def answer(requests: Sequence[Request], grades: Mapping[Item, float]) -> list[Request]:
    """Return the requests with the grades that are given for them."""
    answered = []
    for request in requests:
        grade = grades.get(request.item, request.grade)
        answered.append(replace(request, grade=grade))
    return answered


def find_same(items: Items) -> list[tuple[str, str]]:
    """Return the pairs of runs that are the same where it counts."""
    same = []
    for first in range(len(items.runs)):
        for second in range(first + 1, len(items.runs)):
            if np.array_equal(items.weights[first], items.weights[second]):
                same.append((items.runs[first], items.runs[second]))
    return same

"""What a judge is held against: the pairs that people graded."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperpool.annotation.material import Item
from paperpool.collections.collection import Collection

Grades = NDArray[np.int_]

NONE = -1
"""The grade of a pair that a judge did not grade."""


@dataclass(frozen=True)
class Ground:
    """The pairs with people's grades: aligned arrays, shape (n,), sorted by pair and candidate.

    ``place`` is where in ``pairs`` an item's (query, facet) stands.
    """

    items: list[Item]
    grades: Grades
    place: Grades
    pairs: list[tuple[str, str]]

    def align(self, given: Mapping[Item, int]) -> Grades:
        """Return a judge's grades of the items, shape (n,), ``NONE`` where it gave none."""
        return np.array([given.get(item, NONE) for item in self.items], dtype=int)


def make_ground(collection: Collection) -> Ground:
    """Return what people graded, without the queries themselves."""
    judged = {pair: judgments.grades() for pair, judgments in collection.judgments.items()}
    items = sorted(
        Item(*pair, candidate)
        for pair, grades in judged.items()
        for candidate in grades
        if candidate != pair[0]
    )
    pairs = sorted({item[:2] for item in items})
    places = {pair: number for number, pair in enumerate(pairs)}
    grades = np.array([judged[item[:2]][item.candidate_id] for item in items], dtype=int)
    place = np.array([places[item[:2]] for item in items], dtype=int)
    return Ground(items, grades, place, pairs)

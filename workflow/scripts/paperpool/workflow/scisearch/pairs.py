"""The judged pairs of one facet, as columns."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection

Ids = NDArray[np.object_]


@dataclass(frozen=True)
class Pairs:
    """Judged (query, candidate) pairs of a facet; columns of shape (n,), query by query.

    Candidates keep the order of the release's file, the authors' order of ties.
    """

    facet: str
    queries: Ids
    candidates: Ids
    grades: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.grades)

    def take(self, rows: NDArray) -> Pairs:
        """Select pairs by a mask or by positions."""
        return Pairs(self.facet, self.queries[rows], self.candidates[rows], self.grades[rows])

    def by_query(self) -> dict[str, Pairs]:
        """Return the pairs of each query."""
        queries = dict.fromkeys(self.queries)
        return {query: self.take(self.queries == query) for query in queries}


def list_pairs(collection: Collection, facet: str) -> Pairs:
    """Return the judged pairs of a facet, a query's pair with itself included if judged."""
    queries: list[str] = []
    candidates: list[str] = []
    grades: list[int] = []
    for query, _ in collection.pairs(facet):
        for candidate, grade in collection.judgments[query, facet].grades().items():
            queries.append(query)
            candidates.append(candidate)
            grades.append(grade)
    return Pairs(
        facet,
        np.array(queries, dtype=object),
        np.array(candidates, dtype=object),
        np.array(grades, dtype=np.int64),
    )

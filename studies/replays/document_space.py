"""Documents that every topic asks for: how alike they are, made out once for all topics.

A collection that is searched has one pool, all its documents, and a likeness matrix of its own for
each of hundreds of topics would take gigabytes and hours. Here the documents' matrix is taken apart
once, and a topic adds its query as a border. The regressions of ``active_pooling.orders``
have one penalty for nearly all documents, so that each is solved by the eigenvectors, with a
correction for the few that have another (the Woodbury identity; Golub and Van Loan, "Matrix
Computations", section 2.1.4). The figures are those of ``JudgingPool.fit`` up to rounding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from threadpoolctl import threadpool_limits

Floats = NDArray[np.float64]


class DocumentSpace:
    """Documents, as the columns of how alike they are.

    ``words`` and ``embeddings`` are those of JudgingPool for all documents and, after them, all
    queries; ``documents`` and ``queries`` are their ids in the same order.
    """

    def __init__(
        self,
        documents: Sequence[str],
        queries: Sequence[str],
        words: csr_array,
        embeddings: Floats | None,
    ):
        self.places = {document: place for place, document in enumerate(documents)}
        self._rows = {query: len(documents) + row for row, query in enumerate(queries)}
        self._words, self._embeddings = words, embeddings
        with threadpool_limits(1, "blas"):  # the last digits depend on the threads
            self.values, self.vectors = np.linalg.eigh(self._compare(slice(len(documents))))

    def query(self, query: str) -> tuple[float, Floats]:
        """Return how alike a query is to itself, and to each document."""
        row = self._rows[query]
        found = self._compare(slice(row, row + 1))[0]
        length = self._words[[row]].power(2).sum() + 1.0
        if self._embeddings is not None:
            length += self._embeddings[row] @ self._embeddings[row]
        return float(length), found

    def _compare(self, rows: slice) -> Floats:
        """Return how alike some texts and all documents are, with the intercept's constant."""
        n = len(self.places)
        likeness = (self._words[rows] @ self._words[:n].T).toarray() + 1.0
        if self._embeddings is None:
            return likeness
        return likeness + self._embeddings[rows] @ self._embeddings[:n].T


@dataclass(frozen=True)
class SearchedPool:
    """All documents but the query itself, as the orders see a JudgingPool."""

    query: str
    candidates: tuple[str, ...]
    ranks: NDArray[np.int64]
    space: DocumentSpace
    seed: int

    @property
    def size(self) -> int:
        """How many candidates there are."""
        return len(self.candidates)

    @cached_property
    def border(self) -> tuple[float, Floats]:
        """How alike the query is to itself, and to each document."""
        return self.space.query(self.query)

    @cached_property
    def _rows(self) -> NDArray[np.int64]:
        """The place of each candidate among the documents."""
        return np.array([self.space.places[candidate] for candidate in self.candidates])

    def fit(self, target: Floats, penalty: Floats) -> Floats:
        """Return what ``JudgingPool.fit`` does.

        A document that is the query itself has a penalty without end, which leaves it out.
        """
        itself, likeness = self.border
        goal, penalties = np.zeros(len(likeness)), np.full(len(likeness), np.inf)
        goal[self._rows], penalties[self._rows] = target[1:], penalty[1:]
        of_goal, of_border = _solve(self.space, penalties, np.array([goal, likeness]))
        of_query = (target[0] - likeness @ of_goal) / (itself + penalty[0] - likeness @ of_border)
        dual = (of_goal - of_query * of_border)[self._rows]
        return target - penalty * np.concatenate([[of_query], dual])


def _solve(space: DocumentSpace, penalties: Floats, sides: Floats) -> Floats:
    """Return the solutions of likeness plus diagonal penalties, for each row of ``sides``."""
    found, counts = np.unique(penalties, return_counts=True)
    common = found[counts.argmax()]
    odd = np.flatnonzero(penalties != common)
    turned = np.concatenate([sides @ space.vectors, space.vectors[odd]])
    solved = (turned / (space.values + common)) @ space.vectors.T
    plain, bent = solved[: len(sides)], solved[len(sides) :]
    core = bent[:, odd] + np.diag(1.0 / (penalties[odd] - common))
    return plain - np.linalg.solve(core, plain[:, odd].T).T @ bent

"""Texts as bags of items (words, or the tokens of an encoder), laid one after another."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse


@dataclass(frozen=True)
class Bags:
    """Text i holds ``items[starts[i]:starts[i + 1]]``: numbers, repeated as often as they occur."""

    items: NDArray[np.int64]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[Sequence[int] | NDArray[np.integer]]) -> Bags:
        """Return the bags of texts that are given as lists of items."""
        parts = [np.asarray(text, np.int64) for text in texts]
        starts = np.cumsum([0, *map(len, parts)]).astype(np.int64)
        return cls(np.concatenate([np.zeros(0, np.int64), *parts]), starts)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def sizes(self) -> NDArray[np.int64]:
        """Return how many items each text holds."""
        return np.diff(self.starts)

    def distinct(self) -> tuple[NDArray[np.int64], Bags]:
        """Return the distinct items, ascending, and the bags of their places among these."""
        items, places = np.unique(self.items, return_inverse=True)
        return items, Bags(places.astype(np.int64), self.starts)

    def weigh(self, weights: NDArray[np.float64]) -> sparse.csr_matrix:
        """Return the sums of the items' weights, shape (texts, len(weights)).

        An item that occurs n times in a text weighs n times as much; ``weights`` has one per item.
        """
        data = weights[self.items].astype(np.float64)
        matrix = sparse.csr_matrix(
            (data, self.items, self.starts), shape=(len(self), len(weights)), copy=True
        )
        matrix.sum_duplicates()
        return matrix

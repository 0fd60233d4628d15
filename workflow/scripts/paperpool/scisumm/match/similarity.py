"""Asymmetric similarity of texts (Ricci et al., equations 1 and 3), many pairs at once.

Texts are bags of items (words, or the tokens of an encoder), laid one after another. The
similarities of all distinct words of the queries with all distinct words of the candidates are one
matrix product; the rest are the maxima over the words of each candidate, independent of weights and
power, and a sparse product with the weights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from paperpool.evaluation.resampling import Floats


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


def unit_length(vectors: NDArray) -> NDArray:
    """Return the vectors (rows) divided by their lengths; zero vectors stay as they are."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1)


def find_best(similarities: NDArray[np.float32], candidates: Bags) -> NDArray[np.float32]:
    """Return each query item's largest similarity with an item of each candidate.

    ``similarities`` has the shape (candidate items, query items), the result (candidates, query
    items). A candidate without items has similarity 0: minus infinity.
    """
    best = np.full((len(candidates), similarities.shape[1]), -np.inf, np.float32)
    filled = np.diff(candidates.starts) > 0
    if filled.any():
        rows = similarities[candidates.items]
        best[filled] = np.maximum.reduceat(rows, candidates.starts[:-1][filled], axis=0)
    return best


def scale(similarities: NDArray[np.floating], power: int) -> Floats:
    """Return sign(x) |x|^d of each similarity; 0 for minus infinity.

    The paper's x^d would take a word of cosine -0.9 for a match if d is even. So scaled, the order
    stays, it is x^d if that keeps the sign, and it may be applied after the maximum.
    """
    known = np.where(np.isneginf(similarities), 0.0, similarities).astype(np.float64)
    return np.sign(known) * np.abs(known) ** power


def cover(weights: sparse.csr_matrix, best: NDArray[np.float32], power: int) -> Floats:
    """Return how well each candidate covers each query, shape (queries, candidates).

    ``weights`` are those of the queries' items (see ``Bags.weigh``), ``best`` is of ``find_best``.
    A query without items has coverage 0: 0. So is every query by a candidate without items.
    """
    return weights @ np.ascontiguousarray(scale(best, power).T)

"""Asymmetric similarity of bags of words or tokens (Ricci et al., equations 1 and 3).

One matrix product compares all distinct words, and a sparse product applies the weights; the maxima
between them do not depend on weights and power.
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
    """Text i holds ``items[starts[i]:starts[i + 1]]``: numbers, with repetitions."""

    items: NDArray[np.int64]
    starts: NDArray[np.int64]

    @classmethod
    def of(cls, texts: Sequence[Sequence[int] | NDArray[np.integer]]) -> Bags:
        """Return the bags of texts given as lists of items."""
        parts = [np.asarray(text, np.int64) for text in texts]
        starts = np.cumsum([0, *map(len, parts)]).astype(np.int64)
        return cls(np.concatenate([np.zeros(0, np.int64), *parts]), starts)

    def __len__(self) -> int:
        return len(self.starts) - 1

    def distinct(self) -> tuple[NDArray[np.int64], Bags]:
        """Return the distinct items, ascending, and bags of their indices."""
        items, places = np.unique(self.items, return_inverse=True)
        return items, Bags(places.astype(np.int64), self.starts)

    def weigh(self, weights: NDArray[np.float64]) -> sparse.csr_matrix:
        """Return the summed weights of the items, with repetitions, shape (texts, len(weights))."""
        data = weights[self.items].astype(np.float64)
        matrix = sparse.csr_matrix(
            (data, self.items, self.starts), shape=(len(self), len(weights)), copy=True
        )
        matrix.sum_duplicates()
        return matrix


def unit_length(vectors: NDArray) -> NDArray:
    """Return the rows at unit length; zero rows stay zero."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return vectors / np.where(lengths > 0, lengths, 1)


def find_best(similarities: NDArray[np.float32], candidates: Bags) -> NDArray[np.float32]:
    """Return each query item's largest similarity with a candidate: (candidates, query items).

    ``similarities`` are (candidate items, query items). Empty candidates have minus infinity.
    """
    best = np.full((len(candidates), similarities.shape[1]), -np.inf, np.float32)
    filled = np.diff(candidates.starts) > 0
    if filled.any():
        rows = similarities[candidates.items]
        best[filled] = np.maximum.reduceat(rows, candidates.starts[:-1][filled], axis=0)
    return best


def scale(similarities: NDArray[np.floating], power: int) -> Floats:
    """Return sign(x) |x|^d of each similarity; 0 for minus infinity.

    With the paper's x^d an even d would turn a cosine of -0.9 into a match. This form is monotonic,
    so it may follow the maximum.
    """
    known = np.where(np.isneginf(similarities), 0.0, similarities).astype(np.float64)
    return np.sign(known) * np.abs(known) ** power


def cover(weights: sparse.csr_matrix, best: NDArray[np.float32], power: int) -> Floats:
    """Return the coverage of queries by candidates, shape (queries, candidates).

    ``weights`` are those of the queries' items (see ``Bags.weigh``), ``best`` is of ``find_best``.
    The coverage is 0 for a query or a candidate without items.
    """
    return weights @ np.ascontiguousarray(scale(best, power).T)

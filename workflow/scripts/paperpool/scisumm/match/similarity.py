"""Asymmetric similarity of texts (Ricci et al., equations 1 and 3), many pairs at once.

The similarities of all distinct words of the queries with all distinct words of the candidates are
one matrix product; what is left are the maxima over the words of each candidate, which do not
depend on weights and power, and a sparse product with the weights.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.match.bags import Bags


def unit_length(vectors: NDArray[np.floating]) -> NDArray[np.float32]:
    """Return the vectors (rows) divided by their lengths; zero vectors stay as they are."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1)).astype(np.float32)


def compare_items(
    queries: NDArray[np.float32], candidates: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return the products of vectors, shape (candidate items, query items)."""
    return candidates @ queries.T


def find_best(similarities: NDArray[np.float32], candidates: Bags) -> NDArray[np.float32]:
    """Return each query item's largest similarity with an item of each candidate.

    ``similarities`` is what ``compare_items`` returns; the result has shape (candidates, query
    items). Nothing is similar to a candidate without items: minus infinity.
    """
    best = np.full((len(candidates), similarities.shape[1]), -np.inf, np.float32)
    filled = candidates.sizes() > 0
    if filled.any():
        rows = similarities[candidates.items]
        best[filled] = np.maximum.reduceat(rows, candidates.starts[:-1][filled], axis=0)
    return best


def scale(similarities: NDArray[np.floating], power: int) -> Floats:
    """Return sign(x) |x|^d of each similarity; 0 for minus infinity.

    The paper's x^d would take a word of cosine -0.9 for a match where d is even. So scaled, the
    order stays, it is x^d wherever that keeps the sign, and it may be applied after the maximum.
    """
    known = np.where(np.isneginf(similarities), 0.0, similarities).astype(np.float64)
    return np.sign(known) * np.abs(known) ** power


def cover(weights: sparse.csr_matrix, best: NDArray[np.float32], power: int) -> Floats:
    """Return how well each candidate covers each query, shape (queries, candidates).

    ``weights`` are those of the queries' items (see ``Bags.weigh``), ``best`` is of ``find_best``.
    A query without items is covered by nothing: 0. So is every query by a candidate without items.
    """
    return weights @ np.ascontiguousarray(scale(best, power).T)

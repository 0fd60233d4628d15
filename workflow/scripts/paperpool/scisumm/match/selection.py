"""Which sentences are chosen for a citance: those that score best, or those that cover it jointly.

Source: Ricci et al., appendix C.1, after Kobayashi, Noguchi and Yatsuka, "Summarization Based on
Embedding Distributions" (2015): the k-th sentence is the one with which the union of the chosen
sentences covers the citance best.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.match.similarity import scale


def choose_greedily(
    weights: sparse.csr_matrix, best: NDArray[np.float32], power: int, k: int
) -> NDArray[np.int64]:
    """Return the candidates picked for each query, in order, shape (queries, min(k, candidates)).

    The arguments are those of ``cover``; of equally good candidates the first is picked.
    """
    k = min(k, len(best))
    chosen = np.zeros((weights.shape[0], k), np.int64)
    for query, row in enumerate(chosen):
        items = slice(weights.indptr[query], weights.indptr[query + 1])
        similarities = best[:, weights.indices[items]]
        covered = np.full(similarities.shape[1], -np.inf, np.float32)
        free = np.ones(len(best), bool)
        for place in range(k):
            union = np.maximum(covered, similarities)
            # one candidate after another: a matrix product may round equal rows unequally
            gains = (scale(union, power) * weights.data[items]).sum(axis=1)
            row[place] = np.argmax(np.where(free, gains, -np.inf))
            free[row[place]] = False
            covered = union[row[place]]
    return chosen


def put_first(scores: Floats, chosen: NDArray[np.int64]) -> Floats:
    """Return scores that order the chosen candidates of each query first, in their order.

    The i-th of k gets the query's best score plus k - i + 1; the others keep theirs.
    """
    if not chosen.size:
        return scores
    k = chosen.shape[1]
    moved = scores.copy()
    top = scores.max(axis=1, keepdims=True) + np.arange(k, 0, -1)
    np.put_along_axis(moved, chosen, top, axis=1)
    return moved

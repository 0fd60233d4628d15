"""Term-level vectors (CSFCube, section 3 and appendix C; see docs/pools.md for open details)."""

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

Counts = sparse.csr_matrix
Dense = NDArray[np.float64]


def smoothed_idf(documents: NDArray[np.int64], n_texts: int) -> Dense:
    """Return scikit-learn's smoothed idf; ``documents`` are the words' document frequencies."""
    return np.log((1 + n_texts) / (1 + documents)) + 1


def tfidf(counts: Counts, idf: Dense, known: NDArray[np.bool_] | None = None) -> Counts:
    """Return TF-IDF vectors of unit length, shape of ``counts``; zero without a ``known`` word."""
    weights = idf if known is None else np.where(known, idf, 0.0)
    weighted = counts.multiply(weights[None, :]).tocsr()
    weighted.eliminate_zeros()
    lengths = np.sqrt(np.asarray(weighted.multiply(weighted).sum(axis=1)).ravel())
    factors = np.divide(1.0, lengths, out=np.zeros_like(lengths), where=lengths > 0)
    return sparse.diags(factors).dot(weighted).tocsr()


def cbow(counts: Counts, vectors: Dense) -> Dense:
    """Return the mean vector over each text's tokens (texts, dimensions); unknown ones are 0."""
    return _mean_over_tokens(counts, counts, vectors)


def tfidf_cbow(counts: Counts, weights: Counts, vectors: Dense) -> Dense:
    """Return the mean over tokens of TF-IDF weight times vector: n tokens of a word add n times."""
    return _mean_over_tokens(counts, counts.multiply(weights).tocsr(), vectors)


def _mean_over_tokens(counts: Counts, weighted: Counts, vectors: Dense) -> Dense:
    n_tokens = np.asarray(counts.sum(axis=1)).ravel()
    return (weighted @ vectors) / np.maximum(n_tokens, 1.0)[:, None]

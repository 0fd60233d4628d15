"""Words of a text as scikit-learn's vectorizers take them, and how often they stand in it.

A token is a lower-cased run of two or more letters, digits and underscores. With it the pools that
CSFCube released are met best; docs/pools.md has what else was tried.
"""

import re

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

_WORD = re.compile(r"\w\w+")


def tokenize(text: str) -> list[str]:
    """Return the tokens of ``text``, in order."""
    return _WORD.findall(text.lower())


def count_words(
    ids: NDArray[np.int32], offsets: NDArray[np.int32], n_words: int
) -> sparse.csr_matrix:
    """Return how often each word stands in each document, shape (documents, n_words)."""
    shape = (len(offsets) - 1, n_words)
    counts = sparse.csr_matrix((np.ones(len(ids)), ids, offsets), shape=shape, copy=True)
    counts.sum_duplicates()
    return counts

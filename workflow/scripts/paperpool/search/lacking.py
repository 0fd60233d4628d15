"""Papers that lack a vector: their rows, and which rows these are.

Such a row keeps the place of its paper. No encoder makes one, so an encoder that fails is not
mistaken for it.
"""

import numpy as np
from numpy.typing import NDArray

LACKING = -np.inf
"""Every number of the row."""


def lack_vectors(vectors: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Return which rows of vectors, shape (papers, dimensions), are those of LACKING alone."""
    lacks = np.isneginf(vectors[:, 0]) if vectors.shape[1] else np.zeros(len(vectors), bool)
    lacks[lacks] = np.isneginf(vectors[lacks]).all(axis=1)
    return lacks

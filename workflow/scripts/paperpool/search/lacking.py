"""Papers that lack a vector: their rows, of a value that no encoder makes.

Such a row keeps the place of its paper, and cannot be mistaken for the output of an encoder that
fails.
"""

import numpy as np
from numpy.typing import NDArray

from paperpool.io.mapped_files import release_pages

LACKING = -np.inf
"""Every number of the row."""

_BATCH_ROWS = 8_192


def blank_missing(
    queries: NDArray[np.floating],
) -> tuple[NDArray[np.floating], NDArray[np.bool_]]:
    """Return queries with zeros in place of missing vectors, and which these are."""
    lacks = find_missing_vectors(queries)
    if lacks.any():
        queries = np.where(lacks[:, None], queries.dtype.type(0), queries)
    return queries, lacks


def find_missing_vectors(vectors: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Return whether rows of vectors, shape (papers, dimensions), are those of LACKING alone."""
    lacks = np.zeros(len(vectors), bool)
    if vectors.shape[1] == 0:
        return lacks
    for start in range(0, len(vectors), _BATCH_ROWS):
        batch = vectors[start : start + _BATCH_ROWS]
        lacks[start : start + _BATCH_ROWS] = np.isneginf(batch).all(axis=1)
        release_pages(vectors)
    return lacks

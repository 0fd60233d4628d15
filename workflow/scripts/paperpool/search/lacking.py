"""Papers that lack a vector: their rows, of a value that no encoder makes.

Such a row keeps the place of its paper, and cannot be mistaken for the output of an encoder that
fails.
"""

import numpy as np
from numpy.typing import NDArray

from paperpool.io.mapped_files import release_pages

LACKING = -np.inf
"""Every number of the row."""


def find_missing_vectors(vectors: NDArray[np.floating]) -> NDArray[np.bool_]:
    """Return whether rows of vectors, shape (papers, dimensions), are those of LACKING alone."""
    lacks, step = np.zeros(len(vectors), bool), 8_192
    for start in range(0, len(vectors) if vectors.shape[1] else 0, step):
        lacks[start : start + step] = np.isneginf(vectors[start : start + step]).all(axis=1)
        release_pages(vectors)
    return lacks

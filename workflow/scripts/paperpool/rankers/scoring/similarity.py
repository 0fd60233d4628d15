"""Compare an embedding with others; a higher value is nearer."""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

Matrix = NDArray[np.float64]


def cosine(query: Matrix, candidates: Matrix) -> Matrix:
    """Return the cosine of a vector with each row of ``candidates``; 0 for a zero vector."""
    norms = np.linalg.norm(candidates, axis=1) * np.linalg.norm(query)
    return (candidates * query).sum(axis=1) / np.where(norms > 0, norms, 1.0)


def negative_l2(query: Matrix, candidates: Matrix) -> Matrix:
    """Return the negative Euclidean distance of a vector to each row of ``candidates``."""
    return -np.linalg.norm(candidates - query, axis=1)


SIMILARITIES: dict[str, Callable[[Matrix, Matrix], Matrix]] = {"cosine": cosine, "l2": negative_l2}

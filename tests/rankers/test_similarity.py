"""Similarities of vectors, by hand."""

import numpy as np

from paperpool.rankers.scoring.similarity import SIMILARITIES


def test_similarities_by_hand():
    query, candidates = np.array([1.0, 0.0]), np.array([[2.0, 0.0], [0.0, 3.0], [0.0, 0.0]])
    assert SIMILARITIES["cosine"](query, candidates).tolist() == [1.0, 0.0, 0.0]
    assert SIMILARITIES["l2"](query, candidates).tolist() == [-1.0, -np.sqrt(10), -1.0]

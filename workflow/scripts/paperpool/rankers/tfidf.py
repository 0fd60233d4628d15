"""TF-IDF: cosine between the sparse vectors of a query text and of whole candidate texts."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from sklearn.feature_extraction.text import TfidfVectorizer


class TfidfIndex:
    """Documents as TF-IDF vectors (scikit-learn's defaults: smoothed idf, unit length).

    On unit vectors the cosine orders as the L2 distance of CSFCube's appendix C does.
    """

    def __init__(self, documents: Sequence[str]):
        self._vectorizer = TfidfVectorizer(dtype=np.float64)
        self._matrix: sparse.csr_matrix = self._vectorizer.fit_transform(documents)

    def score(self, query: str, rows: Sequence[int]) -> NDArray[np.float64]:
        """Return the cosine of ``query`` with the documents at ``rows``, shape (len(rows),)."""
        vector = self._vectorizer.transform([query])
        return (self._matrix[list(rows)] @ vector.T).toarray().ravel()

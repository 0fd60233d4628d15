"""BM25 in the Okapi form of rank_bm25, the implementation that CSFCube used (footnote 8)."""

from __future__ import annotations

import re
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Okapi

_WORD = re.compile(r"\w+")


def tokenize(text: str) -> list[str]:
    """Return the lower-cased runs of letters, digits and underscores of ``text``."""
    return _WORD.findall(text.lower())


class BM25Index:
    """Documents ready for BM25 scoring, k1 = 1.5 and b = 0.75 (rank_bm25's defaults)."""

    def __init__(self, documents: Sequence[str]):
        self._index = BM25Okapi([tokenize(document) for document in documents])

    def score(self, query: str, rows: Sequence[int]) -> NDArray[np.float64]:
        """Return the BM25 score of ``query`` for the documents at ``rows``, shape (len(rows),).

        A term that occurs twice in the query counts twice.
        """
        return np.asarray(self._index.get_batch_scores(tokenize(query), list(rows)))

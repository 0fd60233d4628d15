"""BM25 in the Okapi form of rank_bm25, the implementation that CSFCube used (footnote 8).

The weight of every word in every document is computed once, and a query's scores are a sparse
product. They are those of rank_bm25, to the last bit: its floor for words that stand in more than
half of the documents included, and summed up in its order.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from paperpool.text.term_vectors import smoothed_idf
from paperpool.text.tokens import count_words

K1, B, EPSILON = 1.5, 0.75, 0.25
"""rank_bm25's defaults. A word with a negative idf gets EPSILON times the mean idf of all words."""

_BLOCK_TEXTS = 8192
_WORD = re.compile(r"\w+")


def tokenize(text: str) -> list[str]:
    """Return the lower-cased runs of letters, digits and underscores of ``text``."""
    return _WORD.findall(text.lower())


class BM25Index:
    """Documents ready for BM25 scoring; memory holds about 12 bytes per word of a document."""

    def __init__(self, documents: Sequence[str]):
        self._column: dict[str, int] = {}
        blocks = [
            self._count(documents[start : start + _BLOCK_TEXTS])
            for start in range(0, len(documents), _BLOCK_TEXTS)
        ]
        n_words = len(self._column)
        for block in blocks:
            block.resize((block.shape[0], n_words))
        self._weights = sparse.vstack([*blocks, sparse.csr_matrix((0, n_words), dtype=np.float32)])
        blocks.clear()
        self._weights = self._weights.tocsc()
        _weigh(self._weights)

    def _count(self, documents: Sequence[str]) -> sparse.csr_matrix:
        """Return how often each word stands in each document, new words as further columns."""
        column = self._column
        texts = [tokenize(document) for document in documents]
        ids = [column.setdefault(word, len(column)) for text in texts for word in text]
        offsets = np.cumsum([0, *map(len, texts)])
        counts = count_words(np.array(ids, np.int32), offsets, len(column))
        return counts.astype(np.float32)  # half the memory; weights are of double precision

    def score(self, query: str, rows: Sequence[int]) -> NDArray[np.float64]:
        """Return the BM25 score of ``query`` for the documents at ``rows``, shape (len(rows),)."""
        return self.score_all(query)[list(rows)]

    def score_all(self, query: str) -> NDArray[np.float64]:
        """Return the BM25 score of ``query`` for every document, shape (documents,).

        A word that occurs twice in the query counts twice.
        """
        # a column for each occurrence, in the query's order: so the sums round as rank_bm25's do
        columns = [self._column[word] for word in tokenize(query) if word in self._column]
        return self._weights[:, columns] @ np.ones(len(columns))

    def weigh_words(self, query: str, row: int) -> dict[str, float]:
        """Return what each word of ``query`` adds to its score for the document at ``row``.

        Words that the document lacks are left out. Memory holds the columns of the query's words.
        """
        counts = Counter(word for word in tokenize(query) if word in self._column)
        weights = self._weights[:, [self._column[word] for word in counts]][[row]].toarray()[0]
        return {
            word: float(weight * count)
            for (word, count), weight in zip(counts.items(), weights, strict=True)
            if weight
        }

    def idf(self, word: str) -> float:
        """Return scikit-learn's smoothed inverse document frequency of a word."""
        column = self._column.get(word)
        n_holding = 0 if column is None else int(np.diff(self._weights.indptr[column:][:2])[0])
        return float(smoothed_idf(np.array([n_holding]), self._weights.shape[0])[0])


def _weigh(weights: sparse.csc_matrix) -> None:
    """Turn word counts, shape (documents, words), into Okapi weights, in place."""
    n_documents = weights.shape[0]
    frequencies = np.diff(weights.indptr)
    weights.data = weights.data.astype(np.float64)
    idf = np.log(n_documents - frequencies + 0.5) - np.log(frequencies + 0.5)
    if not len(idf):
        return
    mean = np.cumsum(idf)[-1] / len(idf)  # word by word, as rank_bm25 adds them up
    idf[idf < 0] = EPSILON * mean
    lengths = np.asarray(weights.sum(axis=1)).ravel()
    long = K1 * (1 - B + B * lengths / (lengths.sum() / n_documents))
    divisors = long[weights.indices]
    divisors += weights.data
    weights.data *= K1 + 1
    weights.data /= divisors
    del divisors
    weights.data *= np.repeat(idf, frequencies)

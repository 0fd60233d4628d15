"""Texts in memory, every one of which is scored for a query at once, by Lucene's BM25.

The weight of every term in every text is computed once, and a query's scores are a sparse product.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import islice

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from paperpool.search import bm25
from paperpool.text.term_vectors import smoothed_idf
from paperpool.text.tokens import count_words

_BLOCK_TEXTS = 8192


class TermIndex:
    """Texts, given as their terms; memory holds about 12 bytes for each distinct one of a text."""

    def __init__(self, texts: Iterable[Sequence[str]]):
        self._column: dict[str, int] = {}
        remaining = iter(texts)
        blocks = []
        while block := list(islice(remaining, _BLOCK_TEXTS)):
            blocks.append(self._count(block))
        n_terms = len(self._column)
        for block in blocks:
            block.resize((block.shape[0], n_terms))
        counts = sparse.vstack([*blocks, sparse.csr_matrix((0, n_terms), dtype=np.float32)])
        blocks.clear()
        counts = counts.tocsc()  # that by rows is freed before the weights take memory
        self._weights = _weigh(counts)

    def _count(self, texts: Sequence[Sequence[str]]) -> sparse.csr_matrix:
        """Return how often each term stands in each text, new terms as further columns."""
        column = self._column
        ids = [column.setdefault(term, len(column)) for text in texts for term in text]
        offsets = np.cumsum([0, *map(len, texts)])
        counts = count_words(np.array(ids, np.int32), offsets, len(column))
        return counts.astype(np.float32)  # half the memory; weights are of double precision

    def score(self, query: Sequence[str]) -> NDArray[np.float64]:
        """Return the score of every text for the terms of a query, shape (texts,)."""
        known = self._count_known(query)
        return self._weights_of(known) @ np.array(list(known.values()), np.float64)

    def weigh_terms(self, query: Sequence[str], row: int) -> dict[str, float]:
        """Return what each term of a query adds to the score of the text at ``row``.

        Terms that the text lacks are left out. Memory holds the columns of the query's terms.
        """
        known = self._count_known(query)
        weights = self._weights_of(known)[[row]].toarray()[0]
        return {
            term: float(weight * count)
            for (term, count), weight in zip(known.items(), weights, strict=True)
            if weight
        }

    def smoothed_idf(self, term: str) -> float:
        """Return scikit-learn's smoothed inverse document frequency of a term."""
        column = self._column.get(term)
        n_holding = 0 if column is None else int(np.diff(self._weights.indptr[column:][:2])[0])
        return float(smoothed_idf(np.array([n_holding]), self._weights.shape[0])[0])

    def _count_known(self, query: Sequence[str]) -> dict[str, int]:
        """Return how often each known term stands in a query, in the order of the columns.

        So a sum does not depend on the order of the query.
        """
        counts = Counter(term for term in query if term in self._column)
        return {term: counts[term] for term in sorted(counts, key=self._column.get)}

    def _weights_of(self, terms: Iterable[str]) -> sparse.csc_matrix:
        return self._weights[:, [self._column[term] for term in terms]]


def _weigh(counts: sparse.csc_matrix) -> sparse.csc_matrix:
    """Return the weight of each term in each text from how often it stands there."""
    lengths = np.asarray(counts.sum(axis=1, dtype=np.float64)).ravel()
    norms = bm25.norms(lengths, bm25.mean_length(lengths))
    frequencies = np.diff(counts.indptr)
    idf = np.repeat(bm25.idf(frequencies, len(lengths)), frequencies)
    weights = bm25.weigh(idf, counts.data, norms[counts.indices])
    return sparse.csc_matrix((weights, counts.indices, counts.indptr), shape=counts.shape)

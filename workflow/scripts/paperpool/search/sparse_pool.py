"""A pool of papers that is searched by terms: Lucene's BM25 and the cosine of TF-IDF vectors."""

from collections.abc import Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from paperpool.search import bm25
from paperpool.search.kernels import compiled
from paperpool.search.postings import count_frequencies
from paperpool.search.sparse_search import BLOCK_ROWS, score_terms, search_terms
from paperpool.search.term_counts import TermCounts
from paperpool.search.top_rows import Ranked, TopRows
from paperpool.text.term_vectors import smoothed_idf

Rows = NDArray[np.int32]
Exclude = Sequence[NDArray[np.integer]] | None


class SparsePool:
    """The texts at ``rows``, ascending, of ``terms``; statistics are of these texts alone.

    Queries are rows of ``terms``, in the pool or not. ``exclude`` has for each query an array of
    rows to leave out. Texts without a shared term are never found. Memory holds the statistics and
    ``threads`` blocks of texts; neither threads nor blocks change a result.
    """

    def __init__(
        self, terms: TermCounts, rows: Rows, threads: int = 1, block_rows: int = BLOCK_ROWS
    ):
        rows = np.asarray(rows, np.int32)
        if (np.diff(rows) <= 0).any():
            raise ValueError("the rows of a pool must ascend")
        self.terms = terms
        self.rows = rows
        self._threads = threads
        self._block_rows = block_rows

        # most terms of a large corpus are in no text of a small pool, and are not held
        frequencies, self._lengths = count_frequencies(terms, rows)
        self._pool_terms = np.flatnonzero(frequencies).astype(np.int32)
        self._document_frequencies = frequencies[self._pool_terms].astype(np.int32)
        self._mean_length = bm25.mean_length(self._lengths)

    def search_bm25(
        self, query_rows: Rows, k1: float, b: float, depth: int, exclude: Exclude = None
    ) -> Ranked:
        """Return the ``depth`` best texts for each query: rows and scores (see ``Ranked``).

        The formula is Lucene's (see ``bm25``), with the statistics of the pool.
        """
        norms = bm25.norms(self._lengths, self._mean_length, k1, b)
        return self._search(self._bm25_queries(query_rows), norms, True, depth, exclude)

    def search_tfidf(self, query_rows: Rows, depth: int, exclude: Exclude = None) -> Ranked:
        """Return the ``depth`` best texts for each query by the cosine of TF-IDF vectors.

        A weight is tf x (ln((1 + N) / (1 + n)) + 1), as of scikit-learn's TfidfVectorizer fitted on
        the pool.
        """
        queries = self._tfidf_queries(query_rows)
        return self._search(queries, self._tfidf_norms, False, depth, exclude)

    def score_bm25(self, query_rows: Rows, candidate_rows: Rows, k1: float, b: float) -> NDArray:
        """Return the score of each candidate for the query at the same place, shape (n,).

        Scores are those of ``search_bm25``; candidates may be outside the pool.
        """
        queries, query_of = np.unique(query_rows, return_inverse=True)
        _, lengths = count_frequencies(self.terms, candidate_rows)
        norms = bm25.norms(lengths, self._mean_length, k1, b)
        weights = self._bm25_queries(queries)
        return score_terms(self.terms, candidate_rows, norms, True, weights, query_of)

    def score_tfidf(self, query_rows: Rows, candidate_rows: Rows) -> NDArray[np.float64]:
        """Return the cosine of each candidate with the query at the same place, shape (n,)."""
        queries, query_of = np.unique(query_rows, return_inverse=True)
        norms = self._measure(candidate_rows)
        weights = self._tfidf_queries(queries)
        return score_terms(self.terms, candidate_rows, norms, False, weights, query_of)

    def _search(self, queries, norms, saturate, depth, exclude) -> Ranked:
        top = TopRows(queries.shape[0], depth, exclude)
        search_terms(
            self.terms, self.rows, norms, saturate, queries, top, self._threads, self._block_rows
        )
        return top.ranked()

    def _bm25_queries(self, query_rows: Rows) -> sparse.csr_matrix:
        """Return idf times count of the terms of each query."""
        idf = bm25.idf(self._frequencies, len(self.rows))
        return _scale(self.terms.take(query_rows), idf)

    @property
    def _frequencies(self) -> NDArray[np.int64]:
        """In how many texts each term stands; kept for the terms of the pool alone."""
        frequencies = np.zeros(self.terms.n_words, np.int64)
        frequencies[self._pool_terms] = self._document_frequencies
        return frequencies

    @cached_property
    def _idf(self) -> NDArray[np.float64]:
        """scikit-learn's smoothed idf; 0 of a term that no text of the pool has."""
        frequencies = self._frequencies
        idf = smoothed_idf(frequencies, len(self.rows))
        return np.where(frequencies > 0, idf, 0.0)

    @cached_property
    def _tfidf_norms(self) -> NDArray[np.float64]:
        return self._measure(self.rows)

    def _measure(self, rows: Rows) -> NDArray[np.float64]:
        """Return the length of each text's TF-IDF vector, or 1 if it has no term of the pool."""
        norms = np.zeros(len(rows))
        for part in self.terms.split(rows):
            _measure(self.terms.arrays, np.asarray(rows[part], np.int32), self._idf, norms[part])
            self.terms.release()
        return np.where(norms > 0, norms, 1.0)

    def _tfidf_queries(self, query_rows: Rows) -> sparse.csr_matrix:
        """Return unit query vectors, times the documents' idf."""
        queries = _scale(self.terms.take(query_rows), self._idf**2)
        queries.data /= np.repeat(self._measure(query_rows), np.diff(queries.indptr))
        return queries


def _scale(counts: sparse.csr_matrix, factors: NDArray[np.float64]) -> sparse.csr_matrix:
    """Return counts times the factor of each term."""
    weights = counts.data * factors[counts.indices]
    return sparse.csr_matrix((weights, counts.indices, counts.indptr), shape=counts.shape)


@compiled
def _measure(arrays, rows, idf, norms):
    indptr, indices, counts = arrays
    for text in range(len(rows)):
        total = 0.0
        for i in range(indptr[rows[text]], indptr[rows[text] + 1]):
            weight = counts[i] * idf[indices[i]]
            total += weight * weight
        norms[text] = np.sqrt(total)

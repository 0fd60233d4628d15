"""Exact search by terms: the score is a sum over shared terms of query weight x document weight.

The document weight of a term of frequency f is f / (f + norm), BM25's saturation, or f / norm
(``saturate`` false); the idf is part of the query weight. Documents stream in blocks, whose sums
fit in a processor's cache. Scores depend on neither blocks nor threads (see ``postings``).
"""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from paperpool.search.kernels import compiled
from paperpool.search.postings import Postings, add_up, list_postings, weigh
from paperpool.search.term_counts import TermCounts
from paperpool.search.top_rows import TopRows, floor_of, offer, split_evenly

BLOCK_ROWS = 8192
"""Documents of a block, whose sums take 64 kB; below 65,536."""

_CHUNKS_PER_THREAD = 8


class Block(NamedTuple):
    """The documents ``rows``, and their postings, in which they are numbered from 0 (uint16)."""

    rows: NDArray[np.int32]
    postings: Postings


def search_terms(
    terms: TermCounts,
    rows: NDArray[np.int32],
    norms: NDArray[np.float64],
    saturate: bool,
    queries: sparse.csr_matrix,
    top: TopRows,
    threads: int = 1,
    block_rows: int = BLOCK_ROWS,
) -> None:
    """Offer ``top`` the documents at ``rows`` that share a term with a query.

    ``norms`` has one per row, ``queries`` the query weights, shape (n_queries, n_words), indices
    sorted. Memory holds ``threads`` blocks, and their pages of the mapped files.
    """
    # postings are made of the queries' terms alone, numbered as columns
    known = np.unique(queries.indices)
    column_of = np.full(terms.n_words, -1, np.int32)
    column_of[known] = np.arange(len(known), dtype=np.int32)
    factors = np.ones(len(known))

    def transpose(part: slice) -> Block:
        """Turn the documents of a part into a block."""
        names = np.arange(part.stop - part.start, dtype=np.uint16)
        postings = list_postings(
            terms.arrays, rows[part], names, column_of, factors, norms[part], saturate
        )
        return Block(rows[part], Postings(*postings))

    # each thread makes a block; then each takes its share of the queries through all of them, so
    # that no two threads offer rows to one query
    edges = split_evenly(queries.shape[0], threads * _CHUNKS_PER_THREAD)
    parts = terms.split(rows, block_rows)
    with ThreadPoolExecutor(threads) as pool:
        for first in range(0, len(parts), threads):
            blocks = list(pool.map(transpose, parts[first : first + threads]))
            work = partial(_search_blocks, blocks, queries, column_of[queries.indices], top)
            list(pool.map(work, edges[:-1], edges[1:]))
            terms.release()


def score_terms(
    terms: TermCounts,
    candidates: NDArray[np.int32],
    norms: NDArray[np.float64],
    saturate: bool,
    queries: sparse.csr_matrix,
    query_of: NDArray[np.int64],
) -> NDArray[np.float64]:
    """Return each candidate's score for its query, shape (n,), the scores of ``search_terms``.

    ``candidates`` are rows of ``terms``, and ``norms`` those of the candidates, shape (n,).
    ``query_of`` has for each candidate the row of its query in ``queries``.
    """
    scores = np.zeros(len(candidates))
    query_arrays = (queries.indptr, queries.indices, queries.data)
    candidates = np.asarray(candidates, np.int32)
    for part in terms.split(candidates):
        _score_pairs(
            terms.arrays,
            candidates[part],
            norms[part],
            query_of[part],
            scores[part],
            saturate,
            query_arrays,
        )
        terms.release()
    return scores


def _search_blocks(blocks, queries, columns, top, first, last) -> None:
    for block in blocks:
        _search_block(block, queries.indptr, columns, queries.data, top.heaps, first, last)


@compiled
def _search_block(block, indptr, columns, query_weights, heaps, first, last):
    rows, postings = block
    sums = np.zeros(len(rows))
    for query in range(first, last):
        begin = indptr[query]
        end = indptr[query + 1]
        add_up(postings, columns[begin:end], query_weights[begin:end], sums)

        # a sum of 0 is that of a document without a term of the query
        floor = floor_of(heaps, query)
        for document in range(len(rows)):
            score = sums[document]
            if score >= floor and score > 0:
                floor = offer(heaps, query, rows[document], score)
        sums[:] = 0


@compiled
def _score_pairs(arrays, candidates, norms, query_of, scores, saturate, query_arrays):
    indptr, indices, counts = arrays
    begins, terms, query_weights = query_arrays
    for pair in range(len(candidates)):
        query = query_of[pair]
        i = indptr[candidates[pair]]
        end = indptr[candidates[pair] + 1]

        # both lists of terms ascend, so that the candidate's goes on as far as the query's term
        total = 0.0
        for term in range(begins[query], begins[query + 1]):
            while i < end and indices[i] < terms[term]:
                i += 1
            if i < end and indices[i] == terms[term]:
                total += query_weights[term] * weigh(1.0, counts[i], norms[pair], saturate)
        scores[pair] = total

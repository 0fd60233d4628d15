"""Texts by term, with the weight of the term in each, and the sums over a query's terms.

All searches by terms add up here: many queries over blocks of a pool (``sparse_search``), and one
query over an index (``term_index``). The weight of a term of frequency f is BM25's
factor x f / (f + norm), or factor x f / norm (``saturate`` false). Sums run by ascending term, so
blocks do not change a bit, and texts of equal counts have equal scores.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from paperpool.search import bm25
from paperpool.search.kernels import compiled
from paperpool.search.term_counts import TermCounts

_weigh_bm25 = compiled(bm25.weigh)


class Postings(NamedTuple):
    """The texts of a block by term: those of term t, ascending, and its weight in each are at
    ``begins[t]`` to ``begins[t + 1]``. Later terms are in no text of the block.
    """

    begins: NDArray[np.int64]
    texts: NDArray[np.integer]
    weights: NDArray[np.float64]


def count_frequencies(
    terms: TermCounts, rows: NDArray[np.int32]
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """Return in how many of the texts at ``rows`` each term stands, and the texts' lengths."""
    frequencies = np.zeros(terms.n_words, np.int64)
    lengths = np.zeros(len(rows), np.int32)
    for part in terms.split(rows):
        _count(terms.arrays, np.asarray(rows[part], np.int32), frequencies, lengths[part])
        terms.release()
    return frequencies, lengths


@compiled
def _count(arrays, rows, frequencies, lengths):
    indptr, indices, counts = arrays
    for text in range(len(rows)):
        for i in range(indptr[rows[text]], indptr[rows[text] + 1]):
            frequencies[indices[i]] += 1
            lengths[text] += counts[i]


@compiled
def list_postings(arrays, rows, names, column_of, factors, norms, saturate):
    """Return the postings of the texts at ``rows`` of term counts.

    ``names`` and ``norms`` are those of these texts. Term t is the column ``column_of[t]``, left
    out if that is negative; ``factors`` has a factor for each column.
    """
    indptr, indices, counts = arrays
    n_columns = len(factors)

    # each term is counted at the end of its column, and sums of the counts are the columns' begins
    begins = np.zeros(n_columns + 1, np.int64)
    for row in rows:
        for i in range(indptr[row], indptr[row + 1]):
            begins[column_of[indices[i]] + 1] += 1  # the first is of terms that are left out
    begins[0] = 0
    for column in range(n_columns):
        begins[column + 1] += begins[column]

    # texts come in their order, so that those of each column ascend
    ends = begins[:-1].copy()
    texts = np.empty(begins[-1], names.dtype)
    weights = np.empty(begins[-1])
    for text in range(len(rows)):
        row = rows[text]
        for i in range(indptr[row], indptr[row + 1]):
            column = column_of[indices[i]]
            if column >= 0:
                texts[ends[column]] = names[text]
                weights[ends[column]] = weigh(factors[column], counts[i], norms[text], saturate)
                ends[column] += 1
    return begins, texts, weights


@compiled
def weigh(factor, count, norm, saturate):
    """Return the weight of a term that stands ``count`` times in a text."""
    return _weigh_bm25(factor, count, norm) if saturate else factor * count / norm


@compiled
def add_up(postings, columns, query_weights, sums):
    """Add query weight x weight of each column to ``sums``, which has a sum for each text."""
    begins, texts, weights = postings
    for place in range(len(columns)):
        column = columns[place]
        if column + 1 < len(begins):
            query_weight = query_weights[place]
            for i in range(begins[column], begins[column + 1]):
                sums[texts[i]] += query_weight * weights[i]

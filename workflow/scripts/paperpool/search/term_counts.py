"""Term frequencies of texts: files that are read as memory maps.

They are the arrays of a compressed sparse row matrix, one row per text: the terms of row i and
their counts are ``indices`` and ``counts`` from ``indptr[i]`` to ``indptr[i + 1]``, by ascending
term. Terms are numbered in order of first appearance; a term's number is its row in the table of
words.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy import sparse

from paperpool.io.mapped_files import map_array, release_pages, split_by_pages
from paperpool.io.parquet_files import count_rows
from paperpool.io.tables import TERM_WORDS, read_table, write_table
from paperpool.search.appended_arrays import appending
from paperpool.text.analysis import count_words, make_term, tokenize

_KEPT_WORDS = 250_000
"""Words whose terms are kept; the terms of others are found anew."""


class _Numbers(dict[str, int]):
    """The number of the term of each word that was met of late, -1 of a stop word."""

    def __init__(self) -> None:
        self.terms: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        term = make_term(word)
        number = -1 if term is None else self.terms.setdefault(term, len(self.terms))
        if len(self) >= _KEPT_WORDS:
            self.clear()
        self[word] = number
        return number


def write_term_counts(
    texts: Iterable[Sequence[str]],
    indptr: str | Path,
    indices: str | Path,
    counts: str | Path,
    words: str | Path,
) -> int:
    """Write the term counts of texts in batches; return the number of texts.

    The first three paths are .npy files, ``words`` is a table (schema TERM_WORDS). Memory holds a
    batch and the distinct terms; the size of batches does not change the files.
    """
    numbers = _Numbers()
    n_texts = n_pairs = 0
    with (
        appending(indptr, np.dtype(np.int64)) as ends,
        appending(indices, np.dtype(np.int32)) as terms,
        appending(counts, np.dtype(np.int32)) as times,
    ):
        ends.append(np.zeros(1))
        for batch in texts:
            found, offsets = _number(batch, numbers)
            matrix = count_words(found, offsets, len(numbers.terms))
            ends.append(n_pairs + matrix.indptr[1:].astype(np.int64))
            terms.append(matrix.indices)
            times.append(matrix.data)
            n_texts += len(batch)
            n_pairs += matrix.nnz
    names = pa.array(list(numbers.terms), pa.string())
    write_table(words, pa.Table.from_arrays([names], schema=TERM_WORDS))
    return n_texts


def _number(texts: Sequence[str], numbers: _Numbers) -> tuple[NDArray, NDArray]:
    """Return the numbers of all terms of ``texts`` and the start of those of each text."""
    found: list[int] = []
    offsets = [0]
    for text in texts:
        found += [number for word in tokenize(text) if (number := numbers[word]) >= 0]
        offsets.append(len(found))
    return np.array(found, np.int32), np.array(offsets, np.int32)


class TermCounts:
    """The files of ``write_term_counts`` as memory maps.

    ``indptr`` is int64, shape (n_texts + 1,); ``indices`` and ``counts`` are int32, with an entry
    for each distinct term of each text.
    """

    def __init__(
        self, indptr: str | Path, indices: str | Path, counts: str | Path, words: str | Path
    ):
        self.indptr, self.indices, self.counts = map(map_array, (indptr, indices, counts))
        self._words = words

    @property
    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """``indptr``, ``indices`` and ``counts``, as kernels take them."""
        return self.indptr, self.indices, self.counts

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def split(self, rows: NDArray[np.integer], most_rows: int = 1 << 17) -> list[slice]:
        """Split ``rows`` into slices that map about 64 MB; the caller releases after each."""
        return split_by_pages(self.indptr[rows] * self.counts.itemsize, most_rows)

    def release(self) -> None:
        """Give back the memory of the pages that were read, as it counts for the process."""
        for array in self.arrays:
            release_pages(array)

    @cached_property
    def words(self) -> list[str]:
        """The terms, by number."""
        return read_table(self._words, TERM_WORDS).column("word").to_pylist()

    @cached_property
    def n_words(self) -> int:
        """The number of terms."""
        return count_rows(self._words)

    def take(self, rows: NDArray[np.integer]) -> sparse.csr_matrix:
        """Return the counts (int32) of the texts at ``rows``, shape (len(rows), n_words)."""
        counts, indices = [np.zeros(0, np.int32)], [np.zeros(0, np.int32)]
        begins, ends = self.indptr[rows], self.indptr[np.asarray(rows, np.int64) + 1]
        for part in self.split(rows):
            for begin, end in zip(begins[part], ends[part], strict=True):
                counts.append(self.counts[begin:end].copy())
                indices.append(self.indices[begin:end].copy())
            self.release()
        indptr = np.concatenate([[0], np.cumsum(ends - begins)])
        parts = (np.concatenate(counts), np.concatenate(indices), indptr)
        return sparse.csr_matrix(parts, shape=(len(rows), self.n_words))

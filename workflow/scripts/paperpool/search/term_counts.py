"""Term frequencies of texts: files that are read as memory maps.

They are the arrays of a compressed sparse row matrix, one row per text: the terms of row i and
their counts are ``indices`` and ``counts`` from ``indptr[i]`` to ``indptr[i + 1]``, by ascending
term. Terms are numbered in order of first appearance; a term's number is its row in the table of
words.
"""

from collections.abc import Iterable, Sequence
from copy import copy
from functools import cached_property
from itertools import islice
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from scipy import sparse

from paperpool.io.mapped_files import map_array, release_pages, split_by_pages
from paperpool.io.parquet_files import count_rows
from paperpool.io.tables import TERM_WORDS, read_table, write_table
from paperpool.search.appended_arrays import Appended, appending, rows_of
from paperpool.text.analysis import STEMS, Analysis, count_words

_BATCH_TEXTS = 16_384

_PART_WORDS = 250_000
"""Distinct words after which a part of the texts ends; each part numbers its own terms."""

_AT_ONCE = 1 << 13
"""Texts whose terms are renumbered or copied at once."""

_HELD = 128_000_000
"""Bytes of terms and counts that are held in memory, at most; 8 bytes a text come on top."""


class Numbers(dict[str, int]):
    """The number of the term of each word of a part of the texts, -1 of a word without one."""

    def __init__(self, analysis: Analysis) -> None:
        self.analysis = analysis
        self.terms: dict[str, int] = {}

    def __missing__(self, word: str) -> int:
        term = self.analysis.make_term(word)
        number = -1 if term is None else self.terms.setdefault(term, len(self.terms))
        self[word] = number
        return number


def write_term_counts(
    texts: Iterable[Sequence[str]],
    indptr: str | Path,
    indices: str | Path,
    counts: str | Path,
    words: str | Path,
    analysis: Analysis = STEMS,
) -> int:
    """Write the term counts of texts in batches; return the number of texts.

    The first three paths are .npy files, ``words`` is a table (schema TERM_WORDS). Memory holds a
    batch, a part's words, and the terms of every part; batches and parts do not change the files.
    """
    numbers = Numbers(analysis)
    n_texts = 0
    n_pairs = 0
    begin = 0
    parts: list[tuple[range, pa.Array]] = []  # texts, and their terms by number
    with (
        appending(indptr, np.dtype(np.int64)) as ends,
        appending(indices, np.dtype(np.int32)) as terms,
        appending(counts, np.dtype(np.int32)) as times,
    ):
        ends.append(np.zeros(1))
        for batch in texts:
            if len(numbers) >= _PART_WORDS:
                parts.append((range(begin, n_texts), pa.array(numbers.terms, pa.string())))
                numbers = Numbers(analysis)
                begin = n_texts
            found, offsets = number_terms(batch, numbers)
            matrix = count_words(found, offsets, len(numbers.terms))
            ends.append(n_pairs + matrix.indptr[1:].astype(np.int64))
            terms.append(matrix.indices)
            times.append(matrix.data)
            n_texts += len(batch)
            n_pairs += matrix.nnz
        parts.append((range(begin, n_texts), pa.array(numbers.terms, pa.string())))
        del numbers

        # one dictionary of all parts' terms, in their order, numbers them as one part would have;
        # the first part's numbers are final already
        parts = [part for part in parts if len(part[1])]
        part_terms = pa.chunked_array([names for _, names in parts], pa.string())
        encoded = part_terms.dictionary_encode()
        for (rows, _), final in islice(zip(parts, encoded.chunks, strict=True), 1, None):
            _renumber(rows, final.indices.to_numpy(), ends, terms, times)

    names = encoded.chunk(0).dictionary if parts else []
    write_table(words, pa.table([names], schema=TERM_WORDS))
    return n_texts


def _renumber(
    texts: range, final: NDArray[np.int32], ends: Appended, terms: Appended, times: Appended
) -> None:
    """Give the terms of some texts their ``final`` numbers, by that of their part."""
    n_terms = int(final.max(initial=0)) + 1
    for first in texts[::_AT_ONCE]:
        indptr = ends.read(first, min(first + _AT_ONCE, texts.stop) + 1)
        begin = int(indptr[0])
        end = int(indptr[-1])
        counts = sparse.csr_matrix(
            (times.read(begin, end), final[terms.read(begin, end)], indptr - begin),
            shape=(len(indptr) - 1, n_terms),
        )
        counts.sort_indices()
        terms.replace(begin, counts.indices)
        times.replace(begin, counts.data)


def number_terms(
    texts: Iterable[str] | Iterable[Sequence[str]], numbers: Numbers
) -> tuple[NDArray, NDArray]:
    """Return the numbers of all terms of ``texts`` and the start of those of each text."""
    found: list[int] = []
    offsets = [0]
    split = numbers.analysis.split
    for text in texts:
        # a comprehension, as this runs for every word of a corpus
        found += [number for number in map(numbers.__getitem__, split(text)) if number >= 0]
        offsets.append(len(found))
    return np.array(found, np.int32), np.array(offsets, np.int32)


class TermCounts:
    """The files of ``write_term_counts`` as memory maps, or a part of them in memory.

    ``indptr`` is int64, shape (n_texts + 1,); ``indices`` and ``counts`` are int32, with an entry
    for each distinct term of each text.
    """

    def __init__(
        self, indptr: str | Path, indices: str | Path, counts: str | Path, words: str | Path
    ):
        self.indptr = map_array(indptr)
        self.indices = map_array(indices)
        self.counts = map_array(counts)
        self._words = words

    @property
    def arrays(self) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """``indptr``, ``indices`` and ``counts``, as kernels take them."""
        return self.indptr, self.indices, self.counts

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def split(self, rows: NDArray[np.integer], most_rows: int = 1 << 17) -> list[slice]:
        """Split ``rows`` into slices that map about 64 MB; the caller releases after each."""
        return split_by_pages(rows, lambda r: self.indptr[r] * self.counts.itemsize, most_rows)

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

    def hold(self, rows: NDArray[np.integer]) -> "TermCounts":
        """Return a copy in memory in which only ``rows`` have terms; itself if they are many."""
        taken = np.unique(rows)
        lengths = self.indptr[taken + 1] - self.indptr[taken]
        if lengths.sum() * 2 * self.counts.itemsize > _HELD:
            return self

        copied = self.take(taken)
        indptr = np.zeros(len(self.indptr), np.int64)
        indptr[taken + 1] = lengths
        held = copy(self)
        held.indptr = indptr.cumsum()
        held.indices = copied.indices
        held.counts = copied.data
        for array in held.arrays:
            array.flags.writeable = False  # as files are, for which kernels are compiled
        return held

    def take(self, rows: NDArray[np.integer]) -> sparse.csr_matrix:
        """Return the counts of the texts at ``rows``, shape (len(rows), n_words)."""
        lengths = self.indptr[rows + 1] - self.indptr[rows]
        indptr = np.concatenate([[0], np.cumsum(lengths)])
        indices = np.empty(indptr[-1], np.int32)
        counts = np.empty(indptr[-1], self.counts.dtype)
        for part in self.split(rows, _AT_ONCE):
            taken = slice(indptr[part.start], indptr[part.stop])
            places = rows_of(self.indptr, rows[part])
            indices[taken] = self.indices[places]
            counts[taken] = self.counts[places]
            self.release()
        return sparse.csr_matrix((counts, indices, indptr), shape=(len(rows), self.n_words))


def count_terms(texts: Iterable[str], folder: Path, analysis: Analysis = STEMS) -> TermCounts:
    """Write the term counts of texts to ``folder``; memory holds a batch of the texts."""
    left = iter(texts)
    batches = iter(lambda: list(islice(left, _BATCH_TEXTS)), [])
    names = ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")
    files = [folder / name for name in names]
    write_term_counts(batches, *files, analysis=analysis)
    return TermCounts(*files)

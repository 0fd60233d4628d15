"""An index of texts by term, which scores all of them for a query by Lucene's BM25.

The texts' terms are counted first. Then blocks of texts are turned into postings, whose weights are
ready to be added up (``postings``). They are in memory (``index_texts``) or in memory-mapped files
(``StoredTerms``).
"""

import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paperpool.io.mapped_files import SortedTexts, map_array, map_table, writing_mapped
from paperpool.search import bm25
from paperpool.search.postings import Postings, add_up, count_frequencies, list_postings
from paperpool.search.term_counts import Numbers, count_terms, number_terms
from paperpool.text.analysis import STEMS, Analysis, count_words
from paperpool.text.term_vectors import smoothed_idf

BLOCK_TEXTS = 2**18
"""Texts of a block, whose sums take 2 MB."""

TERMS = Analysis(list, str)
"""Of texts that are lists of terms: all of these, as they are."""


class TermIndex:
    """Scores texts of which ``blocks`` has the postings.

    ``find_number`` returns the number of a term, or None if no text has it; ``frequencies`` has for
    each number in how many of the ``n_texts`` the term stands.
    """

    def __init__(
        self,
        find_number: Callable[[str], int | None],
        blocks: Sequence[Postings],
        frequencies: NDArray[np.int64],
        n_texts: int,
    ):
        self._find_number = find_number
        self._blocks = blocks
        self._frequencies = frequencies
        self._n_texts = n_texts

    def score(self, query: Sequence[str]) -> NDArray[np.float64]:
        """Return the score of every text for the terms of a query, shape (texts,)."""
        scores = np.zeros(self._n_texts)
        numbers, times = self._count_known(query)
        for block in self._blocks:
            add_up(block, numbers, times, scores)
        return scores

    def smoothed_idf(self, term: str) -> float:
        """Return scikit-learn's smoothed inverse document frequency of a term."""
        number = self._find_number(term)
        n_holding = 0 if number is None else self._frequencies[number]
        return float(smoothed_idf(np.array([n_holding]), self._n_texts)[0])

    def _count_known(self, query: Sequence[str]) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """Return the numbers of a query's known terms, ascending, and how often it has each."""
        numbers = (self._find_number(term) for term in query)
        counts = Counter(number for number in numbers if number is not None)
        known = sorted(counts)
        times = [float(counts[number]) for number in known]
        return np.array(known, np.int32), np.array(times)


def index_texts(texts: Iterable[Sequence[str]], mean: float | None = None) -> TermIndex:
    """Return an index in memory of texts, as their terms: 12 bytes a distinct term of a text.

    ``mean`` replaces the mean length of the texts.
    """
    numbers = Numbers(TERMS)
    found, offsets = number_terms(texts, numbers)
    counts = count_words(found, offsets, len(numbers.terms))
    arrays = (counts.indptr.astype(np.int64), counts.indices, counts.data.astype(np.int32))
    for array in arrays:
        array.flags.writeable = False  # as files are, for which kernels are compiled

    frequencies = np.bincount(counts.indices, minlength=len(numbers.terms))
    lengths = np.diff(offsets)
    if mean is None:
        mean = bm25.mean_length(lengths)
    norms = bm25.norms(lengths, mean)
    blocks = list(_list_blocks(arrays, frequencies, norms))
    return TermIndex(numbers.terms.get, blocks, frequencies, len(norms))


def _list_blocks(
    arrays: tuple[NDArray, NDArray, NDArray], frequencies: NDArray[np.int64], norms: NDArray
) -> Iterator[Postings]:
    """Yield the postings of each block of texts; ``arrays`` are their term counts."""
    indptr, indices, _ = arrays
    idf = bm25.idf(frequencies, len(norms))
    columns = np.arange(len(idf), dtype=np.int32)
    for begin in range(0, len(norms), BLOCK_TEXTS):
        end = min(begin + BLOCK_TEXTS, len(norms))
        rows = np.arange(begin, end, dtype=np.int32)

        # terms are numbered as they appear: later ones are in later blocks alone
        n_known = indices[indptr[begin] : indptr[end]].max(initial=-1) + 1
        postings = list_postings(arrays, rows, rows, columns, idf[:n_known], norms[begin:end], True)
        yield Postings(*postings)


_WORDS = "words.arrow"
_N_TEXTS = "n_texts.npy"
_FREQUENCIES = "frequencies.npy"
_SCHEMA = pa.schema([("word", pa.string()), ("number", pa.int32())])
_BATCH = 2**20


def store_terms(texts: Iterable[str], folder: Path, analysis: Analysis = STEMS) -> None:
    """Write the index of texts to ``folder``; memory holds a block and the distinct terms."""
    with tempfile.TemporaryDirectory(dir=folder) as counted:
        terms = count_terms(texts, Path(counted), analysis)
        frequencies, lengths = count_frequencies(terms, np.arange(len(terms), dtype=np.int32))
        norms = bm25.norms(lengths, bm25.mean_length(lengths))
        for number, block in enumerate(_list_blocks(terms.arrays, frequencies, norms)):
            for name, values in block._asdict().items():
                np.save(folder / f"{name}-{number}.npy", values)
            terms.release()
        words = pa.array(terms.words, pa.string())

    np.save(folder / _FREQUENCIES, frequencies)
    np.save(folder / _N_TEXTS, np.array([len(lengths)]))
    order = pc.sort_indices(words)
    table = pa.Table.from_arrays([words.take(order), order.cast(pa.int32())], schema=_SCHEMA)
    with writing_mapped(folder / _WORDS, _SCHEMA) as writer:
        writer.write_table(table, max_chunksize=_BATCH)


class StoredTerms(TermIndex):
    """The texts of a folder that ``store_terms`` wrote to."""

    def __init__(self, folder: Path):
        table = map_table(folder / _WORDS)
        self.words = SortedTexts(table["word"])
        """All terms, sorted."""
        self._numbers = table["number"]
        blocks = []
        while (folder / f"begins-{len(blocks)}.npy").exists():
            number = len(blocks)
            arrays = [map_array(folder / f"{name}-{number}.npy") for name in Postings._fields]
            blocks.append(Postings(*arrays))

        n_texts = int(map_array(folder / _N_TEXTS)[0])
        super().__init__(self._find, blocks, map_array(folder / _FREQUENCIES), n_texts)
        self.score([])  # numba compiles now, so that the first answer does not wait for it

    def _find(self, term: str) -> int | None:
        place = self.words.find(term)
        return None if place is None else self._numbers[place].as_py()

"""An inverted index of texts, scored for a query all at once by Lucene's BM25.

Texts stand in blocks, few enough for a query's sums to stay in a processor's cache. A block has the
ascending texts of every term, and the term's frequency in each. Blocks are in memory
(``TermIndex``) or in memory-mapped files (``StoredTerms``).
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from scipy import sparse

from paperpool.io.mapped_files import SortedTexts, map_array, map_table, writing_mapped
from paperpool.search import bm25
from paperpool.text.analysis import count_words
from paperpool.text.term_vectors import smoothed_idf

BLOCK_TEXTS = 2**18
"""Texts of a block; while they are counted, memory holds about 2 kB for each."""

_COUNTED_TEXTS = 8192
"""Texts whose terms are a list of Python's at once."""


class Block(NamedTuple):
    """The texts of a block, numbered from 0, by term: those of term t and how often it stands in
    each are at ``begins[t]`` to ``begins[t + 1]``; later terms are in no one.
    """

    begins: NDArray[np.int64]
    texts: NDArray[np.int32]
    counts: NDArray[np.int32]


class BlockFacts(NamedTuple):
    """The statistics of all texts: how many terms each has, and in how many each term stands."""

    lengths: NDArray[np.int64]
    frequencies: NDArray[np.int64]


def list_terms(
    texts: Iterable[Sequence[str]], numbers: dict[str, int], keep: Callable[[int, Block], None]
) -> BlockFacts:
    """Give blocks of texts with their numbers, from 0, to ``keep``; texts are lists of terms.

    ``numbers`` gets the new terms, in the order in which they appear.
    """
    lengths, frequencies = [np.zeros(0, np.int64)], np.zeros(0, np.int64)
    for number, counts in enumerate(_count_blocks(texts, numbers)):
        lengths.append(np.asarray(counts.sum(axis=1, dtype=np.int64)).ravel())
        by_term = counts.tocsc()
        begins = by_term.indptr.astype(np.int64)
        more = np.diff(begins)
        more[: len(frequencies)] += frequencies
        frequencies = more
        keep(number, Block(begins, by_term.indices.astype(np.int32), by_term.data))
    return BlockFacts(np.concatenate(lengths), frequencies)


def _count_blocks(
    texts: Iterable[Sequence[str]], numbers: dict[str, int]
) -> Iterator[sparse.csr_matrix]:
    """Yield how often each term stands in each text of a block, int32."""
    parts: list[sparse.csr_matrix] = []
    n_texts = 0
    rest = iter(texts)
    while part := list(islice(rest, min(_COUNTED_TEXTS, BLOCK_TEXTS))):
        ids = [numbers.setdefault(term, len(numbers)) for text in part for term in text]
        offsets = np.cumsum([0, *map(len, part)])
        counts = count_words(np.array(ids, np.int32), offsets, len(numbers))
        parts.append(counts.astype(np.int32))
        n_texts += len(part)
        if n_texts >= BLOCK_TEXTS:
            yield _stack(parts, len(numbers))
            parts, n_texts = [], 0
    if parts:
        yield _stack(parts, len(numbers))


def _stack(parts: list[sparse.csr_matrix], n_terms: int) -> sparse.csr_matrix:
    for part in parts:
        part.resize((part.shape[0], n_terms))
    return sparse.csr_matrix(sparse.vstack(parts))


class TermLists:
    """Scores the texts of ``blocks``, each of BLOCK_TEXTS texts except for the last.

    ``find_number`` returns the number of a term, or None if no text has it. ``mean`` replaces the
    mean length of the texts.
    """

    def __init__(
        self,
        find_number: Callable[[str], int | None],
        blocks: Sequence[Block],
        facts: BlockFacts,
        mean: float | None = None,
    ):
        self._find_number = find_number
        self._blocks, self._block_texts = blocks, BLOCK_TEXTS
        lengths, self._frequencies = facts
        mean = bm25.mean_length(lengths) if mean is None else mean
        self._norms = bm25.norms(lengths, mean)

    def score(self, query: Sequence[str]) -> NDArray[np.float64]:
        """Return the score of every text for the terms of a query, shape (texts,)."""
        scores = np.zeros(len(self._norms))
        known = self._count_known(query)
        for number, block in enumerate(self._blocks):
            part = slice(number * self._block_texts, (number + 1) * self._block_texts)
            of_block, norms = scores[part], self._norms[part]
            for term, times in known.items():
                texts, counts = _texts_of(block, term)
                of_block[texts] += self._weigh(term, counts, norms[texts]) * times
        return scores

    def weigh_terms(self, query: Sequence[str], row: int) -> dict[str, float]:
        """Return the part of each term of a query in the score of the text at ``row``.

        Terms that the text lacks are left out.
        """
        block, place = self._blocks[row // self._block_texts], row % self._block_texts
        names = {self._find_number(term): term for term in query}
        added = {}
        for term, times in self._count_known(query).items():
            texts, counts = _texts_of(block, term)
            found = int(np.searchsorted(texts, place))
            if found < len(texts) and texts[found] == place:
                weights = self._weigh(term, counts[found : found + 1], self._norms[[row]])
                added[names[term]] = float(weights[0] * times)
        return added

    def smoothed_idf(self, term: str) -> float:
        """Return scikit-learn's smoothed inverse document frequency of a term."""
        number = self._find_number(term)
        n_holding = 0 if number is None else self._frequencies[number]
        return float(smoothed_idf(np.array([n_holding]), len(self._norms))[0])

    def _count_known(self, query: Sequence[str]) -> dict[int, int]:
        """Return the known terms' frequencies in a query by number, ascending for stable sums."""
        numbers = (self._find_number(term) for term in query)
        counts = Counter(number for number in numbers if number is not None)
        return {number: counts[number] for number in sorted(counts)}

    def _weigh(self, term: int, counts: NDArray, norms: NDArray) -> NDArray[np.float64]:
        idf = bm25.idf(self._frequencies[[term]], len(self._norms))
        return bm25.weigh(idf, counts, norms)


def _texts_of(block: Block, term: int) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the texts of a block that hold a term, and how often."""
    if term + 1 >= len(block.begins):
        return block.texts[:0], block.counts[:0]
    part = slice(block.begins[term], block.begins[term + 1])
    return block.texts[part], block.counts[part]


class TermIndex(TermLists):
    """Texts as their terms, 8 bytes a distinct one; ``mean`` stands for their mean length."""

    def __init__(self, texts: Iterable[Sequence[str]], mean: float | None = None):
        numbers: dict[str, int] = {}
        blocks: list[Block] = []
        facts = list_terms(texts, numbers, lambda _, block: blocks.append(block))
        super().__init__(numbers.get, blocks, facts, mean)


_WORDS = "words.arrow"
_SCHEMA = pa.schema([("word", pa.string()), ("number", pa.int32())])
_BATCH = 2**20


def store_terms(texts: Iterable[Sequence[str]], folder: Path) -> None:
    """Write texts, as their terms, to ``folder``; memory holds a block and the distinct terms."""
    numbers: dict[str, int] = {}

    def store(number: int, block: Block) -> None:
        for name, values in block._asdict().items():
            np.save(folder / f"{name}-{number}.npy", values)

    facts = list_terms(texts, numbers, store)
    for name, values in facts._asdict().items():
        np.save(folder / f"{name}.npy", values)
    words = pa.array(list(numbers), pa.string())
    order = pc.sort_indices(words)
    table = pa.Table.from_arrays([words.take(order), order.cast(pa.int32())], schema=_SCHEMA)
    with writing_mapped(folder / _WORDS, _SCHEMA) as writer:
        writer.write_table(table, max_chunksize=_BATCH)


class StoredTerms(TermLists):
    """The texts of a folder that ``store_terms`` wrote to."""

    def __init__(self, folder: Path):
        table = map_table(folder / _WORDS)
        self.words = SortedTexts(table["word"])
        """All terms, sorted."""
        self._numbers = table["number"]
        n_blocks = next(n for n in count() if not (folder / f"begins-{n}.npy").exists())
        blocks = [
            Block(*(map_array(folder / f"{name}-{n}.npy") for name in Block._fields))
            for n in range(n_blocks)
        ]
        facts = BlockFacts(*(map_array(folder / f"{name}.npy") for name in BlockFacts._fields))
        super().__init__(self._find, blocks, facts)

    def _find(self, term: str) -> int | None:
        place = self.words.find(term)
        return None if place is None else self._numbers[place].as_py()

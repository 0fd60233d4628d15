"""Prepare texts for matching: remove markers, split into words, number, truncate."""

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.names import UNKNOWN
from paperpool.scisumm.read.markers import remove_markers
from paperpool.scisumm.words import STOP_WORDS, split_words
from paperpool.workflow.scisumm.match.settings import Matching
from paperpool.workflow.scisumm.match.similarity import Bags
from paperpool.workflow.scisumm.match.word_vectors import WordVectors

_CACHED_TEXTS = 2**16
"""More than CL-SciSumm has: each text is split once for all rankers."""


@lru_cache(_CACHED_TEXTS)
def clean(text: str) -> str:
    """Return the text without citation markers."""
    return remove_markers(text)


@lru_cache(_CACHED_TEXTS)
def words_of(text: str, keep_markers: bool = False) -> tuple[str, ...]:
    """Return the words of a text, by default without citation markers."""
    return tuple(split_words(text if keep_markers else clean(text)))


def matched_words(text: str, matching: Matching) -> tuple[str, ...]:
    """Return the words of a text, cased and truncated by the settings."""
    words = words_of(text, matching.keep_markers)[: matching.truncate]
    if matching.cased:
        return words
    return tuple(word.lower() for word in words)


class WordNumbers:
    """Numbers words by their rows in the vectors; rare words are ``[UNK]`` or get new numbers."""

    def __init__(self, vectors: WordVectors, matching: Matching):
        self._vectors = vectors
        self._own = matching.rare_words == "own"
        self._rare: dict[str, int] = {}

    def number(self, words: Sequence[str]) -> NDArray[np.int64]:
        """Return the number of each word; equal ones for equal words."""
        numbers = np.asarray(self._vectors.ids(words), np.int64)
        if self._own:
            size = len(self._vectors.words)
            (unknown,) = self._vectors.ids([UNKNOWN])
            for place in np.flatnonzero(numbers == unknown).tolist():
                numbers[place] = size + self._rare.setdefault(words[place], len(self._rare))
        return numbers


def look_up(table: NDArray, numbers: NDArray[np.int64], rare: float) -> NDArray:
    """Return the rows of ``table``, one per word of the vocabulary; ``rare`` for other words."""
    rows = table[np.minimum(numbers, len(table) - 1)]
    rows[numbers >= len(table)] = rare
    return rows


def prepare(paper: Paper, vectors: WordVectors, matching: Matching) -> tuple[Bags, Bags]:
    """Return a paper's sentences and citances as bags of word numbers."""
    numbers = WordNumbers(vectors, matching)
    sentences = [numbers.number(matched_words(text, matching)) for text in paper.texts]
    citances = [numbers.number(matched_words(text, matching)) for _, text in paper.citances]
    return Bags.of(sentences), Bags.of(citances)


def find_stop_words(vectors: WordVectors) -> NDArray[np.bool_]:
    """Return a mask of the vocabulary's stop words, ``[UNK]`` included."""
    return np.array([w == UNKNOWN or w.lower() in STOP_WORDS for w in vectors.words], bool)

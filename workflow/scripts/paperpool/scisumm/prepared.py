"""Texts made ready for matching: markers removed, split into words, numbered, truncated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from paperpool.scisumm.bags import Bags
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.markers import remove_markers
from paperpool.scisumm.matching import Matching
from paperpool.scisumm.names import UNKNOWN
from paperpool.scisumm.words import STOP_WORDS, split_words

if TYPE_CHECKING:
    from paperpool.scisumm.word_vectors import WordVectors

_CACHED_TEXTS = 2**16
"""More than CL-SciSumm has, with and without markers: each is split once for all rankers."""


@lru_cache(_CACHED_TEXTS)
def clean(text: str) -> str:
    """Return the text without citation markers."""
    return remove_markers(text)


@lru_cache(_CACHED_TEXTS)
def words_of(text: str, keep_markers: bool = False) -> tuple[str, ...]:
    """Return the words of a text, without citation markers or with them."""
    return tuple(split_words(text if keep_markers else clean(text)))


def matched_words(text: str, matching: Matching) -> tuple[str, ...]:
    """Return the words of a text that are matched: cased and truncated as the settings say."""
    words = words_of(text, matching.keep_markers)[: matching.truncate]
    return words if matching.cased else tuple(word.lower() for word in words)


@dataclass(frozen=True)
class PreparedPaper:
    """A paper whose texts are bags of words, given by their rows in the word vectors.

    All words that have no vector are the one word ``[UNK]``.
    """

    paper_id: str
    sentences: Bags
    citances: Bags


def prepare(paper: Paper, vectors: WordVectors, matching: Matching) -> PreparedPaper:
    """Return a paper ready for matching."""

    def number(texts: tuple[str, ...]) -> Bags:
        return Bags.of([vectors.ids(matched_words(text, matching)) for text in texts])

    citances = tuple(text for _, text in paper.citances)
    return PreparedPaper(paper.paper_id, number(paper.texts), number(citances))


def find_stop_words(vectors: WordVectors) -> NDArray[np.bool_]:
    """Return which words of the vocabulary are on the paper's list, ``[UNK]`` included."""
    return np.array([w == UNKNOWN or w.lower() in STOP_WORDS for w in vectors.words], bool)

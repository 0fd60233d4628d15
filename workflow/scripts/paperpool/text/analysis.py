"""Tokens of a text, their counts, and its search terms.

A token is a lower-cased run of two or more letters, digits and underscores, as in scikit-learn's
vectorizers: this reproduces CSFCube's released pools best (docs/pools.md has the alternatives). A
term is the stem of a token that is no stop word.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
import Stemmer
from numpy.typing import NDArray
from scipy import sparse

_WORD = re.compile(r"\w\w+")


def tokenize(text: str) -> list[str]:
    """Return the tokens of ``text``, in order."""
    return _WORD.findall(text.lower())


def count_words(
    ids: NDArray[np.int32], offsets: NDArray[np.int32], n_words: int
) -> sparse.csr_matrix:
    """Return the count of each word in each document, shape (documents, n_words)."""
    shape = (len(offsets) - 1, n_words)
    counts = sparse.csr_matrix((np.ones(len(ids)), ids, offsets), shape=shape, copy=True)
    counts.sum_duplicates()
    return counts


STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then "
    "there these they this to was will with".split()
)
"""Lucene's English stop words (``EnglishAnalyzer.ENGLISH_STOP_WORDS_SET``)."""

_CACHED_WORDS = 2**20

_stemmer = Stemmer.Stemmer("porter", 0)  # without its own cache: every word comes once


def make_term(word: str) -> str | None:
    """Return the Porter stem of a lower-cased word, or None for a stop word."""
    return None if word in STOP_WORDS else _stemmer.stemWord(word) or None


find_term = lru_cache(_CACHED_WORDS)(make_term)
"""``make_term``, which remembers the terms of words that it has met."""


def analyze(text: str) -> list[str]:
    """Return the terms of ``text``, in order."""
    return list(filter(None, map(find_term, tokenize(text))))


class Analysis(NamedTuple):
    """How a text becomes terms: its words in order, and the term of a word, None without one."""

    split: Callable[[Any], Sequence[str]]
    make_term: Callable[[str], str | None]


STEMS = Analysis(tokenize, make_term)
"""The terms of ``analyze``."""

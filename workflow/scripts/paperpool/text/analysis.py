"""The terms that texts are searched by: words without stop words, stemmed."""

from functools import lru_cache

import Stemmer

from paperpool.text.tokens import tokenize

STOP_WORDS = frozenset(
    "a an and are as at be but by for if in into is it no not of on or such that the their then "
    "there these they this to was will with".split()
)
"""Lucene's English stop words (``EnglishAnalyzer.ENGLISH_STOP_WORDS_SET``)."""

_CACHED_WORDS = 2**20

_stemmer = Stemmer.Stemmer("porter", 0)  # without its own cache: every word comes once


@lru_cache(_CACHED_WORDS)
def find_term(word: str) -> str | None:
    """Return the Porter stem of a lower-cased word, None of a stop word."""
    return None if word in STOP_WORDS else _stemmer.stemWord(word) or None


def analyze(text: str) -> list[str]:
    """Return the terms of ``text``, in order: the stems of its words of two or more characters."""
    return [term for word in tokenize(text) if (term := find_term(word))]

"""Search by words: BM25 over titles and abstracts, near sentences, and typed titles.

Words are stemmed and stop words left out (``analysis``), and BM25 is Lucene's. CSFCube's ranker of
the same name keeps both as rank_bm25 does, which weighs a word of most documents like a rare one.
"""

import difflib
import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from paperpool.extras.search_page.ranking import Scores, order_rows
from paperpool.search.term_index import StoredTerms
from paperpool.text.analysis import Analysis, analyze


class WordSearch:
    """The words of papers in a folder that ``store_terms`` wrote."""

    def __init__(self, folder: Path):
        self._index = StoredTerms(folder)
        self._idf = lru_cache(2**16)(self._index.smoothed_idf)

    def score(self, text: str) -> Scores:
        """Return the BM25 score of every paper for a query text."""
        return self._index.score(analyze(text))

    def compare(self, asked: Sequence[str], offered: Sequence[Sequence[str]]) -> list[Scores]:
        """Return the cosines of a paper's sentences, as bags of words, with those of others.

        Each has shape (len(asked), the paper's sentences). Words are weighted by idf.
        """
        return [self._compare_bags(asked, texts) for texts in offered]

    def _compare_bags(self, asked: Sequence[str], offered: Sequence[str]) -> Scores:
        asked_bags = [self._weigh_bag(text) for text in asked]
        offered_bags = [self._weigh_bag(text) for text in offered]
        cosines = np.zeros((len(asked), len(offered)), np.float64)
        for row, bag in enumerate(asked_bags):
            for column, other in enumerate(offered_bags):
                # by sum(), whose last digits are not those of a loop in each version of Python
                products = (weight * other.get(word, 0.0) for word, weight in bag.items())
                cosines[row, column] = sum(products)
        return cosines

    def _weigh_bag(self, text: str) -> dict[str, float]:
        """Return the weight of each word of a text, as a vector of unit length."""
        weights = {}
        for word, n in Counter(analyze(text)).items():
            weights[word] = n * self._idf(word)
        length = np.sqrt(sum(weight**2 for weight in weights.values()))
        return {word: float(weight / length) for word, weight in weights.items()}


_WORD = re.compile(r"\w+")

_COMPLETIONS = 20
"""Words that a beginning of a word stands for, at most."""

_CLOSE = 0.8
"""How alike two spellings are (difflib's ratio) for one to stand for the other."""


class TitleSearch:
    """Finds titles by some of their words, whole, begun or misspelt (stored by ``TITLES``)."""

    def __init__(self, folder: Path):
        self._index = StoredTerms(folder)
        self._words = self._index.words

    def find(self, text: str, n: int) -> list[int]:
        """Return the ``n`` titles most like ``text``, the best first, all with a shared word."""
        meant_words = []
        for word in split_title(text):
            meant_words += self._find_words(word)
        scores = self._index.score(meant_words)
        return order_rows(scores, np.flatnonzero(scores > 0), n).tolist()

    def _find_words(self, word: str) -> list[str]:
        """Return the words of titles that a word stands for."""
        first = bisect_left(self._words, word)
        if self._words[first : first + 1] == [word]:
            return [word]
        last = bisect_left(self._words, word + "\U0010ffff")
        if first < last:
            return self._words[first : min(last, first + _COMPLETIONS)]
        # a misspelt word mostly has its first letter right, and it would be slow to compare all
        first = bisect_left(self._words, word[0])
        last = bisect_left(self._words, word[0] + "\U0010ffff")
        return difflib.get_close_matches(word, self._words[first:last], n=3, cutoff=_CLOSE)


def split_title(text: str) -> list[str]:
    """Return the lower-cased words of ``text``, those of one letter too."""
    return _WORD.findall(text.lower())


TITLES = Analysis(split_title, str)
"""Titles as their words, unstemmed, to be stored for TitleSearch."""

"""Papers by what their titles are like."""

import difflib
import re
from bisect import bisect_left
from pathlib import Path

import numpy as np

from paperpool.search.stored_terms import StoredTerms
from paperpool.search_page.ranking import order_rows

_WORD = re.compile(r"\w+")

_COMPLETIONS = 20
"""Words that a beginning of a word stands for, at most."""

_CLOSE = 0.8
"""How alike two spellings are (difflib's ratio) for one to stand for the other."""


class TitleSearch:
    """Titles that are found by some of their words, whole, begun or misspelt.

    ``folder`` is one where ``store_terms`` put the words of ``split_title``.
    """

    def __init__(self, folder: Path):
        self._index = StoredTerms(folder)
        self._words = self._index.words

    def find(self, text: str, n: int) -> list[int]:
        """Return the places of the ``n`` titles that are most like ``text``, the best first.

        Titles that share nothing with it are never among them.
        """
        words = [meant for word in split_title(text) for meant in self._find_words(word)]
        scores = self._index.score(words)
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

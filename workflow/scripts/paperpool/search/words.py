"""Search by words: BM25 over titles and abstracts, and how near sentences are by their words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from paperpool.rankers.bm25 import BM25Index, tokenize


class WordSearch:
    """The words of texts, ready to be searched; ``texts`` are those of the papers, row by row."""

    def __init__(self, texts: Sequence[str]):
        self._index = BM25Index(texts)
        self._idf = lru_cache(2**16)(self._index.idf)

    def score(self, text: str) -> NDArray[np.float64]:
        """Return the BM25 score of every paper for a query text."""
        return self._index.score_all(text)

    def weigh(self, text: str, row: int) -> list[tuple[str, float]]:
        """Return the words that a paper shares with a query text and what each adds to its score.

        The largest first, equal ones by word.
        """
        weights = self._index.weigh_words(text, row).items()
        return sorted(weights, key=lambda pair: (-pair[1], pair[0]))

    def compare(self, asked: Sequence[str], offered: Sequence[str]) -> NDArray[np.float64]:
        """Return the cosines of sentences as bags of words, shape (len(asked), len(offered)).

        Words weigh by their idf among the papers; without a common word the cosine is 0.
        """
        bags = [self._weigh_bag(text) for text in (*asked, *offered)]
        cosines = [
            [
                sum(weight * other.get(word, 0.0) for word, weight in bag.items())
                for other in bags[len(asked) :]
            ]
            for bag in bags[: len(asked)]
        ]
        return np.array(cosines, np.float64).reshape(len(asked), len(offered))

    def _weigh_bag(self, text: str) -> dict[str, float]:
        weights = {word: n * self._idf(word) for word, n in Counter(tokenize(text)).items()}
        length = np.sqrt(sum(weight**2 for weight in weights.values()))
        return {word: float(weight / length) for word, weight in weights.items()}

"""Explain a score: the contribution of each word (Ricci et al., figure 2)."""

from dataclasses import dataclass

import numpy as np

from paperpool.scisumm.match.asymmetric import (
    RARE_WEIGHT,
    compare_words,
    compared_vectors,
    weigh_words,
)
from paperpool.scisumm.match.prepared import WordNumbers, look_up, matched_words
from paperpool.scisumm.match.settings import Matching
from paperpool.scisumm.match.similarity import scale
from paperpool.scisumm.match.word_vectors import WordVectors
from paperpool.scisumm.names import REVERSED


@dataclass(frozen=True)
class WordMatch:
    """A word and its best match in the other text, "" with similarity 0 if that text is empty.

    ``known`` words have a vector. ``contribution`` is the weight times the scaled similarity.
    """

    word: str
    known: bool
    weight: float
    matched: str
    similarity: float
    contribution: float


class Explainer:
    """Explains the scores of ``score_asymmetric`` for the same vectors and settings."""

    def __init__(self, vectors: WordVectors, matching: Matching):
        self._vectors, self._matching = vectors, matching
        self._weights = weigh_words(vectors, matching)
        self._compared = compared_vectors(vectors, matching)
        self._known = set(vectors.words)

    def explain(self, citance: str, sentence: str) -> list[WordMatch]:
        """Return a match per word of the citance, in order; contributions add up to the score.

        In the direction ``REVERSED`` there is a match per word of the sentence. The first of
        equally similar words is shown.
        """
        asked, offered = (matched_words(text, self._matching) for text in (citance, sentence))
        if self._matching.direction == REVERSED:
            asked, offered = offered, asked
        if not asked:
            return []
        words = WordNumbers(self._vectors, self._matching)
        numbers, others = words.number(asked), words.number(offered)
        weights = look_up(self._weights, numbers, RARE_WEIGHT)
        distinct, place = np.unique(numbers, return_inverse=True)
        other, other_place = np.unique(others, return_inverse=True)
        similarities = compare_words(distinct, other, self._compared, self._matching)
        matches = []
        for word, weight, i in zip(asked, weights.tolist(), place, strict=True):
            if len(offered):
                column = similarities[other_place, i]
                first = int(np.argmax(column))
                matched, similarity = offered[first], float(column[first])
            else:
                matched, similarity = "", 0.0
            gain = weight * float(scale(np.array(similarity), self._matching.power))
            matches.append(WordMatch(word, word in self._known, weight, matched, similarity, gain))
        return matches

"""Explain a score of asymmetric matching: what each word contributes (Ricci et al., figure 2)."""

from dataclasses import dataclass

import numpy as np

from paperpool.workflow.scisumm.match.asymmetric import compare_words, compared_vectors
from paperpool.workflow.scisumm.match.prepared import matched_words
from paperpool.workflow.scisumm.match.settings import Matching
from paperpool.workflow.scisumm.match.similarity import scale
from paperpool.workflow.scisumm.match.word_vectors import WordVectors


@dataclass(frozen=True)
class WordMatch:
    """A word of a citance and the most similar word of a sentence, the first of equal ones.

    ``contribution`` is the weight times the scaled similarity.
    """

    word: str
    weight: float
    matched: str
    similarity: float
    contribution: float


def explain(citance: str, sentence: str, vectors: WordVectors) -> list[WordMatch]:
    """Return a match per word of the citance, in order, by the paper's settings.

    Contributions add up to the score of ``score_asymmetric``; there are none without words.
    """
    matching = Matching()
    citance_words = matched_words(citance, matching)
    sentence_words = matched_words(sentence, matching)
    if not citance_words or not sentence_words:
        return []

    numbers = vectors.ids(citance_words)
    weights = vectors.weights()[numbers]
    distinct, places = np.unique(numbers, return_inverse=True)
    others, other_places = np.unique(vectors.ids(sentence_words), return_inverse=True)
    compared = compared_vectors(vectors, matching)
    similarities = compare_words(distinct, others, compared, matching)

    matches = []
    for word, weight, place in zip(citance_words, weights.tolist(), places, strict=True):
        of_word = similarities[other_places, place]
        first = int(np.argmax(of_word))
        similarity = float(of_word[first])
        contribution = weight * float(scale(of_word[first], matching.power))
        matches.append(WordMatch(word, weight, sentence_words[first], similarity, contribution))
    return matches

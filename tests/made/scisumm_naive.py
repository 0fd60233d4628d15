"""Small word vectors, and matching by its definition: word by word."""

import numpy as np

from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.words import STOP_WORDS

UNKNOWN = "[UNK]"


class SmallVectors:
    """Word vectors of the shape of ``workflow.scisumm.match.word_vectors.WordVectors``."""

    def __init__(self, words, counts, vectors):
        self.words = [*words, UNKNOWN]
        self.counts = np.array(counts, np.int64)
        self.vectors = np.array(vectors, np.float32)
        self.total = int(self.counts.sum())
        assert len(self.words) == len(self.counts) == len(self.vectors)

    def ids(self, tokens):
        known = {word: i for i, word in enumerate(self.words)}
        return np.array([known.get(token, known[UNKNOWN]) for token in tokens], np.int64)

    def weights(self, alpha=1e-4):
        return alpha / (alpha + self.counts / self.total)


def make_paper(citances, texts, name="P"):
    """Return a reference paper; its sentences are numbered from 0."""
    cited = tuple((f"{name}:{i}", text) for i, text in enumerate(citances, 1))
    return Paper("train", name, tuple(range(len(texts))), tuple(texts), cited)


def word_weight(word, vectors, weights):
    """Return W(w) of a word, that of a rare one being 1."""
    if weights == "uniform" or word not in vectors.words:
        return 1.0
    if weights == "uniform-no-stop-words":
        return 0.0 if word == UNKNOWN or word.lower() in STOP_WORDS else 1.0
    frequency = vectors.counts[vectors.words.index(word)] / vectors.total
    return 1e-4 / (1e-4 + frequency)


def word_similarity(a, b, vectors, similarity):
    if a not in vectors.words or b not in vectors.words:
        return float(a == b and similarity == "cosine")
    u, v = (vectors.vectors[vectors.words.index(word)].astype(float) for word in (a, b))
    if similarity == "dot-product":
        return float(u @ v)
    if a == b:
        return 1.0
    lengths = np.linalg.norm(u) * np.linalg.norm(v)
    return float(u @ v / lengths) if lengths else 0.0


def cover_text(query, candidates, vectors, matching):
    """Return how well the words of all ``candidates`` together cover those of ``query``."""
    score = 0.0
    words = [word for candidate in candidates for word in candidate]
    for asked in query if words else []:
        best = max(word_similarity(asked, o, vectors, matching.similarity) for o in words)
        scaled = np.sign(best) * abs(best) ** matching.power
        score += word_weight(asked, vectors, matching.weights) * scaled
    return float(score)


def known_words(text, vectors, matching):
    """Return the words of a text without markers: split at blanks, truncated; rare ones as set."""
    words = text.split()[: matching.truncate]
    words = words if matching.cased else [word.lower() for word in words]
    own = matching.rare_words == "own"
    return [word if own or word in vectors.words else UNKNOWN for word in words]


def score_naively(paper, vectors, matching):
    """Return the score of every sentence for every citance, shape (citances, sentences)."""
    sentences = [known_words(text, vectors, matching) for text in paper.texts]
    citances = [known_words(text, vectors, matching) for _, text in paper.citances]
    matrix = np.zeros((len(citances), len(sentences)))
    for i, citance in enumerate(citances):
        for j, sentence in enumerate(sentences):
            if matching.direction == "query-covers-candidate":
                matrix[i, j] = cover_text(sentence, [citance], vectors, matching)
            else:
                matrix[i, j] = cover_text(citance, [sentence], vectors, matching)
    return matrix


def pick_naively(paper, vectors, matching):
    """Return the places of the sentences that the greedy selection picks for each citance."""
    sentences = [known_words(text, vectors, matching) for text in paper.texts]
    picked = []
    for _, text in paper.citances:
        citance = known_words(text, vectors, matching)
        chosen = []
        while len(chosen) < min(matching.k, len(sentences)):
            gains = {
                j: cover_text(citance, [sentences[i] for i in (*chosen, j)], vectors, matching)
                for j in range(len(sentences))
                if j not in chosen
            }
            top = max(gains.values())
            chosen.append(min(j for j, gain in gains.items() if gain > top - 1e-9))
        picked.append(chosen)
    return picked

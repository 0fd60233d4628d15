"""Asymmetric partial matching beside a loop over pairs of words.

Papers have the sizes of CL-SciSumm's; their words are drawn as words are in texts, a few of them
again and again, and have random vectors: what they mean takes no time. Reading and splitting texts
is left out on both sides.
"""

from __future__ import annotations

import time
from functools import partial
from typing import Any

from measuring import Row, measure

PAPERS, PLAIN_PAPERS = 60, 1
CITANCES, SENTENCES, WORDS = 18, 209, 25
VOCABULARY, DIMENSIONS = 20_000, 300
SETTINGS = 20
"""The powers 1 to 10 in both directions."""


class Vectors:
    """Random word vectors; a word is its number."""

    def __init__(self) -> None:
        import numpy as np

        chance = np.random.default_rng(13)
        self.words = [str(i) for i in range(VOCABULARY)]
        self.vectors = chance.standard_normal((VOCABULARY, DIMENSIONS), np.float32)
        self._shares = 1 / np.arange(1, VOCABULARY + 1)
        self._shares /= self._shares.sum()

    def ids(self, tokens: Any) -> Any:
        import numpy as np

        return np.array(tokens, np.int64)

    def weights(self, alpha: float) -> Any:
        return alpha / (alpha + self._shares)


def bench_scisumm() -> list[Row]:
    """Return the rate of scoring pairs of citance and sentence, and how far the scores differ."""
    import numpy as np

    papers = make_papers(PAPERS)
    (rate, ours), seconds, peak = measure(partial(score_ours, papers))
    (plain_rate, plain), _, _ = measure(partial(score_plainly, papers[:PLAIN_PAPERS]))
    differ = max(float(np.abs(ours[name] - plain[name]).max()) for name in plain)
    name = f"asymmetric matching, {SETTINGS} settings, pairs of citance and sentence/s on one core"
    return [
        Row(
            f"{name}; a loop over pairs of words, extrapolated from {PLAIN_PAPERS} of {PAPERS}",
            rate,
            plain_rate,
            rate / plain_rate,
            seconds,
            peak,
            PAPERS,
        ),
        Row(
            "asymmetric matching, largest difference of a score from the loop's; none",
            differ,
            0.0,
            1.0,
            seconds,
            peak,
            PAPERS,
        ),
    ]


def make_papers(n: int) -> list[Any]:
    """Return made reference papers."""
    import numpy as np

    from paperpool.scisumm.corpus import Paper

    chance = np.random.default_rng(7)
    shares = 1 / np.arange(1, VOCABULARY + 1)
    shares /= shares.sum()

    def write() -> str:
        size = chance.poisson(WORDS)
        return " ".join(map(str, chance.choice(VOCABULARY, size, p=shares)))

    return [
        Paper(
            "train",
            f"P{number}",
            tuple(range(SENTENCES)),
            tuple(write() for _ in range(SENTENCES)),
            tuple((f"P{number}:{i}", write()) for i in range(CITANCES)),
        )
        for number in range(n)
    ]


def score_ours(papers: list[Any]) -> tuple[float, dict[str, Any]]:
    """Return pairs a second and the scores of d = 4."""
    from paperpool.scisumm.ablation import POWERS, powers_matching
    from paperpool.scisumm.asymmetric import score_powers
    from paperpool.scisumm.matching import DIRECTIONS, Matching
    from paperpool.scisumm.prepared import prepare

    vectors = Vectors()
    for paper in papers:
        prepare(paper, vectors, Matching())
    start = time.perf_counter()
    scores = {
        direction: score_powers(papers, vectors, powers_matching(direction), POWERS)
        for direction in DIRECTIONS
    }
    seconds = time.perf_counter() - start
    assert sum(map(len, scores.values())) == SETTINGS
    return SETTINGS * count_pairs(papers) / seconds, scores[DIRECTIONS[0]][4]


def score_plainly(papers: list[Any]) -> tuple[float, dict[str, Any]]:
    """Return the same of a loop: a product for each pair of words."""
    import numpy as np

    from paperpool.scisumm.matching import ALPHA

    vectors = Vectors()
    lengths = np.linalg.norm(vectors.vectors, axis=1, keepdims=True)
    units, weights = vectors.vectors / lengths, vectors.weights(ALPHA)
    scores = {}
    start = time.perf_counter()
    for paper in papers:
        matrix = np.zeros((len(paper.citances), len(paper.texts)))
        for i, (_, citance) in enumerate(paper.citances):
            for j, sentence in enumerate(paper.texts):
                offered = [int(word) for word in sentence.split()]
                for word in map(int, citance.split()):
                    best = max((units[word] @ units[other] for other in offered), default=0.0)
                    matrix[i, j] += weights[word] * best**4
        scores[paper.paper_id] = matrix
    return count_pairs(papers) / (time.perf_counter() - start), scores


def count_pairs(papers: list[Any]) -> int:
    """Return how many pairs of citance and sentence the papers have."""
    return sum(len(paper.citances) * len(paper.texts) for paper in papers)

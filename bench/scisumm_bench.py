"""Asymmetric partial matching beside a loop over pairs of words.

Papers are CL-SciSumm's; where they are absent, made ones of their sizes, whose words are drawn as
words are in texts, a few of them again and again. Words have random vectors: what they mean takes
no time. Reading and splitting texts is left out on both sides.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from functools import partial
from typing import Any

from measuring import DATA, Row, measure

PAPERS, PLAIN_PAPERS = 60, 1
CITANCES, SENTENCES, WORDS = 18, 209, 25
VOCABULARY, DIMENSIONS = 20_000, 300
SETTINGS = 20
"""The powers 1 to 10 in both directions."""


class Vectors:
    """Random vectors of all words of papers, the most frequent first."""

    def __init__(self, papers: list[Any]):
        import numpy as np

        from paperpool.workflow.scisumm.match.prepared import words_of

        texts = [
            text for paper in papers for text in (*paper.texts, *dict(paper.citances).values())
        ]
        counts = Counter(word for text in texts for word in words_of(text))
        self.words = sorted(counts, key=lambda word: (-counts[word], word))
        self._row = {word: row for row, word in enumerate(self.words)}
        self._shares = np.array([counts[word] for word in self.words]) / counts.total()
        chance = np.random.default_rng(13)
        self.vectors = chance.standard_normal((len(self.words), DIMENSIONS), np.float32)

    def ids(self, tokens: Sequence[str]) -> Any:
        import numpy as np

        return np.array([self._row[token] for token in tokens], np.int64)

    def weights(self) -> Any:
        from paperpool.workflow.scisumm.match.settings import weigh

        return weigh(self._shares)


def bench_scisumm() -> list[Row]:
    """Return the rate of scoring pairs of citance and sentence, and how far the scores differ."""
    import numpy as np

    papers = find_papers()
    (rate, ours), seconds, peak = measure(partial(score_ours, papers))
    (plain_rate, plain), _, _ = measure(partial(score_plainly, papers, PLAIN_PAPERS))
    differ = max(float(np.abs(ours[name] - plain[name]).max()) for name in plain)
    name = f"asymmetric matching, {SETTINGS} settings, pairs of citance and sentence/s on one core"
    of = f"{PLAIN_PAPERS} of {len(papers)}"
    return [
        Row(
            f"{name}; a loop over pairs of words, extrapolated from {of}",
            rate,
            plain_rate,
            rate / plain_rate,
            seconds,
            peak,
            len(papers),
        ),
        Row(
            "asymmetric matching, largest difference of a score from the loop's; none",
            differ,
            0.0,
            1.0,
            seconds,
            peak,
            len(papers),
        ),
    ]


def find_papers() -> list[Any]:
    """Return the papers of CL-SciSumm, or made ones."""
    from paperpool.scisumm.corpus import collect_papers

    folder = DATA / "cl-scisumm"
    if not folder.is_dir():
        return make_papers(PAPERS)
    from paperpool.scisumm.read.release import read_release

    release = read_release(folder, ())
    return collect_papers(release.sentences, release.citances, str(folder))


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
    from paperpool.scisumm.names import DIRECTIONS
    from paperpool.workflow.scisumm.match.asymmetric import score_powers
    from paperpool.workflow.scisumm.match.settings import Matching

    vectors = Vectors(papers)
    start = time.perf_counter()
    scores = {
        direction: score_powers(papers, vectors, Matching(direction=direction), range(1, 11))
        for direction in DIRECTIONS
    }
    seconds = time.perf_counter() - start
    assert sum(map(len, scores.values())) == SETTINGS
    return SETTINGS * count_pairs(papers) / seconds, scores[DIRECTIONS[0]][4]


def score_plainly(papers: list[Any], n: int) -> tuple[float, dict[str, Any]]:
    """Return the same of a loop over the first ``n``: a product for each pair of words."""
    import numpy as np

    from paperpool.workflow.scisumm.match.prepared import prepare
    from paperpool.workflow.scisumm.match.settings import Matching

    vectors = Vectors(papers)
    lengths = np.linalg.norm(vectors.vectors, axis=1, keepdims=True)
    units, weights = vectors.vectors / lengths, vectors.weights()
    prepared = [prepare(paper, vectors, Matching()) for paper in papers[:n]]
    scores = {}
    start = time.perf_counter()
    for paper in prepared:
        sentences, citances = (np.split(side.items, side.starts[1:-1]) for side in paper)
        matrix = np.zeros((len(citances), len(sentences)))
        for i, citance in enumerate(citances):
            for j, sentence in enumerate(sentences):
                for word in citance:
                    best = max((units[word] @ units[other] for other in sentence), default=0.0)
                    matrix[i, j] += weights[word] * np.sign(best) * best**4
        scores[paper.paper_id] = matrix
    return count_pairs(papers[:n]) / (time.perf_counter() - start), scores


def count_pairs(papers: list[Any]) -> int:
    """Return how many pairs of citance and sentence the papers have."""
    return sum(len(paper.citances) * len(paper.texts) for paper in papers)

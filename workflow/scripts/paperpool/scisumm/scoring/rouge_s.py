"""ROUGE-S* of chosen against annotated sentences.

Source: Lin and Och (2004); ROUGE-1.5.5 with the task's options (``-a -x -s -d -t 1 -m -2 -4``):
skip bigrams with any gap, no unigrams, stems, no stop words, no irregular forms (the task's list of
them is empty). A text joins the sentences of a row; a skip bigram is any ordered pair of its words,
also across sentences. A bigram counts as often as both texts have it. The official protocol has the
package's stemmer (``rouge_stemmer``), the corrected one Porter's first algorithm.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
import Stemmer
from numpy.typing import NDArray

from paperpool.scisumm.counts import harmonic_mean, ratio
from paperpool.scisumm.scoring.overlap import Pairs
from paperpool.scisumm.scoring.rouge_stemmer import stem as stem_as_rouge

DIGITS = 5
"""Decimals printed by ROUGE-1.5.5 and read by the script."""

DIVISOR_EXTRA = 1e-7
"""Added by the script to the number of keys of a file, the divisor of its means."""

SHORT = 3
"""Words of at most this many characters are not stemmed."""


def _read_stop_words() -> Iterator[str]:
    lines = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8").splitlines()
    for line in lines:
        if not line.startswith("#"):
            yield from line.split()


STOP_WORDS = frozenset(_read_stop_words())
"""The stop words of ROUGE-1.5.5 (option -s)."""

_WORD = re.compile(r"[A-Za-z0-9]+")

STEMMERS: dict[str, Callable[[str], str]] = {
    "official": stem_as_rouge,
    "corrected": Stemmer.Stemmer("porter").stemWord,
}


class Score(NamedTuple):
    """Precision, recall and F1, of a text or as means over texts."""

    precision: float
    recall: float
    f1: float


def split_text(text: str, protocol: str = "official") -> list[str]:
    """Return the stems of a text as ROUGE-1.5.5 does; words are ASCII letters and digits.

    >>> split_text("The co-training of taggers")
    ['train', 'tagger']
    """
    stem = STEMMERS[protocol]
    stems = []
    for word in map(str.lower, _WORD.findall(text)):
        if word not in STOP_WORDS:
            stems.append(stem(word) if len(word) > SHORT else word)
    return stems


@dataclass(frozen=True)
class Bigrams:
    """The distinct skip bigrams of a text, sorted, their counts, and the sum of counts."""

    codes: NDArray[np.int64]
    counts: NDArray[np.int64]
    total: int


class SkipBigrams:
    """Counts skip bigrams under a protocol, with a cache of texts."""

    def __init__(self, protocol: str = "official") -> None:
        self._protocol = protocol
        self._numbers: dict[str, int] = {}
        self.count = lru_cache(maxsize=4096)(self._count)

    def _count(self, texts: tuple[str, ...]) -> Bigrams:
        words: list[str] = []
        for text in texts:
            words += split_text(text, self._protocol)
        numbers = np.array(
            [self._numbers.setdefault(word, len(self._numbers)) for word in words], dtype=np.int64
        )

        first, second = np.triu_indices(len(numbers), 1)
        codes, counts = np.unique(numbers[first] << 32 | numbers[second], return_counts=True)
        return Bigrams(codes, counts, len(first))

    def score(self, peer: Iterable[str], model: Iterable[str]) -> Score:
        """Return ROUGE-S* of the sentences ``peer`` against the sentences ``model``."""
        ours = self.count(tuple(peer))
        theirs = self.count(tuple(model))
        _, i, j = np.intersect1d(ours.codes, theirs.codes, assume_unique=True, return_indices=True)
        hits = int(np.minimum(ours.counts[i], theirs.counts[j]).sum())
        precision = ratio(hits, ours.total)
        recall = ratio(hits, theirs.total)
        return Score(precision, recall, harmonic_mean(precision, recall))

    def average(self, pairs: Pairs) -> Score | None:
        """Return the means of one file under the protocol, None if there is nothing to compare.

        Officially the annotator's sentences are the peer and the system's the model, so precision
        and recall are swapped. A key that one of both lacks is left out; a file without common keys
        has 0. The corrected means are over citances, with the system as the peer. A citance without
        sentences of the system scores 0. One without a gold span has no reference text: it is left
        out here, unlike in the overlap.
        """
        scores = []
        if self._protocol == "official":
            for gold, found in pairs:
                if gold.texts and found.texts:
                    score = self.score(gold.texts, found.texts)
                    scores.append(Score(*(round(value, DIGITS) for value in score)))
            return _mean(scores, DIVISOR_EXTRA)

        for gold, found in pairs:
            if gold.texts:
                scores.append(self.score(found.texts, gold.texts))
        return _mean(scores) if scores else None


def _mean(scores: Sequence[Score], extra: float = 0.0) -> Score:
    """Return the means of the three scores, each by itself."""
    divisor = len(scores) + extra
    return Score(
        precision=ratio(sum(score.precision for score in scores), divisor),
        recall=ratio(sum(score.recall for score in scores), divisor),
        f1=ratio(sum(score.f1 for score in scores), divisor),
    )

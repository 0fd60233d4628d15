"""How many sentences were chosen rightly and wrongly, and the shares that follow from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


def ratio(part: float, whole: float) -> float:
    """Return ``part / whole``, 0 for a whole of 0, as in the script."""
    return part / whole if whole else 0.0


def harmonic_mean(precision: float, recall: float) -> float:
    """Return F1."""
    return ratio(2.0 * precision * recall, precision + recall)


@dataclass(frozen=True)
class Counts:
    """Sentences that both chose (tp), the system alone (fp) and the annotator alone (fn)."""

    tp: int = 0
    fp: int = 0
    fn: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def precision(self) -> float:
        return ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        return ratio(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> float:
        return harmonic_mean(self.precision, self.recall)


def micro(counts: Iterable[Counts]) -> Counts:
    """Return the counts of all files together."""
    return sum(counts, Counts())

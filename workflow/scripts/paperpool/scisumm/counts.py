"""Counts of right and wrong sentences, and the measures of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


def ratio(part: float, whole: float) -> float:
    """Return ``part / whole``, 0 for a whole of 0, as in the script."""
    if not whole:
        return 0.0
    return part / whole


def harmonic_mean(precision: float, recall: float) -> float:
    """Return F1."""
    return ratio(2.0 * precision * recall, precision + recall)


@dataclass(frozen=True)
class Counts:
    """True positives, false positives (system alone) and false negatives (annotator alone)."""

    tp: int = 0
    fp: int = 0
    fn: int = 0

    def __add__(self, other: Counts) -> Counts:
        return Counts(self.tp + other.tp, self.fp + other.fp, self.fn + other.fn)

    @property
    def precision(self) -> float:
        """The share of the system's sentences that the annotator chose."""
        return ratio(self.tp, self.tp + self.fp)

    @property
    def recall(self) -> float:
        """The share of the annotator's sentences that the system chose."""
        return ratio(self.tp, self.tp + self.fn)

    @property
    def f1(self) -> float:
        """The harmonic mean of the two."""
        return harmonic_mean(self.precision, self.recall)


def micro(counts: Iterable[Counts]) -> Counts:
    """Return the summed counts."""
    return sum(counts, Counts())

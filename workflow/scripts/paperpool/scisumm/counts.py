"""Counts of right and wrong sentences, and the measures of them."""

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
    """True positives, false positives (system alone) and false negatives (annotator alone)."""

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
    """Return the summed counts."""
    return sum(counts, Counts())

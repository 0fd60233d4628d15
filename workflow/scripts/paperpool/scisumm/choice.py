"""The number of sentences submitted for a citance."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.names import BEST, ENSEMBLE

Sizes = Literal["fixed", "learnt"]
"""Sentences per citance of ``best``: ``k``, as for all rankers, or a learnt number."""

MOST_LEARNT = 4
"""The largest learnt number: annotators rarely choose more."""

SHARES = (0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.12, 0.15, 0.2, 0.3)
"""The grid of smallest softmax scores (see ``match.best.softmax``)."""


@dataclass(frozen=True)
class Choice:
    """Submit the first ``most`` sentences that score at least ``floor``, and always the first."""

    most: int
    floor: float = -math.inf

    @property
    def has_floor(self) -> bool:
        """Whether a score may be too small for a sentence to be submitted."""
        return self.floor > -math.inf

    def take(self, scores: Floats, ranks: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return a mask of submitted sentences, by scores and ranks (from 1)."""
        return (ranks <= self.most) & ((scores >= self.floor) | (ranks == 1))


LEARNT = Choice(MOST_LEARNT, 1.0)
"""For rankings with scores in units of the learnt floor, or 1 for an answer."""


def choices_to_try(sizes: Sizes, k: int) -> list[Choice]:
    """Return the grid of choices of ``best``."""
    if sizes == "fixed":
        return [Choice(k)]
    return [Choice(MOST_LEARNT, share) for share in SHARES]


def choice_of(ranker: str, sizes: Sizes, k: int) -> Choice:
    """Return the choice for a ranker."""
    if ranker == ENSEMBLE or (ranker == BEST and sizes == "learnt"):
        return LEARNT
    return Choice(k)

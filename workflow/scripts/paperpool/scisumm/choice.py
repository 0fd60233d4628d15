"""How many sentences of a ranking are submitted for a citance."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.names import BEST, ENSEMBLE

Sizes = Literal["fixed", "learnt"]
"""How many sentences ``best`` gives a citance: ``k``, as all rankers, or as many as it learns."""

MOST_LEARNT = 4
"""The largest number of sentences that is learnt: an answer of more is rare among annotators'."""

SHARES = (0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.12, 0.15, 0.2, 0.3)
"""The smallest shares that are tried (see ``match.best.share_out``)."""


@dataclass(frozen=True)
class Choice:
    """The first ``most`` sentences are submitted, without those that score less than ``floor``.

    The first one always is. Without a floor there are always ``most``.
    """

    most: int
    floor: float = -math.inf

    @property
    def has_floor(self) -> bool:
        return self.floor > -math.inf

    def take(self, scores: Floats, ranks: NDArray[np.integer]) -> NDArray[np.bool_]:
        """Return whether sentences are submitted, by their scores and ranks (from 1)."""
        return (ranks <= self.most) & ((scores >= self.floor) | (ranks == 1))


LEARNT = Choice(MOST_LEARNT, 1.0)
"""Of a ranking whose scores are in units of the floor that was learnt, or are 1 in an answer."""


def choices_to_try(sizes: Sizes, k: int) -> list[Choice]:
    """Return the choices of ``best``, by shares."""
    if sizes == "fixed":
        return [Choice(k)]
    return [Choice(MOST_LEARNT, share) for share in SHARES]


def choice_of(ranker: str, sizes: Sizes, k: int) -> Choice:
    """Return how many sentences of a ranker's ranking are submitted, by its scores."""
    return LEARNT if (ranker, sizes) == (BEST, "learnt") or ranker == ENSEMBLE else Choice(k)

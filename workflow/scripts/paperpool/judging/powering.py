"""Prediction-powered estimates: a model's grades of all items, and people's of a few drawn ones.

Each draw estimates a score by people's grades, and in the same way the score by the model's. Of the
latter the truth is known, and so is the error of its estimate: ``tuning`` times that error is taken
away. With tuning 1 this is prediction-powered inference (Angelopoulos, Bates, Fannjiang, Jordan and
Zrnic 2023); with the tuning of the least variance it is PPI++ (Angelopoulos, Duchi and Zrnic 2023,
"PPI++: Efficient Prediction-Powered Inference", section 6).

With a tuning that is fixed before the draws the estimate is unbiased, whatever the model's grades
are worth. One that is fitted to the draws makes it so in the limit of many (PPI++, theorem 1): the
tuning is one number for hundreds of draws, and a degree of freedom is paid for it.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from scipy.special import stdtrit

from paperpool.evaluation.resampling import Floats

FEWEST = 100
"""Draws that fit a tuning. With fewer, intervals hold the truth less often than they say: of 40
draws in 87 to 96% of cases in place of 95% (docs/predicted.md).
"""


@dataclass(frozen=True)
class Draws:
    """What each draw estimates of a score, shape (draws,).

    ``values`` are by people's grades; ``controls`` by the model's, less the score that these give
    in truth. ``weights`` are those of the draws; their sum is 1.
    """

    values: Floats
    controls: Floats
    weights: Floats

    @cached_property
    def tuning(self) -> float:
        """The tuning of the least variance; 0 if there are fewer than ``FEWEST`` draws.

        It is never negative: grades against those of people are not used.
        """
        spread = self.weights * (self.controls - self.weights @ self.controls)
        if len(self.values) < FEWEST or not spread.any():
            return 0.0

        deviations = self.weights * (self.values - self.weights @ self.values)
        return max(float(deviations @ spread / (spread @ spread)), 0.0)

    def estimate(self, tuning: float) -> float:
        """Return the estimate with a tuning; with 0 it is that by people alone."""
        return float(self.weights @ (self.values - tuning * self.controls))

    def find_error(self, tuning: float) -> float:
        """Return the standard error of the estimate."""
        freedom = self._count_freedom(tuning)
        if freedom < 1:
            return float("inf")

        deviations = self.values - tuning * self.controls - self.estimate(tuning)
        squares = (self.weights * deviations) ** 2
        return float(np.sqrt(squares.sum() * len(squares) / freedom))

    def find_quantile(self, tuning: float, confidence: float) -> float:
        """Return the errors on either side of an estimate in Student's interval."""
        freedom = max(self._count_freedom(tuning), 1)
        return float(stdtrit(freedom, (1 + confidence) / 2))

    def _count_freedom(self, tuning: float) -> int:
        n_fitted = 2 if tuning else 1
        return len(self.values) - n_fitted

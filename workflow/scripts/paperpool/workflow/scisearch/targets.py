"""Gaussians over the grades: spread around a true grade, or fitted to a prediction.

Source: SciSearch, section 5.3.2, Figures 1 and 2; the authors' code for the first.
"""

import numpy as np
from numpy.typing import NDArray

from paperpool.workflow.scisearch.names import N_GRADES

BAR_VARIANCE = 1 / 12
"""The variance within a bar of a histogram of whole grades."""


def spread_grades(sd: float) -> NDArray[np.float64]:
    """Return the target distribution of each true grade, shape (grades, grades).

    A one-hot vector after a Gaussian filter of ``sd`` grades; scipy reflects mass beyond the
    grades, so that every row sums to 1.
    """
    from scipy.ndimage import gaussian_filter1d  # slow to import

    return gaussian_filter1d(np.eye(N_GRADES), sd, axis=1)


def fit_gaussian(probabilities: NDArray[np.float64]) -> tuple[float, float]:
    """Return mean and sd of the Gaussian fitted to the probabilities of the grades from 0.

    It has the moments of a histogram of bars a grade wide: a certain grade has variance 1/12.
    """
    grades = np.arange(len(probabilities))
    mean = float(probabilities @ grades)
    variance = float(probabilities @ (grades - mean) ** 2) + BAR_VARIANCE
    return mean, variance**0.5

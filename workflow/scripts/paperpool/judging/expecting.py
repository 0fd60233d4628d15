"""What further draws would bring: standard errors, and the draws after which a sign is known."""

import numpy as np
from scipy.special import ndtri

from paperpool.evaluation.resampling import Floats
from paperpool.judging.drawing import expect_inclusion
from paperpool.judging.sequences import LEAST, find_radius

CONFIDENCE = 0.95

NORMAL = float(ndtri((1 + CONFIDENCE) / 2))
"""Standard errors on either side of an estimate, in the interval of a normal distribution."""

_STEPS = 40
_LATEST = 20.0
"""The time of draws at which even the smallest item is drawn, in the inverse of its size."""


def expect_error(weighted: Floats, sizes: Floats, n: int, variance: float) -> float:
    """Return the standard error of a sum of ``weighted`` gains after ``n`` draws by ``sizes``.

    Gains have a ``variance`` around their forecast. It is that of a Poisson sample of as many.
    """
    inclusion = expect_inclusion(sizes, n)
    chances = inclusion[inclusion > 0]
    squares = weighted[inclusion > 0] ** 2
    return float(np.sqrt(variance * (squares * (1 - chances) / chances).sum()))


def find_needed(value: float, sizes: Floats, variance: float) -> int | None:
    """Return after how many draws a confidence sequence around ``value`` excludes 0.

    ``sizes`` are the weights of the items of the sum, without their signs, by which they are drawn.
    None if that is not before all of them are drawn.
    """
    sizes = sizes[sizes > 0]
    low, high = 0.0, _LATEST / sizes.min(initial=1.0)
    for _ in range(_STEPS):  # the time up to which is drawn, as in ``expect_inclusion``
        time = (low + high) / 2
        chances = -np.expm1(-time * sizes)
        error = np.sqrt(variance * (sizes**2 * (1 - chances) / chances).sum())
        if find_radius(chances.sum(), CONFIDENCE) * error < abs(value):
            high = time
        else:
            low = time
    n_needed = max(LEAST, int(np.ceil(-np.expm1(-high * sizes).sum())))
    return n_needed if n_needed < len(sizes) else None

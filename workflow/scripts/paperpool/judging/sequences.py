"""An interval that holds at every look: a confidence sequence.

An interval of a fixed sample covers 95% at one look; whoever looks after each batch, and stops as
soon as it excludes 0, errs more often. A confidence sequence covers at all looks together.

Source: Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, "Time-uniform central limit theory and
asymptotic confidence sequences" (Annals of Statistics 2024), Theorem 2.2: Robbins' normal mixture
with the variance estimated. It holds for martingale differences, as ``judging.estimating`` has
them, and in the limit: ``LEAST`` draws are made before it counts.
"""

import math

LEAST = 30
"""Draws before an interval is given: an estimated variance needs some."""

TIGHTEST = 120
"""The number of draws at which the sequence is tightest, a few batches."""


def find_radius(n: float, confidence: float) -> float:
    """Return the radius of the sequence after ``n`` draws, in standard errors of their mean."""
    alpha = 1 - confidence
    mixed = TIGHTEST / (-2 * math.log(alpha) + math.log(1 - 2 * math.log(alpha)))
    n = max(n, 1.0)
    return math.sqrt((n + mixed) / n * math.log((n + mixed) / (mixed * alpha**2)))

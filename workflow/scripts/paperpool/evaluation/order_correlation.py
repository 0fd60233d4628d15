"""How alike two orders of systems are: Kendall's tau-b, for thousands of samples at once."""

from __future__ import annotations

import numpy as np

from paperpool.evaluation.resampling import Floats

_DIGITS = 12
"""Figures that are equal to so many digits are tied."""


def kendall_taus(first: Floats, second: Floats) -> Floats:
    """Return Kendall's tau-b of each row of figures, shape (rows, systems), with its partner.

    NaN where all figures of a side are equal, or there is a single system.
    """
    left, right = np.triu_indices(first.shape[1], 1)
    signs = [np.sign((v[:, left] - v[:, right]).round(_DIGITS)) for v in (first, second)]
    untied = [np.abs(sign).sum(axis=1) for sign in signs]
    with np.errstate(invalid="ignore"):
        return (signs[0] * signs[1]).sum(axis=1) / np.sqrt(untied[0] * untied[1])

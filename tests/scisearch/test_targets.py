"""Gaussians over the grades: by hand, and by the authors' filter."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.workflow.scisearch.targets import fit_gaussian, spread_grades


@given(st.floats(0.1, 1))
def test_targets_are_distributions_around_the_true_grade_that_mirror_each_other(sd):
    targets = spread_grades(sd)
    assert targets.shape == (4, 4) and targets.sum(axis=1) == pytest.approx(np.ones(4))
    assert targets[::-1, ::-1] == pytest.approx(targets)
    assert (targets.argmax(axis=1) == np.arange(4)).all()


def test_the_fit_has_the_moments_of_the_histogram():
    mean, sd = fit_gaussian(np.array([0.0, 0.0, 1.0, 0.0]))
    assert (mean, sd**2) == pytest.approx((2.0, 1 / 12))
    mean, sd = fit_gaussian(np.array([0.5, 0.0, 0.0, 0.5]))
    assert (mean, sd**2) == pytest.approx((1.5, 2.25 + 1 / 12))
    row = np.array([0.1, 0.2, 0.3, 0.4])
    # a sample that fills each bar evenly
    values = (np.arange(4)[:, None] + (np.arange(1000) + 0.5) / 1000 - 0.5).ravel()
    by_sample = np.average(values, weights=row.repeat(1000))
    variance = np.average((values - by_sample) ** 2, weights=row.repeat(1000))
    mean, sd = fit_gaussian(row)
    assert (mean, sd**2) == pytest.approx((by_sample, variance), rel=1e-5)

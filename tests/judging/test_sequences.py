"""The confidence sequence holds at all looks together, where an interval does not."""

import numpy as np
import pytest

from paperpool.judging.sequences import LEAST, TIGHTEST, find_radius


def test_it_errs_at_any_look_less_often_than_it_says():
    rng = np.random.default_rng(2)
    looks = np.arange(LEAST, 1000)
    grades = rng.choice([0, 1, 2, 3], p=[0.55, 0.28, 0.14, 0.03], size=(400, 1000))
    values = rng.choice([-1, 1], size=grades.shape) * (grades - 0.65)
    means = np.cumsum(values, axis=1)[:, looks - 1] / looks
    squares = np.cumsum(values**2, axis=1)[:, looks - 1] / looks
    errors = np.sqrt((squares - means**2) / looks)
    radii = np.array([find_radius(n, 0.95) for n in looks])
    assert (np.abs(means) > radii * errors).any(axis=1).mean() <= 0.06
    assert (np.abs(means) > 1.96 * errors).any(axis=1).mean() > 0.2


def test_it_is_tightest_where_it_is_said_to_be_and_never_as_tight_as_an_interval():
    radii = [find_radius(n, 0.95) for n in (30, TIGHTEST, 2000)]
    assert min(radii) == radii[1] > 1.96
    assert find_radius(TIGHTEST, 0.99) > radii[1]
    assert radii[1] == pytest.approx(3.04, abs=0.05)

"""Power-tuned estimates: the formula of PPI++, and never wider than by people alone."""

import numpy as np
import pytest

from paperpool.judging.powering import Draws


def make_draws(correlation, n=200, seed=3):
    """Return draws whose controls have a correlation with the values."""
    rng = np.random.default_rng(seed)
    controls = rng.normal(size=n)
    values = 2 + correlation * controls + np.sqrt(1 - correlation**2) * rng.normal(size=n)
    return Draws(values, controls, np.full(n, 1 / n))


def test_the_estimate_is_that_of_prediction_powered_inference():
    rng = np.random.default_rng(1)
    people = rng.integers(0, 4, 100).astype(float)
    model = np.clip(people + rng.integers(-1, 2, 100), 0, 3)
    of_all = rng.integers(0, 4, 5000).astype(float)
    draws = Draws(people, model - of_all.mean(), np.full(100, 1 / 100))
    expected = of_all.mean() + (people - model).mean()  # the mean of all, and its rectifier
    assert draws.estimate(1.0) == pytest.approx(expected, abs=1e-12)
    covariance = np.cov(people, model)
    assert draws.tuning == pytest.approx(covariance[0, 1] / covariance[1, 1])


def test_the_fitted_tuning_has_the_least_error():
    draws = make_draws(0.8)
    best = draws.find_error(draws.tuning)
    assert all(best <= draws.find_error(draws.tuning + step) for step in (-0.2, 0.2))
    assert best / draws.find_error(0.0) == pytest.approx(0.6, abs=0.1)


def test_grades_against_people_and_few_draws_are_not_used():
    assert make_draws(-0.9).tuning == 0
    assert make_draws(0.9, n=99).tuning == 0 < make_draws(0.9, n=100).tuning


def test_a_degree_of_freedom_is_paid_for_the_tuning():
    draws = make_draws(0.0, n=40)
    deviations = draws.values - draws.values.mean()
    plain = np.sqrt((deviations**2).sum() / 39 / 40)
    assert draws.find_error(0.0) == pytest.approx(plain)
    assert draws.find_quantile(0.5, 0.95) > draws.find_quantile(0.0, 0.95) > 1.96

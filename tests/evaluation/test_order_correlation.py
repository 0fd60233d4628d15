"""Kendall's tau-b of many rows at once, against SciPy's."""

import numpy as np
import pytest
from scipy.stats import kendalltau

from paperpool.evaluation.order_correlation import kendall_taus


def test_taus_are_those_of_scipy_with_ties():
    rng = np.random.default_rng(0)
    first, second = rng.integers(0, 6, (30, 8)) / 10, rng.integers(0, 6, (30, 8)) / 10
    expected = [kendalltau(a, b).statistic for a, b in zip(first, second, strict=True)]
    assert kendall_taus(first, second) == pytest.approx(expected)


def test_nothing_to_order_has_no_tau():
    assert np.isnan(kendall_taus(np.array([[1.0]]), np.array([[2.0]]))).all()
    assert np.isnan(kendall_taus(np.ones((1, 3)), np.array([[1.0, 2, 3]]))).all()

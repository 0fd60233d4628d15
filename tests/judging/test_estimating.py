"""Estimated differences: exact with all grades, unbiased and covered with a sample."""

import numpy as np
import pytest

from paperpool.judging.drawing import Sample, draw_items
from paperpool.judging.estimating import Prior, estimate_difference

from ..made.judged import EMPTY, answer, hide_all, make_items

PRIOR = Prior(0.4, 1.3)


@pytest.fixture(scope="module")
def items():
    """Items of DCG, whose difference is a sum."""
    return make_items(kind="dcg")


@pytest.fixture(scope="module")
def differences(items):
    return items.weights[0] - items.weights[1]


@pytest.fixture(scope="module")
def truth(items, differences):
    return float(items.sum_topics(differences * items.gains).mean())


def test_with_all_grades_the_difference_is_certain(items, differences, truth):
    found = estimate_difference(differences, items, EMPTY, PRIOR)
    assert found.value == pytest.approx(truth) and found.error == 0 and found.is_whole
    assert found.by_topic.mean() == pytest.approx(truth)
    unknown = estimate_difference(differences, hide_all(items), EMPTY, PRIOR)
    assert unknown.value == 0 and unknown.error == float("inf") and not unknown.is_whole


def test_two_draws_by_hand():
    """Of two topics with one open item each, a draw stands for both, less its forecast."""
    items = make_items(n_topics=2, n_candidates=9, kind="dcg")
    hidden = hide_all(items)
    differences = np.zeros(18)
    differences[[0, 9]] = [0.5, 1.0]
    sample = Sample(np.array([9]), np.array([2 / 3]))
    answered = answer(hidden, items, sample)
    prior = Prior(1.0, 0.0)
    found = estimate_difference(differences, answered, sample, prior)
    gain = items.grades[9]
    # forecast 1 for each: 0.5 + 1.0, and the residual of the draw over its probability
    assert found.value == pytest.approx((1.5 + 1.0 * (gain - 1) / (2 / 3)) / 2)


@pytest.mark.parametrize("n", [10, 60])
def test_it_is_unbiased_and_its_error_is_true(items, differences, truth, n):
    hidden = hide_all(items)
    values, errors = [], []
    for seed in range(300):
        sample = draw_items(np.abs(differences), n, np.random.default_rng(seed))
        answered = answer(hidden, items, sample)
        found = estimate_difference(differences, answered, sample, PRIOR)
        values.append(found.value)
        errors.append(found.error)
    spread = np.std(values)
    assert abs(np.mean(values) - truth) < 3.5 * spread / np.sqrt(300)
    assert np.mean(errors) == pytest.approx(spread, rel=0.15)


def test_what_was_judged_before_does_not_bias_it(items, differences, truth):
    """The best graded items of half of the topics are known, which no sample would give."""
    is_known = (items.grades >= 2) & (items.places < 6)
    hidden = items.hide(~is_known)
    values = []
    for seed in range(300):
        sizes = np.where(is_known, 0.0, np.abs(differences))
        sample = draw_items(sizes, 30, np.random.default_rng(seed))
        answered = answer(hidden, items, sample)
        values.append(estimate_difference(differences, answered, sample, PRIOR).value)
    assert abs(np.mean(values) - truth) < 3.5 * np.std(values) / np.sqrt(300)

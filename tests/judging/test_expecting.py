"""Expected errors are those of draws, and the needed draws are those that reach them."""

import numpy as np
import pytest

from paperpool.judging.drawing import draw_items
from paperpool.judging.expecting import CONFIDENCE, expect_error, find_needed
from paperpool.judging.sequences import LEAST, find_radius

SIZES = np.random.default_rng(4).exponential(size=400)


def test_an_error_falls_to_0_with_all_draws_and_is_that_of_a_sample():
    errors = [expect_error(SIZES, SIZES, n, 2.0) for n in (50, 100, 200, 400)]
    assert errors == sorted(errors, reverse=True) and errors[-1] == 0
    rng = np.random.default_rng(0)
    sums = []
    for _ in range(2000):
        gains = rng.normal(scale=np.sqrt(2), size=400)
        sample = draw_items(SIZES, 50, rng)
        # each draw stands for what is left, the mean of them for the whole
        before = np.concatenate([[0.0], np.cumsum(SIZES[sample.drawn] * gains[sample.drawn])[:-1]])
        each = before + SIZES[sample.drawn] * gains[sample.drawn] / sample.probabilities
        sums.append(each.mean() - (SIZES * gains).sum())
    assert np.std(sums) == pytest.approx(errors[0], rel=0.1)


def test_the_needed_draws_reach_the_value_and_one_less_does_not():
    value = 60.0
    n = find_needed(value, SIZES, 1.0)
    assert LEAST < n < 400
    assert find_radius(n + 1, CONFIDENCE) * expect_error(SIZES, SIZES, n + 1, 1.0) < value
    assert find_radius(n - 2, CONFIDENCE) * expect_error(SIZES, SIZES, n - 2, 1.0) > value
    assert find_needed(1e-9, SIZES, 1.0) is None
    assert find_needed(1e9, SIZES, 1.0) == LEAST

"""Draws with a probability proportional to size: each one's, and those of a whole sample."""

import numpy as np
import pytest

from paperpool.judging.drawing import DECIDED, combine_sizes, draw_items, expect_inclusion

SIZES = np.array([4.0, 2.0, 1.0, 1.0, 0.0])


def test_a_probability_is_the_share_of_the_sizes_that_are_left():
    sample = draw_items(SIZES, 10, np.random.default_rng(3))
    assert len(sample) == 4 and 4 not in sample.drawn and len(set(sample.drawn.tolist())) == 4
    left = SIZES.sum()
    for item, probability in zip(sample.drawn, sample.probabilities, strict=True):
        assert probability == pytest.approx(SIZES[item] / left)
        left -= SIZES[item]
    assert sample.probabilities[-1] == 1
    again = draw_items(SIZES, 2, np.random.default_rng(3))
    assert again.drawn.tolist() == sample.first(2).drawn.tolist()


def test_items_are_drawn_as_often_as_their_probability_says():
    rng = np.random.default_rng(0)
    samples = [draw_items(SIZES, 2, rng).drawn for _ in range(4000)]
    first = np.bincount([sample[0] for sample in samples], minlength=5) / 4000
    np.testing.assert_allclose(first, SIZES / 8, atol=0.03)
    among = np.bincount(np.concatenate(samples), minlength=5) / 4000
    np.testing.assert_allclose(among, expect_inclusion(SIZES, 2), atol=0.06)


def test_expected_inclusions_sum_to_the_sample():
    sizes = np.random.default_rng(1).exponential(size=500)
    for n in (1, 40, 300, 499):
        inclusion = expect_inclusion(sizes, n)
        assert inclusion.sum() == pytest.approx(n, abs=1e-4) and inclusion.max() <= 1
    assert expect_inclusion(sizes, 500).tolist() == [1.0] * 500
    assert expect_inclusion(SIZES, 0).tolist() == [0.0] * 5


def test_each_undecided_pair_of_runs_counts_alike():
    differences = np.array([[2.0, -2.0, 0.0], [0.0, 0.1, -0.1], [0.0, 0.0, 0.0]])
    open_pairs = np.array([True, True, True])
    np.testing.assert_allclose(combine_sizes(differences, open_pairs), [0.5, 1.0, 0.5])
    decided = combine_sizes(differences, np.array([True, False, True]))
    np.testing.assert_allclose(decided, [0.5, 0.5 + DECIDED / 2, DECIDED / 2])

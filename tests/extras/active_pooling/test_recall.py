"""Recall estimated from what was drawn at random: unbiased, with intervals that hold the truth."""

import numpy as np
import pytest

from paperpool.extras.active_pooling.recall import (
    CLOSING,
    Sample,
    estimate_recall,
    estimate_relevant,
    share_hits,
)


def test_the_closing_batch_counts_alone_and_by_hand():
    samples = [Sample("1", 0, 50, 10, 5), Sample(CLOSING, 8, 30, 10, 1)]
    mean, variance = estimate_relevant(samples, share_hits(samples))
    assert mean == 8 + 30 * 1 / 10
    share = (1 + 2 / 12) / 11
    assert variance == pytest.approx(30 * 20 / 10 * share * (1 - share) * 1.1)


def test_batches_before_the_stop_are_weighed_by_their_certainty():
    samples = [Sample("1", 0, 50, 5, 1), Sample("2", 4, 40, 5, 0)]
    shares = share_hits(samples)
    mean, variance = estimate_relevant(samples, shares)
    first, second = 5 / (50 * 45), 5 / (40 * 35)
    assert mean == pytest.approx((first * 10 + second * 4) / (first + second))
    of_first, of_second = (1 + shares["1"]) / 6, shares["2"] / 6
    expected = (first / (first + second)) ** 2 / first * of_first * (1 - of_first)
    expected += (second / (first + second)) ** 2 / second * of_second * (1 - of_second)
    assert variance == pytest.approx(expected * (1 + 1 / 5))


def test_all_drawn_is_certain_and_nothing_drawn_is_unknown():
    samples = [Sample("1", 3, 6, 6, 2)]
    assert estimate_relevant(samples, share_hits(samples)) == (5, 0)
    assert estimate_relevant([], {}) is None
    unknown = estimate_recall(4, [(5.0, 0.0), None], 0.95)
    assert unknown.n_found == 4 and unknown.recall is unknown.low is unknown.high is None
    nothing = estimate_recall(0, [(2.0, 1.0)], 0.95)
    assert (nothing.n_found, nothing.n_relevant, nothing.recall) == (0, 2.0, None)


def test_no_bound_is_below_what_was_found():
    found = estimate_recall(10, [(9.0, 4.0)], 0.95)
    assert found.n_relevant == 10 and found.recall == found.high == 1
    assert found.low == pytest.approx(10 / (10 + 1.959964 * 2))
    some = estimate_recall(10, [(12.0, 4.0)], 0.95)
    factor = np.exp(1.959964 * np.sqrt(np.log(2)))
    assert (some.high, some.low) == pytest.approx((10 / (10 + 2 / factor), 10 / (10 + 2 * factor)))
    less_than_one = estimate_recall(10, [(10.5, 1.0)], 0.95)
    factor = np.exp(1.959964 * np.sqrt(np.log(5)))
    assert less_than_one.high == pytest.approx(10 / (10 + 0.5 / factor))
    assert less_than_one.low == pytest.approx(10 / (10 + 0.5 * factor))
    certain = estimate_recall(10, [(12.0, 0.0)], 0.95)
    assert certain.recall == certain.low == certain.high == 10 / 12


def test_estimates_are_unbiased_and_intervals_hold_the_truth():
    rng = np.random.default_rng(5)
    n_relevant = rng.binomial(80, 0.05, 30)
    truth, n_times, inside, found = n_relevant.sum() + 200, 600, 0, []
    hits = rng.hypergeometric(n_relevant, 80 - n_relevant, 16, (n_times, 30))
    for row in hits:
        samples = [Sample(CLOSING, 0, 80, 16, int(n)) for n in row]
        shares = share_hits(samples)
        estimates = [estimate_relevant([sample], shares) for sample in samples]
        recall = estimate_recall(200, [(200.0, 0.0), *estimates], 0.95)
        found.append((recall.n_relevant, sum(variance for _, variance in estimates)))
        inside += recall.low <= 200 / truth <= recall.high
    means, variances = np.transpose(found)
    assert means.mean() == pytest.approx(truth, abs=4 * means.std() / n_times**0.5)
    assert variances.mean() == pytest.approx(means.var(), rel=0.15)
    assert inside >= 0.93 * n_times

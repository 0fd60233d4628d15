"""Intervals, tests and corrections against other implementations and exact cases."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import kendalltau, rankdata

from paperpool.evaluation import resampling
from paperpool.evaluation.resampling import (
    blocks,
    bootstrap_counts,
    bootstrap_weights,
    fold_weights,
    holm,
    interval,
    kendall_taus,
    permutation_p,
    random_signs,
    rank_from_best,
)


def test_fold_weights_give_the_mean_of_fold_means():
    values = np.array([1.0, 2.0, 3.0, 10.0, 20.0])
    expected = np.mean([values[:3].mean(), values[3:].mean()])
    assert fold_weights([3, 2]) @ values == pytest.approx(expected)


@given(st.lists(st.integers(1, 20), min_size=1, max_size=3))
def test_resampled_weights_sum_to_one_in_each_fold(sizes):
    counts = bootstrap_counts(sizes, 50, np.random.default_rng(0))
    weights = bootstrap_weights(counts, sizes)
    assert weights.shape == (50, sum(sizes))
    edges = np.cumsum([0, *sizes])
    for start, stop in itertools.pairwise(edges):
        assert np.allclose(weights[:, start:stop].sum(axis=1), 1 / len(sizes))


def test_bootstrap_interval_of_a_mean_is_near_the_normal_one():
    values = np.random.default_rng(1).normal(size=200)
    weights = bootstrap_weights(bootstrap_counts([200], 20_000, np.random.default_rng(2)), [200])
    low, high = interval(weights @ values, 0.95)
    error = 1.96 * values.std() / np.sqrt(200)
    assert low == pytest.approx(values.mean() - error, abs=0.01)
    assert high == pytest.approx(values.mean() + error, abs=0.01)


@pytest.mark.parametrize(("confidence", "ends"), [(0.9, (5, 95)), (0.4, (30, 70))])
def test_an_interval_leaves_as_much_on_either_side(confidence, ends):
    assert interval(np.arange(101.0), confidence) == pytest.approx(ends)


@pytest.mark.parametrize(
    ("n_rows", "n_columns", "size"),
    [(10, 1 << 22, 2), (10, 5_000_000, 1), (10, 1 << 24, 1), (3, 0, 3), (20_000_000, 1, 1 << 23)],
)
def test_blocks_hold_as_many_rows_as_there_is_memory_for(n_rows, n_columns, size):
    found = list(blocks(n_rows, n_columns))
    assert [block.start for block in found] == list(range(0, n_rows, size))
    assert [block.stop for block in found] == [*(b.start for b in found[1:]), n_rows]


def test_permutation_p_approaches_the_exact_one():
    differences = np.array([0.3, -0.1, 0.4, 0.2, 0.25, 0.05, -0.02, 0.3])
    weights = fold_weights([len(differences)])
    signs = np.array(list(itertools.product([-1, 1], repeat=len(differences))))
    flipped = np.abs(signs @ (differences * weights))
    exact = np.mean(flipped >= differences.mean() - 1e-12)
    drawn = random_signs(len(differences), 100_000, np.random.default_rng(0))
    assert permutation_p(differences, weights, [drawn]) == pytest.approx(exact, abs=0.005)


def test_no_difference_has_p_one_and_p_is_never_zero():
    signs = random_signs(30, 999, np.random.default_rng(0))
    weights = fold_weights([30])
    assert permutation_p(np.zeros(30), weights, [signs]) == 1.0
    assert permutation_p(np.ones(30), weights, [signs]) == pytest.approx(1 / 1000)


def test_draws_and_p_values_are_the_same_block_by_block(monkeypatch):
    differences = np.random.default_rng(3).normal(0.1, size=(9, 4))

    def draw():
        rng = np.random.default_rng(7)
        counts, signs = bootstrap_counts([5, 4], 50, rng), random_signs(9, 41, rng)
        found = [signs[rows] for rows in blocks(*signs.shape)]
        return counts, signs, permutation_p(differences, fold_weights([5, 4]), found)

    whole = draw()
    monkeypatch.setattr(resampling, "BLOCK_CELLS", 60)  # a few rows at once
    for one, other in zip(whole, draw(), strict=True):
        assert one.tolist() == other.tolist()
    rng = np.random.default_rng(7)
    drawn = [rng.multinomial(n, np.full(n, 1 / n), size=50) for n in (5, 4)]
    assert whole[0].tolist() == np.hstack(drawn).tolist()
    assert whole[1].tolist() == (2 * rng.integers(0, 2, size=(41, 9)) - 1).tolist()


def test_p_values_of_columns_are_those_of_each_alone():
    differences = np.random.default_rng(4).normal(0.2, size=(30, 3))
    weights, signs = fold_weights([30]), random_signs(30, 500, np.random.default_rng(0))
    alone = [permutation_p(column, weights, [signs]) for column in differences.T]
    assert permutation_p(differences, weights, [signs]).tolist() == alone


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert holm([0.6, 0.7]) == pytest.approx([1.0, 1.0])
    assert holm([]) == []


@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=8))
def test_holm_lies_between_raw_and_bonferroni_and_keeps_the_order(p_values):
    adjusted = holm(p_values)
    for raw, new in zip(p_values, adjusted, strict=True):
        assert raw <= new <= min(1.0, raw * len(p_values)) + 1e-12
    order = np.argsort(p_values, kind="stable")
    assert all(a <= b for a, b in itertools.pairwise(np.array(adjusted)[order]))


def test_taus_are_those_of_scipy_with_ties():
    rng = np.random.default_rng(0)
    first, second = rng.integers(0, 6, (30, 8)) / 10, rng.integers(0, 6, (30, 8)) / 10
    expected = [kendalltau(a, b).statistic for a, b in zip(first, second, strict=True)]
    assert kendall_taus(first, second) == pytest.approx(expected)


def test_nothing_to_order_has_no_tau():
    assert np.isnan(kendall_taus(np.array([[1.0]]), np.array([[2.0]]))).all()
    assert np.isnan(kendall_taus(np.ones((1, 3)), np.array([[1.0, 2, 3]]))).all()


def test_ranks_begin_at_the_best_and_ties_share_the_better_one():
    scores = np.array([0.5, 0.1 + 0.2, 0.7, 0.3, -1.0])  # the second and the fourth are tied
    assert rank_from_best(scores).tolist() == [2, 3, 1, 3, 5]
    drawn = np.random.default_rng(3).integers(0, 5, 40) / 7
    assert rank_from_best(drawn).tolist() == rankdata(-drawn, method="min").tolist()

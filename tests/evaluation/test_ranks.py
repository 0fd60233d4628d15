"""Ranks, simulated: rates of false and of found differences."""

import numpy as np
import pytest
from scipy import optimize, stats

from paperpool.evaluation.paired_draws import PairedDraws, Resampling
from paperpool.evaluation.ranks import find_detectable
from paperpool.evaluation.tables import measure_slice

N_DRAWS = 1_000
"""Equal rankers differ at a level of 5%, and 80% of the stated differences are found: of a thousand
draws other seeds than those below gave 5.3% and 79.5%."""


def rank(values, sizes, seed=0, n=2_000):
    """Return the ranks of rankers, whose values per query are the columns of ``values``."""
    draws = PairedDraws(sizes, Resampling(seed, n, n), [0])
    matrices = [column[:, np.newaxis] for column in values.T]
    return draws.ranks(matrices, draws.sample(matrices), [0])[0]


def simulate(n_rankers, sizes, effects, seed):
    """Yield the ranks of N_DRAWS draws of rankers with correlated values and ``effects``."""
    rng = np.random.default_rng(seed)
    n = sum(sizes)
    for i in range(N_DRAWS):
        if i % 20 == 0:
            draws = PairedDraws(sizes, Resampling(seed, 100, 2_000), [i])
        values = rng.normal(size=(n, 1)) + rng.normal(scale=0.5, size=(n, n_rankers))
        values += np.asarray(effects)
        matrices = [column[:, np.newaxis] for column in values.T]
        yield draws.ranks(matrices, draws.sample(matrices), [0])[0]


@pytest.mark.parametrize(("n_rankers", "sizes"), [(2, [17, 33]), (5, [40])])
def test_equal_rankers_are_seldom_told_apart(n_rankers, sizes):
    ranks = simulate(n_rankers, sizes, np.zeros(n_rankers), seed=8)
    n_apart = sum(not all(one.is_tied for one in of_draw) for of_draw in ranks)
    assert n_apart / N_DRAWS <= 0.05


@pytest.mark.parametrize(("n_rankers", "sizes"), [(2, [50]), (2, [17, 33]), (4, [40])])
def test_a_difference_of_the_stated_size_is_found(n_rankers, sizes):
    of_folds = (np.random.default_rng(5).normal(size=n) for n in sizes)
    spread = [(x - x.mean()) / x.std(ddof=1) * np.sqrt(2) * 0.5 for x in of_folds]
    level = 0.05 / (n_rankers * (n_rankers - 1) / 2)
    [stated] = find_detectable(np.concatenate(spread)[:, np.newaxis], sizes, level, 2_000)
    effects = [stated, *[0] * (n_rankers - 1)]
    ranks = simulate(n_rankers, sizes, effects, seed=11)
    n_found = sum(not of_draw[1].is_tied for of_draw in ranks)
    assert 0.8 <= n_found / N_DRAWS <= 0.97


def test_ranks_and_their_intervals():
    rng = np.random.default_rng(3)
    common = rng.normal(size=(60, 1))
    values = common + rng.normal(scale=0.1, size=(60, 4)) + [0, 0.01, 1, 2]
    ranks = rank(values, [60])
    assert [one.rank for one in ranks][2:] == [2, 1]
    assert [(one.low, one.high) for one in ranks[2:]] == [(2, 2), (1, 1)]
    assert all(one.low <= one.rank <= one.high for one in ranks)
    assert {one.rank for one in ranks[:2]} == {3, 4}
    assert (ranks[0].low, ranks[0].high) == (3, 4)
    assert [one.is_tied for one in ranks] == [False, False, False, True]
    assert 0 < ranks[0].detectable < 0.1


def test_many_rankers_that_differ_are_told_apart():
    """With 40 rankers a p-value must be below 0.00006, which 10,000 draws alone cannot give."""
    rng = np.random.default_rng(4)
    values = rng.normal(scale=0.1, size=(50, 40)) + np.linspace(0, 4, 40)
    ranks = rank(values, [50])
    assert [one.is_tied for one in ranks].count(True) == 1
    assert all(one.detectable > 0 for one in ranks)


def test_equal_values_share_a_rank_and_one_ranker_has_the_first():
    same = np.tile(np.linspace(0, 1, 20)[:, np.newaxis], (1, 3))
    assert [(one.rank, one.is_tied) for one in rank(same, [20])] == [(1, True)] * 3
    [alone] = rank(same[:, :1], [20])
    assert (alone.rank, alone.low, alone.high, alone.is_tied) == (1, 1, 1, True)
    assert alone.detectable is None


def test_a_few_queries_detect_nothing():
    values = np.array([[0.0, 1.0, 0.5]] * 3) + np.eye(3) * 0.1
    assert [one.detectable for one in rank(values, [3])] == [None] * 3
    assert find_detectable(np.array([[0.1]]), [1], 0.05, 100) == [None]


@pytest.mark.parametrize("n", [20, 60, 200])
def test_the_detectable_difference_is_that_of_a_paired_t_test(n):
    differences = np.random.default_rng(n).normal(size=(n, 1))
    [found] = find_detectable(differences, [n], 0.05, 10**7)
    critical = stats.t.ppf(0.975, n - 1)
    power = lambda shift: stats.nct.sf(critical, n - 1, shift) - 0.8  # noqa: E731
    expected = optimize.brentq(power, 1, 9) * differences.std(ddof=1) / np.sqrt(n)
    assert found == pytest.approx(expected, rel=0.03)


@pytest.mark.parametrize(
    ("n_permutations", "z"),
    [
        (100, np.sqrt(2 * np.log(2 / 0.05))),  # too few to reach 0.05 by drawing
        (9_999, stats.norm.isf((500 - 1.3 * np.sqrt(500)) / 10_000 / 2)),
    ],
)
def test_the_detectable_difference_of_two_folds_by_hand(n_permutations, z):
    differences = np.random.default_rng(7).normal(size=(40, 1))
    [found] = find_detectable(differences, [10, 30], 0.05, n_permutations)
    t = z * np.sqrt(29 / (30 - z**2))  # 2**2 / (1/10 + 1/30) = 30 queries
    squares = differences[:10].var(ddof=1) / 10 + differences[10:].var(ddof=1) / 30
    deviations = t + stats.norm.ppf(0.8) * np.sqrt(1 + t**2 / 58)
    assert found == pytest.approx(np.sqrt(squares) / 2 * deviations, rel=1e-9)


def test_folds_of_two_queries_are_enough():
    differences = np.random.default_rng(8).normal(size=(16, 1))
    assert find_detectable(differences, [2] * 8, 0.05, 100)[0] > 0
    assert find_detectable(differences, [1] + [3] * 5, 0.05, 100) == [None]


def test_the_measures_that_are_ranked_are_chosen():
    rng = np.random.default_rng(6)
    stacks = {name: rng.random((30, 2, 3)) for name in "ab"}
    draws = PairedDraws([30], Resampling(0, 200, 200), [0])
    measured = measure_slice(stacks, draws, ["a"], [2])
    assert list(measured.ranks) == [2]
    means = [measured.values[name][:, 2].mean() for name in "ab"]
    expected = [1 + (means[0] < means[1]), 1 + (means[1] < means[0])]
    assert [one.rank for one in measured.ranks[2]] == expected

"""Intervals and tests that several rankers share."""

import numpy as np
import pytest

from paperpool.evaluation import resampling
from paperpool.evaluation.paired_draws import PairedDraws, Resampling

QUICK = Resampling(seed=13, n_bootstrap=300, n_permutations=300)


@pytest.fixture
def matrices():
    rng = np.random.default_rng(0)
    return [rng.random((7, 2)), rng.random((7, 2))]


def test_a_figure_is_the_mean_of_fold_means_within_its_interval(matrices):
    draws = PairedDraws([3, 4], QUICK, [0])
    for matrix, figures in zip(matrices, draws.estimate(matrices), strict=True):
        expected = (matrix[:3].mean(axis=0) + matrix[3:].mean(axis=0)) / 2
        assert [value for value, _, _ in figures] == pytest.approx(expected.tolist())
        assert all(low < value < high for value, low, high in figures)


def test_figures_and_tests_of_several_matrices_are_those_of_each_alone(matrices):
    draws = PairedDraws([3, 4], QUICK, [0])
    assert draws.estimate(matrices) == [draws.estimate([m])[0] for m in matrices]
    assert draws.tests(matrices) == [draws.tests([m])[0] for m in matrices]
    assert draws.tests([]) == []


def test_another_stream_or_seed_gives_other_draws(matrices):
    [first] = PairedDraws([7], QUICK, [0]).estimate(matrices[:1])
    assert [first] == PairedDraws([7], QUICK, [0]).estimate(matrices[:1])
    assert [first] != PairedDraws([7], QUICK, [1]).estimate(matrices[:1])
    assert [first] != PairedDraws([7], Resampling(14, 300, 300), [0]).estimate(matrices[:1])


def test_small_blocks_change_figures_by_rounding_alone(matrices, monkeypatch):
    whole = PairedDraws([3, 4], QUICK, [0])
    expected = whole.estimate(matrices), whole.tests(matrices)
    monkeypatch.setattr(resampling, "BLOCK_CELLS", 50)
    blocks = PairedDraws([3, 4], QUICK, [0])
    for one, other in zip(
        expected, (blocks.estimate(matrices), blocks.tests(matrices)), strict=True
    ):
        assert np.allclose(one, other, rtol=0, atol=1e-14)


def test_what_is_not_said_of_the_draws_is_as_in_the_configuration(base):
    settings = base["evaluation"]
    draws = (settings["bootstrap"], settings["permutations"], settings["confidence"])
    assert Resampling(seed=1) == Resampling(1, *draws)


def test_spread_is_the_sample_deviation_over_runs():
    stack = np.array([[[0.0], [1.0]], [[0.5], [0.5]]])  # two queries, two runs
    assert PairedDraws([2], QUICK, [0]).spread(stack) == [pytest.approx(0.5 / 2**0.5)]
    assert PairedDraws([2], QUICK, [0]).spread(stack[:, :1]) == [None]

"""Draws that are stored, and those that are made anew each time."""

import numpy as np
import pytest

from paperpool.evaluation import query_draws
from paperpool.evaluation.paired_draws import PairedDraws, Resampling
from paperpool.evaluation.query_draws import RepeatedDraws, StoredDraws, draw_queries
from paperpool.evaluation.resampling import fold_weights

SIZES = [30, 50]


def collect(found):
    return np.vstack([block.copy() for _, block in found])


@pytest.mark.parametrize("kind", [StoredDraws, RepeatedDraws])
def test_each_pass_has_the_same_draws_of_each_fold(kind):
    draws = kind(SIZES, 200, 100, [13, 0])
    weights, signs = collect(draws.weights()), collect(draws.signs())
    assert weights.shape == (200, 80) and signs.shape == (100, 80)
    assert np.allclose(weights[:, :30].sum(axis=1), 0.5)
    assert np.allclose(weights[:, 30:].sum(axis=1), 0.5)
    assert set(np.unique(signs)) == {-1.0, 1.0}
    assert abs(signs.mean()) < 0.05
    counts = weights / fold_weights(SIZES)
    assert counts.var() == pytest.approx(1 - 1 / 40, abs=0.1)
    assert np.array_equal(weights, collect(draws.weights()))
    assert np.array_equal(signs, collect(draws.signs()))
    other = kind(SIZES, 200, 100, [13, 1])
    assert not np.array_equal(weights, collect(other.weights()))
    assert not np.array_equal(signs, collect(other.signs()))


def test_blocks_do_not_change_repeated_draws(monkeypatch):
    draws = RepeatedDraws([21], 40, 40, [5])
    whole = collect(draws.weights()), collect(draws.signs())
    monkeypatch.setattr(query_draws, "CACHED_CELLS", 70)  # three draws
    assert [rows.stop - rows.start for rows, _ in draws.weights()] == [3] * 13 + [1]
    for one, other in zip(whole, (draws.weights(), draws.signs()), strict=True):
        assert np.array_equal(one, collect(other))


def test_very_many_queries_are_drawn_anew_with_the_same_intervals(monkeypatch):
    values = np.random.default_rng(1).random((400, 2))
    resampling_of_all = Resampling(13, 4_000, 4_000)
    [stored] = PairedDraws([400], resampling_of_all, [0]).tests([values - 0.48])
    monkeypatch.setattr(query_draws, "MOST_STORED", 399)
    assert isinstance(draw_queries([400], 1, 1, [0]), RepeatedDraws)
    assert isinstance(draw_queries([399], 1, 1, [0]), StoredDraws)
    [repeated] = PairedDraws([400], resampling_of_all, [0]).tests([values - 0.48])
    assert np.allclose(stored, repeated, rtol=0, atol=0.03)
    for one, other in zip(stored, repeated, strict=True):
        assert one[0] == other[0]
        assert one[1:3] == pytest.approx(other[1:3], abs=0.002)
        assert one != other

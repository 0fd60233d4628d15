"""Fusion of runs, by hand."""

import numpy as np
import pytest

from paperpool.rankers.scoring.fusing import FUSIONS, describe_short_members, fuse_runs

PAIR = ("q", "method")
ONE = {PAIR: [("a", 9.0), ("b", 1.0), ("c", 1.0), ("d", -3.0)]}
TWO = {PAIR: [("c", 0.3), ("d", 0.2), ("b", 0.1), ("a", 0.0)]}


def test_reciprocal_ranks_by_hand():
    ranking = fuse_runs([ONE, TWO], "rrf")[PAIR]
    assert [c for c, _ in ranking] == ["c", "a", "b", "d"]
    expected = [1 / 63 + 1 / 61, 1 / 61 + 1 / 64, 1 / 62 + 1 / 63, 1 / 64 + 1 / 62]
    assert [s for _, s in ranking] == pytest.approx(expected)


def test_standard_scores_by_hand():
    # mean 2 and deviations 7, -1, -1, -5: sd sqrt(19); mean 0.15, sd sqrt(0.0125)
    first, second = np.sqrt(19), np.sqrt(0.0125)
    expected = {
        "a": 7 / first - 0.15 / second,
        "b": -1 / first - 0.05 / second,
        "c": -1 / first + 0.15 / second,
        "d": -5 / first + 0.05 / second,
    }
    ranking = fuse_runs([ONE, TWO], "zscore")[PAIR]
    assert [c for c, _ in ranking] == ["c", "a", "b", "d"]
    assert dict(ranking) == pytest.approx(expected)


def test_standard_scores_know_no_scale_but_reciprocal_ranks_no_distance():
    scaled = {PAIR: [(c, 1000 * s + 7) for c, s in ONE[PAIR]]}
    assert dict(fuse_runs([scaled, TWO], "zscore")[PAIR]) == pytest.approx(
        dict(fuse_runs([ONE, TWO], "zscore")[PAIR])
    )
    squeezed = {PAIR: [(c, -float(i)) for i, (c, _) in enumerate(ONE[PAIR])]}
    assert fuse_runs([squeezed, TWO], "rrf") == fuse_runs([ONE, TWO], "rrf")


@pytest.mark.parametrize("method", FUSIONS)
def test_a_run_of_equal_scores_and_a_second_copy_change_no_order(method):
    order = [c for c, _ in TWO[PAIR]]
    assert [c for c, _ in fuse_runs([TWO, TWO], method)[PAIR]] == order
    level = {PAIR: [(c, 0.1) for c in "abcd"]}
    if method == "zscore":
        assert fuse_runs([TWO, level], method) == fuse_runs([TWO], method)


@pytest.mark.parametrize("method", FUSIONS)
def test_equal_scores_go_by_id_and_what_only_one_run_ranks_is_kept(method):
    mirrored = {PAIR: [("b", 2.0), ("a", 1.0)]}, {PAIR: [("a", 2.0), ("b", 1.0)]}
    assert [c for c, _ in fuse_runs(mirrored, method)[PAIR]] == ["a", "b"]
    other = {("r", "result"): [("z", 1.0)]}
    assert list(fuse_runs([ONE, other], method)) == [PAIR, ("r", "result")]


def test_members_that_end_early_are_named():
    long, short = [("a", 3.0), ("b", 2.0), ("c", 1.0)], [("c", 1.0)]
    members = {"deep": {PAIR: long}, "cut": {PAIR: short}, "whole": {PAIR: long}}
    assert describe_short_members(members) == [
        "Of cut at most 1 candidates of a query are ranked, of deep up to 3: what cut leaves out "
        "is last in its vote."
    ]

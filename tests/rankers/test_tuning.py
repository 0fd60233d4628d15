"""A grid of parameters, and which of them are chosen."""

import pytest

from paperpool.rankers.scoring.stem_pools import count_stems
from paperpool.rankers.scoring.tuning import chosen_parameters, try_grid, tune_on_pool

from ..made_benchmark import make_benchmark, make_pools


def test_every_pair_is_tried_and_the_best_chosen():
    values = {(1, 0.1): 0.2, (1, 0.5): 0.4, (2, 0.1): 0.3, (2, 0.5): 0.1}
    grid = try_grid([1, 2], [0.1, 0.5], lambda k1, b: values[k1, b])
    assert list(zip(grid["k1"], grid["b"], strict=True)) == list(values)
    assert grid["map"].tolist() == list(values.values())
    assert grid["chosen"].tolist() == [False, True, False, False]
    assert chosen_parameters(grid) == (1.0, 0.5)


def test_of_equal_ones_the_first_is_chosen():
    grid = try_grid([2, 1], [0.5, 0.1], lambda k1, b: 0.5)
    assert chosen_parameters(grid) == (2.0, 0.5) and grid["chosen"].sum() == 1


def test_equal_scores_favour_no_positive(tmp_path):
    texts = {"q": ("graph", ""), **{i: ("graph", "") for i in "mnz"}}
    pairs = {("q", "m"): True, ("q", "n"): False, ("q", "z"): False}
    [pool] = count_stems(make_benchmark(texts, val=make_pools(pairs)), tmp_path, 1)
    grid = tune_on_pool(pool, {"k1": [0.9], "b": [0.4]})
    assert grid["map"].tolist() == [pytest.approx(1 / 3)]  # as trec_eval: by falling id

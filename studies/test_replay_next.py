"""The replay: planted ties, orders and first looks. Run by hand:

PYTHONPATH=workflow/scripts .venv/bin/python -m pytest -q studies
"""

import sys
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "studies")]

from paperpool.judging.comparing import compare_runs  # noqa: E402
from replay_next import COLUMNS, EMPTY, Replay, find_ideals, order_by_depth, plant_tie, replay  # noqa: E402
from tests.made.judged import make_items  # noqa: E402


@pytest.mark.parametrize("kind", ["ndcg", "dcg"])
def test_a_planted_tie_is_none_of_either_run(kind):
    items = make_items(n_topics=40, kind=kind)
    [before] = compare_runs(items, EMPTY).assessments
    [after] = compare_runs(plant_tie(items), EMPTY).assessments
    assert abs(after.value) < abs(before.value) / 20
    assert (find_ideals(items) > 0).all()


def test_depth_takes_the_first_ranks_first():
    items = make_items()
    best = items.weights.max(axis=0)[order_by_depth(items).drawn]
    assert (np.diff(best) <= 0).all() and best[-1] > 0


def test_the_first_look_is_that_from_which_on_the_sign_stays_right():
    found = Replay(right={20: [True], 40: [False], 80: [True, True], 160: [True]})
    assert found.find_first() == 80
    assert Replay(right={20: [False]}).find_first() == float("inf")


def test_a_replay_has_a_row_of_every_column():
    found = replay(make_items(n_topics=20, n_candidates=60), 5)
    row = dict(zip(COLUMNS[2:], found, strict=True))
    assert (row["pairs"], row["grades"]) == (1, 1200) and 0 < row["depends"] < 1200
    assert row["targeted"] <= row["random"] and row["coverage"] > 0.7
    assert row["share"] == pytest.approx(row["targeted"] / row["random"], abs=0.001)
    assert row["wrong_stops"] == 0 and row["decidable"] == 1

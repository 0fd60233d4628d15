"""A judged collection replayed: what is found, what is needed, and whose order stays."""

from dataclasses import replace
from functools import partial

import numpy as np
import pandas as pd
import pytest

from paperpool.judging.feedback import SHIPPED, FeedbackSettings, order_by_feedback
from paperpool.judging.nested_feedback import GRID, NESTED, SETTING_COLUMNS, judge_nested
from paperpool.judging.pools import make_pools
from paperpool.judging.replay import (
    FOUND_COLUMNS,
    LEVELS,
    NEEDED_COLUMNS,
    ORDERS,
    TAU_COLUMNS,
    Replay,
    replay_orders,
)
from paperpool.judging.replay_plan import TWENTIETHS

from ..made_collection import order_by_grade


@pytest.fixture
def runs(collection):
    """A run that ranks by grade, and one against it."""
    return {"right": order_by_grade(collection, 1), "wrong": order_by_grade(collection, -1)}


@pytest.fixture
def replay(collection, runs):
    return Replay(collection, make_pools(collection, {"right": runs["right"]}, 7), runs)


def test_tables_are_whole_and_all_is_found_at_the_end(replay):
    tables = replay_orders(replay, 1, 50, 0.95, 3)
    found, tau, needed, settings = (tables[n] for n in ("found", "tau", "needed", "settings"))
    assert list(settings) == SETTING_COLUMNS and list(found) == FOUND_COLUMNS
    assert list(tau) == TAU_COLUMNS and list(needed) == NEEDED_COLUMNS
    last = found[found.share == 1.0]
    assert set(last["order"]) == {*ORDERS, NESTED} and (last.recall == 1).all()
    assert (last.n_found == last.n_relevant).all()
    assert (found.groupby(["order", "slice"]).recall.diff().dropna() >= 0).all()
    assert len(needed) == len(last) * len(LEVELS)
    whole = tau[tau.share == 1.0]
    assert (whole.tau == 1).all() and (whole.tau_low == 1).all()
    assert (tau.n_systems == 2).all() and (tau.n_fed == 1).all()
    again = replay_orders(replay, 1, 50, 0.95, 3)
    for name, table in tables.items():
        pd.testing.assert_frame_equal(table, again[name])


def test_nested_feedback_judges_a_half_with_what_does_best_on_the_other(replay):
    [(name, judged)], table = (list(judge_nested(replay)[0].items()), judge_nested(replay)[1])
    assert name == NESTED and set(judged) == set(replay.pools) and len(replay.halves) == 2
    assert len(table) == 2 * len(GRID) and (table.recall == 0.9).all()
    chosen = table[table.is_chosen].set_index("slice")
    assert (chosen.n_judged == table.groupby("slice").n_judged.min()).all()
    for half, other in (("first half", "second half"), ("second half", "first half")):
        settings = FeedbackSettings(*chosen.loc[other, list(vars(SHIPPED))])
        alone = replay.judge(partial(order_by_feedback, settings=settings))
        assert all(judged[pair] == alone[pair] for pair in replay.halves[half])


def test_a_collection_without_folds_has_no_nested_order(collection, runs):
    whole = replace(collection, folds={})
    replay = Replay(whole, make_pools(whole, runs, 7), runs)
    judged, table = judge_nested(replay)
    assert judged == {} and len(table) == len(GRID) and table.is_chosen.sum() == 1


def test_of_equally_good_settings_the_shipped_one_is_chosen():
    assert GRID[0] == SHIPPED and len(set(GRID)) == len(GRID) == 16


def test_a_perfect_run_by_depth_finds_all_at_the_share_of_the_relevant(replay, collection):
    judged = replay.judge(ORDERS["depth"])
    pairs = collection.pairs()
    for pair in pairs:
        grades = replay.grades[pair][judged[pair]]
        assert (np.diff(grades) <= 0).all()
    n_relevant = sum(int((replay.grades[pair] >= 2).sum()) for pair in pairs)
    needed = {level: n_judged for level, _, n_judged in replay.need(judged, pairs)}
    assert 0.8 * n_relevant <= needed[0.8] <= needed[0.95] <= n_relevant + len(pairs)


def test_what_is_needed_is_the_least_share(replay, collection):
    judged = replay.judge(ORDERS["drawn"])
    pairs = collection.pairs()
    hits = {p: replay.grades[p][judged[p]] >= 2 for p in pairs}
    total = sum(h.sum() for h in hits.values())
    n = sum(len(h) for h in hits.values())
    for level, share, n_judged in replay.need(judged, pairs):
        assert share == n_judged / n
        found = {}
        for step in np.linspace(0.001, 1, 1000):
            sizes = {p: int(np.ceil(step * len(h))) for p, h in hits.items()}
            found[sum(sizes.values())] = sum(hits[p][: sizes[p]].sum() for p in pairs)
        assert min(size for size, hit in found.items() if hit >= level * total) == n_judged


def test_what_is_not_judged_counts_as_irrelevant(replay, collection):
    judged = replay.judge(ORDERS["drawn"])
    whole, part = replay.score(judged, 1.0), replay.score(judged, TWENTIETHS[0])
    assert whole.shape == (2, 2, len(collection.pairs())) and (whole[:, 0] >= whole[:, 1]).all()
    for pair in collection.pairs():
        assert len(judged[pair]) == len(replay.grades[pair])
    assert (part <= 1).all() and (part != whole).any()

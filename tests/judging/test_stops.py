"""Batches replayed until they stop: what is told of each replay is so."""

import pandas as pd
import pytest

from paperpool.collections.facets import RELEVANT_GRADE
from paperpool.judging.batches import BatchRules
from paperpool.judging.stops import N_REPLAYS, STOP_REPLAY_COLUMNS, replay_stops

from ..made_collection import order_by_grade

RULES = BatchRules("feedback", 2, 0.5, 1, 0.5)


@pytest.fixture
def replayed(collection):
    feeders = {"wrong": order_by_grade(collection, -1)}
    return replay_stops(collection, feeders, RULES, 0.95, 7)


def test_every_replay_has_a_row_with_what_was_judged_and_found(collection, replayed):
    judged = {
        (*pair, candidate): grade
        for pair in collection.pairs()
        for candidate, grade in collection.judgments[pair].grades().items()
        if candidate != pair[0]
    }
    n_relevant = sum(grade >= RELEVANT_GRADE for grade in judged.values())
    assert list(replayed) == STOP_REPLAY_COLUMNS
    assert replayed.replay.tolist() == list(range(1, N_REPLAYS + 1))
    assert set(replayed.order) == {"feedback"} and set(replayed.n_relevant) == {n_relevant}
    assert replayed.share.tolist() == pytest.approx(replayed.n_judged / len(judged))
    assert replayed.recall.tolist() == pytest.approx(replayed.n_found / n_relevant)
    assert replayed.n_judged.between(1, len(judged) - 1).all() and replayed.n_found.nunique() > 1
    assert (replayed.n_found <= replayed.n_judged).all()


def test_an_estimate_is_told_with_its_error_and_whether_its_interval_holds_the_truth(replayed):
    assert replayed.error.tolist() == pytest.approx(replayed.estimate - replayed.recall)
    inside = (replayed.low <= replayed.recall) & (replayed.recall <= replayed.high)
    assert replayed.is_inside.tolist() == inside.tolist() and inside.any()
    assert (replayed.low <= replayed.estimate).all() and (replayed.estimate <= replayed.high).all()


def test_the_same_seed_replays_the_same_and_another_does_not(collection, replayed):
    feeders = {"wrong": order_by_grade(collection, -1)}
    pd.testing.assert_frame_equal(replayed, replay_stops(collection, feeders, RULES, 0.95, 7))
    assert not replayed.equals(replay_stops(collection, feeders, RULES, 0.95, 8))


def test_without_random_candidates_nothing_is_estimated(collection):
    feeders = {"right": order_by_grade(collection, 1)}
    rules = BatchRules("depth", 1, 0.0, 1, 0.0)
    table = replay_stops(collection, feeders, rules, 0.95, 7)
    assert table[["estimate", "low", "high", "error", "is_inside"]].isna().all(axis=None)
    assert table.recall.between(0.01, 1).all()

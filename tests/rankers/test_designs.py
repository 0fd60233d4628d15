"""What ``best`` fuses: by hand, that it learns nothing from the scored fold, and chance level."""

import dataclasses

import numpy as np
import pytest

from paperpool.collections.collection import Judgments
from paperpool.csfcube.evaluation import score_pair
from paperpool.evaluation.runs import rank_scores
from paperpool.rankers.scoring.designs import (
    TRAINED_ON,
    choose_designs,
    list_designs,
    scored_folds,
    training_pairs,
)
from paperpool.rankers.scoring.fusing import fuse_runs

from ..made.collection import aggregate, order_by_grade


def draw_run(collection, seed):
    """Return a run in an order drawn from ``seed``."""
    rng = np.random.default_rng(seed)
    return {
        pair: rank_scores((c, rng.normal()) for c in collection.rankable(*pair))
        for pair in collection.pairs()
    }


def regrade(collection, pairs, change):
    """Return the collection with ``change`` applied to the grades of ``pairs``."""
    judgments = {
        pair: Judgments(j.candidates, tuple(change(j.adjudicated)), {}) if pair in pairs else j
        for pair, j in collection.judgments.items()
    }
    return dataclasses.replace(collection, judgments=judgments)


def test_designs_are_the_subsets():
    assert list_designs("abc") == [
        *[("a",), ("b",), ("c",)],
        *[("a", "b"), ("a", "c"), ("b", "c")],
        ("a", "b", "c"),
    ]


def test_the_member_that_ranks_by_grade_is_chosen_alone(collection):
    good, bad = order_by_grade(collection, 1), order_by_grade(collection, -1)
    run, designs = choose_designs(collection, {"bad": bad, "good": good})
    for pair in collection.pairs():
        assert [c for c, _ in run[pair]] == [c for c, _ in good[pair]]
    assert designs.design[designs.chosen].tolist() == ["good", "good"]
    assert designs.fold.tolist() == ["fold1_test"] * 3 + ["fold2_test"] * 3
    value = designs.query("design == 'bad' and fold == 'fold1_test'").iloc[0]
    pairs = collection.folds["all"]["fold1_test"]
    by_hand = [score_pair(bad, pair, collection, "official") for pair in pairs]
    assert value["ndcg%20"] == pytest.approx(np.mean([v["ndcg%20"] for v in by_hand]))
    assert value["map"] == pytest.approx(np.mean([v["map"] for v in by_hand]))
    other = collection.folds["all"]["fold2_test"]
    by_hand = [score_pair(bad, pair, collection, "official")["ndcg%20"] for pair in other]
    assert value.training == pytest.approx(np.mean(by_hand))
    assert value.n_training == len(other)


def test_a_design_is_the_fusion_of_its_members(collection):
    runs = {"a": draw_run(collection, 1), "b": draw_run(collection, 2)}
    run, designs = choose_designs(collection, runs)
    fused = {
        "a": runs["a"],
        "b": runs["b"],
        "a+b": fuse_runs(list(runs.values()), "zscore"),
    }
    chosen_designs = designs[designs.chosen].set_index("fold").design
    for fold, pairs in scored_folds(collection).items():
        chosen = chosen_designs[fold]
        for pair in pairs:
            assert [c for c, _ in run[pair]] == [c for c, _ in fused[chosen][pair]]


def test_a_tenth_of_the_designs_is_summed(collection):
    runs = {name: draw_run(collection, i) for i, name in enumerate("abcd")}  # 15 designs
    run, designs = choose_designs(collection, runs)
    for fold, pairs in scored_folds(collection).items():
        table = designs[designs.fold == fold]
        chosen = table[table.chosen]
        assert len(chosen) == 2
        assert chosen.training.min() >= table[~table.chosen].training.max()
        members = [runs[name] for design in chosen.design for name in design.split("+")]
        fused = fuse_runs(members, "zscore")
        for pair in pairs:
            assert run[pair] == fused[pair]


def test_no_paper_of_the_scored_fold_is_trained_on(released):
    left_out = 0
    for fold, other in TRAINED_ON.items():
        training = training_pairs(released, fold)
        scored = {query for folds in released.folds.values() for query, _ in folds[fold]}
        assert training and not {query for query, _ in training} & scored
        assert set(training) <= set(released.folds["all"][other])
        left_out += len(released.folds["all"][other]) - len(training)
    assert left_out == 14  # seven papers with a pair in both folds


@pytest.mark.parametrize("fold", TRAINED_ON)
def test_the_grades_of_the_scored_fold_change_nothing(released, okapi_run, words_run, fold):
    runs = {"tfidf": words_run, "bm25": okapi_run}
    runs |= {f"drawn{seed}": draw_run(released, seed) for seed in range(2)}
    pairs = released.folds["all"][fold]
    papers = {query for query, _ in pairs}
    touched = [pair for pair in released.pairs() if pair[0] in papers]
    changed = regrade(released, touched, lambda grades: [3 - grade for grade in grades])
    before, after = choose_designs(released, runs)[0], choose_designs(changed, runs)[0]
    assert {pair: before[pair] for pair in pairs} == {pair: after[pair] for pair in pairs}
    rest = regrade(
        released, training_pairs(released, fold), lambda grades: [3 - grade for grade in grades]
    )
    other = choose_designs(rest, runs)[0]  # ... while those of the other fold do
    assert {pair: before[pair] for pair in pairs} != {pair: other[pair] for pair in pairs}


def test_shuffled_grades_give_chance_level(released):
    """With much to choose from: eight drawn runs, 255 designs, and grades without any order."""
    honest, peeking, chance = [], [], []
    for seed in range(6):
        rng = np.random.default_rng(seed)
        shuffled = regrade(released, released.pairs(), rng.permutation)
        runs = {f"drawn{i}": draw_run(released, [seed, i]) for i in range(8)}
        run, designs = choose_designs(shuffled, runs)
        honest.append(aggregate(shuffled, run))
        peeking.append(designs.groupby("fold")["ndcg%20"].max().mean())
        chance.append(designs["ndcg%20"].mean())
    assert np.mean(honest) == pytest.approx(np.mean(chance), abs=0.015)
    assert np.mean(peeking) > np.mean(chance) + 0.03  # what choosing on the scored fold would give


def leave_nothing_to_choose_on(collection):
    """Return the collection with every query paper in both folds."""
    pairs = collection.pairs()
    first = [pair for pair in pairs if pair[1] == "background"]
    rest = [pair for pair in pairs if pair[1] != "background"]
    assert {query for query, _ in first} == {query for query, _ in rest}
    return dataclasses.replace(collection, folds={"all": {"fold1_test": first, "fold2_test": rest}})


def test_without_pairs_to_choose_on_all_members_are_fused(collection):
    same = leave_nothing_to_choose_on(collection)
    runs = {"a": draw_run(collection, 1), "b": draw_run(collection, 2)}
    run, designs = choose_designs(same, runs)
    assert designs.design[designs.chosen].tolist() == ["a+b", "a+b"]
    assert designs.training.isna().all() and (designs.n_training == 0).all()
    fused = fuse_runs(list(runs.values()), "zscore")
    pair = collection.pairs()[0]
    assert [c for c, _ in run[pair]] == [c for c, _ in fused[pair]]

"""The fusions of ``best``: by hand, without the scored fold's grades, and chance level."""

import dataclasses
from collections import Counter

import numpy as np
import pytest

from paperpool.csfcube.evaluation import score_pair
from paperpool.rankers.scoring.designs import (
    COLUMNS,
    SHARES,
    TRAINED_ON,
    choose_designs,
    list_designs,
    training_pairs,
)
from paperpool.rankers.scoring.fusing import fuse_runs

from ..made.collection import aggregate, draw_run, regrade

FOLDS = pytest.mark.parametrize("fold", TRAINED_ON)


def test_designs_are_the_subsets():
    assert list_designs("abc") == [
        *[("a",), ("b",), ("c",)],
        *[("a", "b"), ("a", "c"), ("b", "c")],
        ("a", "b", "c"),
    ]


def turn(grades):
    return [3 - grade for grade in grades]


def mean_ndcg(collection, run, pairs):
    values = [score_pair(run, pair, collection, "official")["ndcg%20"] for pair in pairs]
    return np.mean(values)


def plain_choice(collection, runs, training, size, share):
    """Return the members of the designs that a way chooses, in plain loops."""
    designs = [design for design in list_designs(list(runs)) if len(design) <= size]
    fused = [fuse_runs([runs[name] for name in design], "zscore") for design in designs]
    values = [mean_ndcg(collection, run, training) for run in fused]
    order = sorted(range(len(designs)), key=lambda i: (-values[i], i))
    n_chosen = max(1, int(np.ceil(share * len(designs) - 1e-9)))
    return [name for i in order[:n_chosen] for name in designs[i]]


@FOLDS
def test_every_way_is_tried_on_papers_that_it_left_out(collection, fold):
    runs = {name: draw_run(collection, i) for i, name in enumerate("abc")}
    run, table = choose_designs(collection, runs)
    assert list(table) == COLUMNS and table.groupby("fold").chosen.sum().tolist() == [1, 1]
    of_fold = table[table.fold == fold]
    assert of_fold.most_members.tolist() == [s for s in (1, 2, 3) for _ in SHARES]
    training, pairs = training_pairs(collection, fold), collection.folds["all"][fold]
    for row in of_fold.itertuples():
        left_out = []
        for paper in sorted({query for query, _ in training}):
            rest = [pair for pair in training if pair[0] != paper]
            names = plain_choice(collection, runs, rest, row.most_members, row.share)
            fused = fuse_runs([runs[name] for name in names], "zscore")
            own = [pair for pair in training if pair[0] == paper]
            left_out += [mean_ndcg(collection, fused, [pair]) for pair in own]
        assert row.training == pytest.approx(np.mean(left_out))
    chosen = of_fold[of_fold.chosen].iloc[0]
    assert chosen.training == of_fold.training.max()
    names = plain_choice(collection, runs, training, chosen.most_members, chosen.share)
    fused = fuse_runs([runs[name] for name in names], "zscore")
    for pair in pairs:
        assert [c for c, _ in run[pair]] == [c for c, _ in fused[pair]]
    assert chosen["ndcg%20"] == pytest.approx(mean_ndcg(collection, fused, pairs))
    parts = dict(reversed(part.split("*")) for part in chosen.weights.split("+"))
    assert Counter(names) == {name: int(weight) for name, weight in parts.items()}


def test_no_paper_of_the_scored_fold_is_trained_on(released):
    left_out = 0
    for fold, other in TRAINED_ON.items():
        training = training_pairs(released, fold)
        scored = {query for folds in released.folds.values() for query, _ in folds[fold]}
        assert training and not {query for query, _ in training} & scored
        assert set(training) <= set(released.folds["all"][other])
        left_out += len(released.folds["all"][other]) - len(training)
    assert left_out == 14  # seven papers with a pair in both folds


@FOLDS
def test_the_grades_of_the_scored_fold_change_nothing(released, okapi_run, words_run, fold):
    """The planted leak: papers of the scored fold with other grades, in the other fold too."""
    runs = {"tfidf": words_run, "bm25": okapi_run, "drawn": draw_run(released, 3)}
    pairs = released.folds["all"][fold]
    papers = {query for query, _ in pairs}
    touched = [pair for pair in released.pairs() if pair[0] in papers]
    changed = regrade(released, touched, turn)
    before, after = choose_designs(released, runs), choose_designs(changed, runs)
    assert {pair: before[0][pair] for pair in pairs} == {pair: after[0][pair] for pair in pairs}
    known = ["most_members", "share", "training", "chosen", "weights"]
    tables = [table.loc[table.fold == fold, known] for _, table in (before, after)]
    assert tables[0].equals(tables[1])
    rest = regrade(released, training_pairs(released, fold), turn)
    assert choose_designs(rest, runs)[0] != before[0]


def test_shuffled_grades_give_chance_level(released):
    honest, peeking, chance = [], [], []
    for seed in range(4):
        rng = np.random.default_rng(seed)
        shuffled = regrade(released, released.pairs(), rng.permutation)
        runs = {f"drawn{i}": draw_run(released, [seed, i]) for i in range(5)}
        run, table = choose_designs(shuffled, runs)
        honest.append(aggregate(shuffled, run))
        peeking.append(table.groupby("fold")["ndcg%20"].max().mean())
        chance += [aggregate(shuffled, of_member) for of_member in runs.values()]
    assert np.mean(honest) == pytest.approx(np.mean(chance), abs=0.02)
    assert np.mean(peeking) > np.mean(honest)


def leave_nothing_to_choose_on(collection):
    """Return the collection with every query paper in both folds."""
    pairs = collection.pairs()
    first = [pair for pair in pairs if pair[1] == "background"]
    rest = [pair for pair in pairs if pair[1] != "background"]
    assert {query for query, _ in first} == {query for query, _ in rest}
    return dataclasses.replace(collection, folds={"all": {"fold1_test": first, "fold2_test": rest}})


def test_without_pairs_to_choose_on_all_members_count_alike(collection):
    runs = {"a": draw_run(collection, 1), "b": draw_run(collection, 2)}
    run, table = choose_designs(leave_nothing_to_choose_on(collection), runs)
    assert table.training.isna().all() and (table.n_training == 0).all()
    fused = fuse_runs(list(runs.values()), "zscore")
    for pair in collection.pairs():
        assert [c for c, _ in run[pair]] == [c for c, _ in fused[pair]]

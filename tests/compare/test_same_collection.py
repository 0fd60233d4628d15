"""Runs over different collections cannot be compared, and what differs is said."""

import dataclasses

import pytest

from paperpool.collections.collection import Judgments
from paperpool.compare.rankers import collection_differences

PAIR = ("q1", "method")


def with_judgments(collection, candidates, grades):
    annotators = {"ann1": grades}
    changed = {**collection.judgments, PAIR: Judgments(candidates, grades, annotators)}
    return dataclasses.replace(collection, judgments=changed)


def without_pair(collection):
    folds = {
        part: {name: [pair for pair in fold if pair != PAIR] for name, fold in folds.items()}
        for part, folds in collection.folds.items()
    }
    judgments = {pair: j for pair, j in collection.judgments.items() if pair != PAIR}
    return dataclasses.replace(collection, judgments=judgments, folds=folds)


def with_swapped_folds(collection):
    folds = collection.folds["method"]
    swapped = {**folds, "fold1_dev": folds["fold2_dev"]}
    return dataclasses.replace(collection, folds={**collection.folds, "method": swapped})


def test_texts_annotators_and_the_order_of_lists_do_not_count(collection):
    old = collection.judgments[PAIR]
    backwards = with_judgments(collection, old.candidates[::-1], old.adjudicated[::-1])
    papers = {name: dataclasses.replace(p, title="x") for name, p in collection.papers.items()}
    folds = {
        part: {name: fold[::-1] for name, fold in folds.items()}
        for part, folds in collection.folds.items()
    }
    other = dataclasses.replace(backwards, papers=papers, folds=folds)
    assert collection_differences(collection, other) == []


def test_what_differs_is_said(collection):
    old = collection.judgments[PAIR]
    fewer = with_judgments(collection, old.candidates[1:], old.adjudicated[1:])
    regraded = with_judgments(
        collection, old.candidates, (old.adjudicated[0] ^ 1, *old.adjudicated[1:])
    )
    assert collection_differences(collection, fewer) == ["other candidates for q1_method"]
    assert collection_differences(collection, regraded) == ["other grades for q1_method"]
    assert collection_differences(collection, with_swapped_folds(collection)) == [
        "other folds: fold1_dev of method"
    ]
    less = without_pair(collection)
    folds = "fold1_dev of method, fold2_test of method, fold1_dev of all, fold2_test of all"
    assert collection_differences(collection, less) == [
        "judged by A's alone: q1_method",
        f"other folds: {folds}",
    ]
    assert collection_differences(less, collection) == [
        "judged by B's alone: q1_method",
        f"other folds: {folds}",
    ]


@pytest.mark.parametrize("change", [without_pair, with_swapped_folds])
def test_runs_over_different_collections_are_refused(results, best, change):
    other = change(results.collection)
    data = results.write_other_release(judgments=other.judgments, folds=other.folds)
    results.write_run("base", {"bm25": best})
    results.write_run(
        "mine", {"bm25": {p: r for p, r in best.items() if p in other.judgments}}, data=data
    )
    message = results.failure("base", "mine")
    assert "The runs are over different collections: " in message
    assert all(text in message for text in collection_differences(results.collection, other))
    assert f"A: {results.release}, B: {data['csfcube']}" in message


def test_a_copy_of_the_collection_is_the_same_collection(results, best):
    results.write_run("base", {"bm25": best})
    results.write_run("mine", {"bm25": best}, data=results.write_other_release())
    assert (results.compare("base", "mine") / "index.html").is_file()

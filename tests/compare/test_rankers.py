"""The compared rankers, their collection, and notes on other rankers."""

import dataclasses

import pytest

from paperpool.collections.collection import Judgments
from paperpool.compare.rankers import collection_differences, read_rankings
from paperpool.compare.sides import find_sides

PAIR = ("q1", "method")


def read(results, a, b):
    return read_rankings(*find_sides(results.folder, a, b))


def test_namesakes_are_compared_and_every_other_ranker_is_listed(results, best, worst):
    kinds = {name: {"kind": "bm25"} for name in ("tfidf", "bm25", "unranked", "x")}
    results.write_run("base", {"x": best, "bm25": worst, "tfidf": best, "old": best}, rankers=kinds)
    results.write_run("mine", {"mine": best, "bm25": best, "tfidf": worst})
    found = read(results, "base", "mine")
    # in the order of A's configuration
    assert list(found.pairs.items()) == [
        (("tfidf", "tfidf"), (best, worst)),
        (("bm25", "bm25"), (worst, best)),
    ]
    assert found.notes == [
        "x: only A has it.",
        "unranked: A's configuration has it, but it is not ranked yet.",
        "old: A holds a ranking of an earlier configuration, which is passed over.",
        "mine: only B has it.",
    ]


def test_two_rankers_are_compared_within_one_run_too(results, best, worst):
    results.write_run("base", {"a": worst, "b": best, "c": best})
    found = read(results, "base/a", "base/b")
    assert (found.pairs, found.notes) == ({("a", "b"): (worst, best)}, [])


def test_a_run_on_demo_data_has_its_collection_below_its_results(results, best):
    folder = results.write_run("demo", {"bm25": best}, data={"s2orc": None, "csfcube": None})
    results.release.rename(folder / "demo-release")
    (folder / "demo").mkdir()
    (folder / "demo-release").rename(folder / "demo/csfcube")
    assert read(results, "demo", "demo").collection.judgments == results.collection.judgments


def test_a_ranking_that_lost_a_candidate_is_refused_when_runs_are_strict(results, best):
    results.write_run("base", {"bm25": best})
    cut = {**best, ("q1", "method"): best["q1", "method"][:-1]}
    folder = results.write_run("mine", {"bm25": cut})
    message = results.failure("base", "mine")
    assert "The ranking of 'bm25' does not fit the run's collection" in message
    assert "query q1_method: 1 candidates missing" in message
    assert f"B: {folder / 'csfcube/runs/bm25.parquet'}" in message


def test_a_flattering_run_is_compared_with_a_warning_when_runs_are_not_strict(results, best):
    results.write_run("base", {"bm25": best})
    cut = {**best, ("q1", "method"): best["q1", "method"][:-1]}
    results.write_run("mine", {"bm25": cut}, checks={"runs": "warn"})
    found = read(results, "base", "mine")
    assert found.notes == ["bm25 of B has 1 problem; its scores may flatter it."]
    assert found.pairs["bm25", "bm25"][1]["q1", "method"] == cut["q1", "method"]


@pytest.mark.parametrize("turned", [False, True])
def test_without_a_collection_a_run_has_no_rankings_to_compare(results, best, turned):
    results.write_run("both", {"bm25": best})
    results.write_run("corpus", {"bm25": best}, data={"s2orc": ["x"], "csfcube": None})
    names = ("corpus", "both") if turned else ("both", "corpus")
    found = read(results, *names)
    assert (found.collection, found.pairs) == (None, {})
    assert found.notes == [f"{'A' if turned else 'B'} has no rankings."]


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
        "queries of A alone: q1_method",
        f"other folds: {folds}",
    ]
    assert collection_differences(less, collection) == [
        "queries of B alone: q1_method",
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
    assert "The runs rank different collections, so that a difference of their scores" in message
    assert all(text in message for text in collection_differences(results.collection, other))
    assert f"A: {results.release}, B: {data['csfcube']}" in message


def test_a_copy_of_the_collection_is_the_same_collection(results, best):
    results.write_run("base", {"bm25": best})
    results.write_run("mine", {"bm25": best}, data=results.write_other_release())
    assert (results.compare("base", "mine") / "index.html").is_file()

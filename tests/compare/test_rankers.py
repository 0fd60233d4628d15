"""The compared rankers, their collection, and notes on other rankers."""

import dataclasses

import pytest

from paperpool.collections.collection import Judgments
from paperpool.scoring.adapters import find_adapter
from paperpool.workflow.compare.collections import collection_differences
from paperpool.workflow.compare.comparison import compare_runs
from paperpool.workflow.compare.rankers import match_rankers
from paperpool.workflow.compare.sides import find_sides

from ..made.claims import make_claims

PAIR = ("q1", "method")


def match(results, a, b):
    sides = find_sides(results.folder, a, b)
    places = [find_adapter("csfcube").find_places(side)[0] for side in sides]
    return match_rankers(*sides, *places)


def notes(results, a, b):
    return compare_runs(results.folder, a, b)[1].notes


def test_namesakes_are_compared_and_every_other_ranker_is_listed(results, best, worst):
    kinds = {name: {"kind": "bm25"} for name in ("tfidf", "bm25", "unranked", "x")}
    results.write_run("base", {"x": best, "bm25": worst, "tfidf": best, "old": best}, rankers=kinds)
    results.write_run("mine", {"mine": best, "bm25": best, "tfidf": worst})
    pairs, told = match(results, "base", "mine")
    # in the order of A's configuration
    assert pairs == [("tfidf", "tfidf"), ("bm25", "bm25")]
    assert told == [
        "x: only A has it.",
        "old: A holds a ranking of an earlier configuration, which is passed over.",
        "mine: only B has it.",
    ]
    unranked = "unranked: A's configuration has it, but it is not ranked yet."
    assert notes(results, "base", "mine") == [*told, unranked]


def test_two_rankers_are_compared_within_one_run_too(results, best, worst):
    results.write_run("base", {"a": worst, "b": best, "c": best})
    assert match(results, "base/a", "base/b") == ([("a", "b")], [])


def test_a_run_on_demo_data_has_its_collection_below_its_results(results, best):
    folder = results.write_run("demo", {"bm25": best}, data={"s2orc": None, "csfcube": None})
    results.release.rename(folder / "demo-release")
    (folder / "demo").mkdir()
    (folder / "demo-release").rename(folder / "demo/csfcube")
    assert match(results, "demo", "demo") == ([("bm25", "bm25")], [])
    assert (results.compare("demo", "demo") / "differences.csv").is_file()


def test_a_ranking_that_lost_a_candidate_is_refused_when_runs_are_strict(results, best):
    results.write_run("base", {"bm25": best})
    cut = {**best, ("q1", "method"): best["q1", "method"][:-1]}
    folder = results.write_run("mine", {"bm25": cut})
    message = results.failure("base", "mine")
    assert "Run 'bm25 (B)', query q1_method: 1 candidates missing" in message
    assert str(folder / "csfcube/runs/bm25.parquet") in message


def test_a_flattering_run_is_compared_with_a_warning_when_runs_are_not_strict(results, best):
    results.write_run("base", {"bm25": best})
    cut = {**best, ("q1", "method"): best["q1", "method"][:-1]}
    results.write_run("mine", {"bm25": cut}, checks={"runs": "warn"})
    contents = compare_runs(results.folder, "base", "mine")[1]
    [compared] = contents.compared
    assert compared.scored.notes[-1] == "bm25 (B) has 1 problem; its scores may flatter it."


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


def test_another_scheme_is_told_by_what_scores_depend_on():
    claims = make_claims()
    scheme = claims.scheme
    low, high = scheme.grades
    dearer = dataclasses.replace(scheme, grades=(low, dataclasses.replace(high, gain=3)))
    other_words = dataclasses.replace(scheme, title="Claims", general=("Take your time.",))
    assert collection_differences(claims, dataclasses.replace(claims, scheme=other_words)) == []
    assert collection_differences(claims, dataclasses.replace(claims, scheme=dearer)) == [
        "another scheme: gains"
    ]
    claim, evidence = scheme.facets
    labelled = dataclasses.replace(
        scheme, facets=(claim, dataclasses.replace(evidence, labels=("data",)))
    )
    assert collection_differences(claims, dataclasses.replace(claims, scheme=labelled)) == [
        "another scheme: facets"
    ]

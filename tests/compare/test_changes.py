"""The settings that differ between two runs."""

from paperpool.workflow.compare.changes import changed_settings
from paperpool.workflow.compare.sides import find_sides
from paperpool.workflow.config.changed import Change


def changes(results, a, b):
    return changed_settings(*find_sides(results.folder, a, b))


def test_changed_settings_are_listed_key_by_key(results, best):
    rankers = {"bm25": {"kind": "bm25", "published": None}, "x.y": {"kind": "run", "path": "ä"}}
    results.write_run("base", {"bm25": best}, corpus_filters=["a", "b"], rankers=rankers)
    results.write_run(
        "mine",
        {"bm25": best},
        corpus_filters=["b", "a"],
        rankers={"bm25": {"kind": "tfidf", "published": None}, "new": {}},
        seed="13",
    )
    assert changes(results, "base", "mine") == [
        Change("seed", "13", '"13"'),
        Change("rankers.bm25.kind", '"bm25"', '"tfidf"'),
        Change("rankers.x.y.kind", '"run"', None),
        Change("rankers.x.y.path", '"ä"', None),
        Change("corpus_filters", '["a", "b"]', '["b", "a"]'),
        Change("rankers.new", None, "{}"),
    ]
    assert changes(results, "base", "base") == []


def test_of_two_rankers_their_own_settings_are_compared(results, best):
    rankers = {"a": {"kind": "bm25"}, "b": {"kind": "dense", "model": "m"}, "c": {"kind": "tfidf"}}
    results.write_run("base", {"a": best, "b": best}, rankers=rankers)
    results.write_run("mine", {"b": best}, rankers={"b": {"kind": "bm25"}}, seed=14)
    assert changes(results, "base/a", "base/b") == [
        Change("ranker.kind", '"bm25"', '"dense"'),
        Change("ranker.model", None, '"m"'),
    ]
    assert changes(results, "base/a", "mine/b") == [Change("seed", "13", "14")]

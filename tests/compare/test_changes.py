"""The settings and counts that differ between two runs."""

from paperpool.compare.changes import changed_counts, changed_settings
from paperpool.compare.sides import find_sides
from paperpool.config.changed import Change

from .conftest import summary


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


def test_counts_of_two_corpora_are_compared_and_those_of_shards_passed_over(results, best):
    of_base, of_mine = ({"read": n, "shards": {"x": {"read": n}}} for n in (103, 104))
    base = summary(60, shards={"x": {"read": 103}}, bulk={"abstracts": of_base})
    mine = summary(
        50, quarantined={}, bulk={"abstracts": of_mine}, broken_shards={"y": {"rows": 1}}
    )
    results.write_run("base", {"a": best}, corpus=base)
    results.write_run("mine", {"a": best}, corpus=mine)
    results.write_run("none", {"a": best})
    assert changed_counts(*find_sides(results.folder, "base", "mine")) == [
        Change("quarantined.truncated", "3", None),
        Change("kept", "60", "50"),
        Change("filters.mdcr.kept", "60", "50"),
        Change("filters.mdcr.dropped.no_year", "40", "50"),
        Change("bulk.abstracts.read", "103", "104"),
    ]
    assert changed_counts(*find_sides(results.folder, "base", "none")) is None

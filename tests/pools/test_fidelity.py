"""Released candidates that a source finds again, counted by hand."""

import math

import pytest

from paperpool.collections.collection import Collection, Judgments, Pool
from paperpool.collections.csfcube_release import read_collection
from paperpool.pools.fidelity import COLUMNS, TOP, measure_fidelity

POOLS = {
    "q1": {
        "a": ("cited", "tfidf", "cbow"),
        "b": ("tfidf",),
        "c": ("tfidf", "cbow"),
        "d": ("cbow",),
        "unjudged": ("tfidf", "cbow"),
        "q1": ("tfidf",),
    },
    "q2": {"a": ("cited", "tfidf"), "e": ("tfidf",)},
    "never ranked": {"f": ("tfidf",)},
}


@pytest.fixture
def collection():
    """Two facets of q1 that judge different candidates, one of q2."""
    judged = {
        ("q1", "method"): "abcd",
        ("q1", "result"): ("a", "b", "q1"),
        ("q2", "method"): "ae",
        ("never ranked", "method"): "f",
    }
    judgments = {pair: Judgments(tuple(ids), (0,) * len(ids), {}) for pair, ids in judged.items()}
    pools = {query: Pool(tuple(pool), tuple(pool.values())) for query, pool in POOLS.items()}
    return Collection({}, pools, judgments, {})


def test_counted_by_hand(collection):
    rankings = {
        "tfidf": {"q1": ["unjudged", "q1", "b", "d"], "q2": ["e", "a"], "other": ["b"]},
        "cbow": {"q1": ["c", "d"], "q2": []},
        "specter": {"q1": ["a", "b", "c"]},
    }
    fidelity = measure_fidelity(collection, rankings)
    assert list(fidelity.columns) == COLUMNS
    # of q1 b and c, of q2 e; with the cited ones also a of both
    assert fidelity.to_numpy().tolist() == [
        ["tfidf", 3, 2 / 3, 5, 3 / 5],
        ["cbow", 2, 1.0, 3, 2 / 3],
    ]


def test_the_first_100_count(collection):
    others = [f"o{i}" for i in range(TOP - 1)]
    rankings = {"tfidf": {"q2": [*others, "e", "a"]}, "cbow": {"q1": [*others, "x", "c", "d"]}}
    assert measure_fidelity(collection, rankings).to_numpy().tolist() == [
        ["tfidf", 1, 1.0, 2, 0.5],
        ["cbow", 2, 0.0, 3, 0.0],
    ]


def test_a_source_that_holds_cited_candidates_alone(collection):
    pools = {"q1": Pool(("a",), (("cited", "tfidf"),))}
    alone = Collection({}, pools, collection.judgments, {})
    ((source, n, share, n_all, share_all),) = measure_fidelity(
        alone, {"tfidf": {"q1": ["a"]}}
    ).to_numpy()
    assert (source, n, n_all, share_all) == ("tfidf", 0, 1, 1.0)
    assert share is None or math.isnan(share)


def test_the_release_finds_itself_again_where_provenance_is_no_copy(real_data):
    collection = read_collection(real_data("csfcube"))
    rankings = {"specter": {}}
    for query, pool in collection.pools.items():
        rankings["specter"][query] = [
            candidate
            for candidate, sources in zip(pool.candidates, pool.sources, strict=True)
            if "specter" in sources and "cited" not in sources
        ]
    ((_, n, share, n_all, share_all),) = measure_fidelity(collection, rankings).to_numpy()
    assert share == 1.0
    assert n >= 27 * 12 + 7 * 33 - 2 * 34, "at least its quotas but for the never judged"
    assert n_all > n and share_all == pytest.approx(n / n_all)

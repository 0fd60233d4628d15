"""Candidates that a query cites are told from others by their pool, and counted by grades."""

import pytest

from paperpool.collections.collection import Collection, Judgments, Pool
from paperpool.collections.csfcube_release import read_collection
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.citations_and_relevance.known_citations import measure_known_citations

RESAMPLING = Resampling(3, 1000, 10)


def test_cited_candidates_are_counted_beside_the_others():
    candidates = ("q", "a", "b", "c", "d")
    sources = (("cited",), ("cited", "tfidf"), ("cited",), ("tfidf",), ("specter",))
    judgments = {
        ("q", "method"): Judgments(candidates, (3, 2, 0, 3, 1), {}),
        ("q", "result"): Judgments(("a", "c"), (1, 0), {}),
    }
    collection = Collection({}, {"q": Pool(candidates, sources)}, judgments, {}, relevant=2)
    table = measure_known_citations(collection, RESAMPLING).set_index(["slice", "candidates"])
    # the query itself, which cites nothing of its own, is passed over
    assert table.loc["method"].share.tolist() == [0.5, 0.5, 0.0]
    assert table.loc["all"].share.tolist() == pytest.approx([1 / 3, 1 / 3, 0.0])
    assert table.loc["all"].n_candidates.tolist()[:2] == [3, 3]
    assert table.loc[("result", "cited")].tolist()[:3] == [0, 0, 0]


def test_the_releases_known_citations(real_data):
    """All 638 of them that the pools record, in as many facets as their queries have."""
    collection = read_collection(real_data("csfcube"))
    known = sum(
        "cited" in sources for pool in collection.pools.values() for sources in pool.sources
    )
    assert known == 638
    table = measure_known_citations(collection, RESAMPLING).set_index(["slice", "candidates"])
    by_part = table.drop(index="all", level="slice").n_candidates.groupby("candidates").sum()
    assert table.loc[("all", "cited")].n_candidates == by_part["cited"]
    assert table.loc[("all", "difference")].ci_low > 0

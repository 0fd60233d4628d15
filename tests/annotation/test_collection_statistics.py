"""The size of a collection and of its grades (Table 1)."""

import pytest
import yaml

from paperpool.collections.collection import Collection
from paperpool.collections.schemes import default_scheme, parse_scheme
from paperpool.evaluation.published import is_released_collection, read_cells
from paperpool.workflow.annotation.collection_statistics import (
    COLUMNS,
    describe_collection,
    name_cited,
    name_relevant,
)

from ..made.schemes import TWO_FACETS, two_facets_scheme
from .conftest import collect, judge


def cells(table):
    return {(row.statistic, row.aggregate): row.value for row in table.itertuples()}


def test_counts_by_hand():
    collection = collect(
        {
            ("q1", "method"): judge("0123"),
            ("q1", "result"): judge("001133"),
            ("q2", "method"): judge("00"),
            ("q3", "method"): judge("11"),
        },
        queries=[
            ("q1", "method", 1999, "", "theoretical"),
            ("q1", "result", 1999, "", "theoretical"),
            ("q2", "method", 1989, "", ""),
        ],  # q3 is not listed: its paper is of 2003
    )
    table = describe_collection(collection, {("pool_size", "mean"): 124.9})
    assert list(table) == COLUMNS
    periods = "1994-1999 2000-2004 2005-2009 2010-2014 2015-2019".split()
    assert cells(table) == {
        ("query_facet_pairs", "total"): 4,
        ("query_papers", "total"): 3,
        ("pool_size", "mean"): 3.5,
        ("query_candidate_pairs", "total"): 14,
        ("rated_1_or_more", "min"): 0,
        ("rated_1_or_more", "max"): 4,
        ("rated_1_or_more", "mean"): 9 / 4,
        ("rated_2_or_3", "min"): 0,
        ("rated_2_or_3", "max"): 2,
        ("rated_2_or_3", "mean"): 1,
        **{("pairs_by_period", p): n for p, n in zip(periods, (2, 1, 0, 0, 0), strict=True)},
        ("pairs_by_period", "other years"): 1,
        **{("papers_by_period", p): n for p, n in zip(periods, (1, 1, 0, 0, 0), strict=True)},
        ("papers_by_period", "other years"): 1,
        ("pairs_by_type", "theoretical"): 2,
        ("pairs_by_type", "unknown"): 2,
        ("papers_by_type", "theoretical"): 1,
        ("papers_by_type", "unknown"): 2,
        ("cited_rated_0_or_1", "method"): pytest.approx(6 / 8),
        ("cited_rated_0_or_1", "result"): pytest.approx(4 / 6),
    }
    assert table.published.dropna().tolist() == [124.9]


@pytest.fixture(scope="module")
def table(release, root):
    path = root / "workflow/scripts/paperpool/resources/published/csfcube_statistics.csv"
    return describe_collection(release, read_cells(path, ("statistic", "aggregate")))


def test_table_1_is_reproduced(table):
    found = cells(table)
    assert found["query_facet_pairs", "total"] == 50
    assert found["query_papers", "total"] == 34
    assert round(found["pool_size", "mean"], 1) == 124.9
    assert found["query_candidate_pairs", "total"] == 6244
    assert [found["rated_1_or_more", a] for a in ("min", "max")] == [12, 87]
    assert round(found["rated_1_or_more", "mean"], 1) == 36.9
    assert [found["rated_2_or_3", a] for a in ("min", "max", "mean")] == [1, 35, 9.92]


def test_published_figures_stand_beside_ours(table):
    beside = table[table.published.notna()]
    assert len(beside) == 13
    off = beside[(beside.value - beside.published).abs() > 0.05]
    assert off.values.tolist() == [["rated_2_or_3", "mean", 9.92, 9.8]]


def test_every_query_of_the_release_has_a_period_and_a_type(table):
    for name in ("period", "type"):
        for statistic, total in ((f"pairs_by_{name}", 50), (f"papers_by_{name}", 34)):
            rows = table[table.statistic == statistic]
            assert rows.value.sum() == total
            assert not set(rows["aggregate"]) & {"unknown", "other years"}


def test_another_collection_is_not_the_released_one(release, released_queries):
    pairs = [f"{query}_{facet}" for query, facet in release.pairs()]
    assert is_released_collection(released_queries, pairs)
    assert not is_released_collection(released_queries, pairs[1:])


def test_a_collection_without_a_pair_has_counts_and_no_means():
    empty = Collection({}, {}, {}, {})
    found = describe_collection(empty, {})
    counts = found[found.statistic.isin(["query_facet_pairs", "query_candidate_pairs"])]
    assert counts.value.tolist() == [0, 0]
    assert not {"pool_size", "rated_1_or_more", "rated_2_or_3"} & set(found.statistic)


def test_statistics_name_the_grades_of_the_scheme():
    scheme = two_facets_scheme()
    assert (name_relevant(default_scheme()), name_cited(default_scheme())) == (
        "rated_2_or_3",
        "cited_rated_0_or_1",
    )
    assert (name_relevant(scheme), name_cited(scheme)) == ("rated_1_or_more", "cited_rated_0")
    grades = [{"name": f"Grade {number}"} for number in range(3)]
    three = parse_scheme(yaml.safe_load(TWO_FACETS) | {"grades": grades, "relevant": 2}, "x.yaml")
    assert (name_relevant(three), name_cited(three)) == ("rated_2", "cited_rated_0_or_1")

    table = describe_collection(collect({("q", "claim"): judge("0110")}, scheme=scheme), {})
    found = cells(table)
    assert not table.duplicated(["statistic", "aggregate"]).any()
    assert [found["rated_1_or_more", a] for a in ("min", "max", "mean")] == [2, 2, 2]
    assert found["cited_rated_0", "claim"] == 0.5 and ("cited_rated_0", "evidence") not in found

"""The queries of the pools: joined, checked against a corpus, listed and counted."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.collections.collection import Query
from paperpool.collections.csfcube_release import read_collection
from paperpool.errors import UserError
from paperpool.workflow.pools.pool_queries import PoolQuery, join_facets
from paperpool.workflow.pools.queries import (
    COLUMNS,
    check_queries,
    collection_queries,
    count_queries,
    name_period,
    read_queries,
    set_quotas,
    write_queries,
    write_query_counts,
)

from ..made.schemes import FACETS
from .conftest import write_papers

PERIODS = [(1994, 1999), (2000, 2004), (2005, 2009), (2010, 2014), (2015, 2019)]


def write_rows(path, rows):
    """Write a corpus table of (paper_id, title, year, abstract)."""
    names = ("paper_id", "title", "year", "abstract")
    return write_papers(path, [dict(zip(names, row, strict=True)) for row in rows])


def test_rows_of_a_paper_are_joined():
    rows = [
        Query("9", "result", None, "", "theoretical"),
        Query("10", "method", 2001, "Ten"),
        Query("9", "background", 1999, "Nine", "other"),
    ]
    assert join_facets(rows, FACETS) == [
        PoolQuery("10", ("method",), 2001, "Ten"),
        PoolQuery("9", ("background", "result"), 1999, "Nine", "theoretical"),
    ]


def test_quotas_of_single_queries():
    queries = [PoolQuery("1", FACETS), PoolQuery("2", FACETS)]
    assert [query.quota for query in set_quotas(queries, 5, {"2": 33})] == [5, 33]
    with pytest.raises(UserError, match=r"no queries: 3, 4\."):
        set_quotas(queries, 5, {"4": 1, "2": 33, "3": 1})


def test_years_and_titles_come_from_the_corpus_where_they_are_missing(tmp_path):
    papers = [
        write_rows(tmp_path / "a.parquet", [("1", "One", 2001, "A."), ("3", None, None, "C.")]),
        write_rows(tmp_path / "b.parquet", [("2", "Two", 2002, "B."), ("4", "Four", 4, None)]),
    ]
    queries = [
        PoolQuery("1", FACETS),
        PoolQuery("2", ("method",), 1990, "Own title", "theoretical", 33),
        PoolQuery("3", FACETS),
    ]
    found = check_queries(queries, papers, "chosen.txt")
    assert found == [PoolQuery("1", FACETS, 2001, "One"), *queries[1:]]


def test_every_query_must_be_a_paper_of_the_corpus_with_an_abstract(tmp_path):
    rows = [("1", "One", 1, "A."), ("2", "Two", 2, None), ("3", "Three", 3, " \n")]
    papers = [write_rows(tmp_path / "a.parquet", rows)]
    queries = [PoolQuery(query_id, FACETS) for query_id in ("1", "2", "3", "7", "8")]
    with pytest.raises(UserError) as caught:
        check_queries(queries, papers, "chosen.txt")
    first, second = caught.value.problems
    assert first.what == "Queries that are no papers of the corpus: 7, 8."
    assert second.what == "Queries without an abstract in the corpus: 2, 3."
    assert first.where == second.where == "chosen.txt"
    assert "data.s2orc" in first.hint and "with an abstract" in second.hint


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)
QUERIES = st.lists(
    st.builds(
        PoolQuery,
        st.text("0123456789", min_size=1, max_size=3),
        st.sampled_from([FACETS, ("method",), ("background", "result")]),
        st.none() | st.integers(1990, 2020),
        TEXT | st.sampled_from(["=1+1", "@a", "-x", '"', "a,b\nc"]),
        st.sampled_from(["", "theoretical", "resources/evaluation"]),
        st.integers(1, 50),
    ),
    max_size=6,
    unique_by=lambda query: query.query_id,
)


@given(queries=QUERIES)
def test_a_list_reads_back_sorted(tmp_path_factory, queries):
    path = tmp_path_factory.mktemp("queries") / "queries.csv"
    write_queries(queries, path)
    assert read_queries(path) == sorted(queries, key=lambda query: query.query_id)
    backwards = path.with_name("backwards.csv")
    write_queries(queries[::-1], backwards)
    assert backwards.read_bytes() == path.read_bytes()


def test_the_list_is_plain_csv(tmp_path):
    second = PoolQuery("2", ("method", "result"), None, "=A, B")
    write_queries([second, PoolQuery("1", FACETS, 1999, "A")], tmp_path / "queries.csv")
    assert (tmp_path / "queries.csv").read_text().splitlines() == [
        ",".join(COLUMNS),
        "1,background method result,1999,A,,12",
        '2,method result,,"=A, B",,12',
    ]


@pytest.mark.parametrize(
    ("year", "period"),
    [(1994, "1994-1999"), (1999, "1994-1999"), (2000, "2000-2004"), (1993, "other"), (None, "")],
)
def test_the_period_of_a_year(year, period):
    assert name_period(year, PERIODS) == period


def test_counts_by_period_type_and_facet(tmp_path):
    queries = [
        PoolQuery("1", ("method", "result"), 1995, "", "theoretical"),
        PoolQuery("2", ("result",), 1999, "", "theoretical"),
        PoolQuery("3", ("background",), None),
    ]
    assert count_queries(queries, PERIODS, FACETS) == [
        ("", "", "background", 1),
        ("", "", "any", 1),
        ("1994-1999", "theoretical", "method", 1),
        ("1994-1999", "theoretical", "result", 2),
        ("1994-1999", "theoretical", "any", 2),
    ]
    write_query_counts(queries[:2], PERIODS, FACETS, tmp_path / "counts.csv")
    lines = [f"1994-1999,theoretical,{of_facet}" for of_facet in ("method,1", "result,2", "any,2")]
    written = (tmp_path / "counts.csv").read_text().splitlines()
    assert written == ["period,paper_type,facet,n", *lines]


def test_the_released_queries(real_data):
    queries = collection_queries(read_collection(real_data("csfcube")))
    assert len(queries) == 34 and sum(len(query.facets) for query in queries) == 50
    assert all(query.year and query.title and query.paper_type for query in queries)
    counts = count_queries(queries, PERIODS, FACETS)
    assert sum(n for *_, facet, n in counts if facet == "any") == 34
    per_facet = {facet: sum(c[3] for c in counts if c[2] == facet) for facet in FACETS}
    assert per_facet == {"background": 16, "method": 17, "result": 17}
    types = {"data-driven approach", "resources/evaluation", "theoretical"}
    assert {query.paper_type for query in queries} == types

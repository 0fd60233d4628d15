"""Grades of two facets of a candidate, and grades that were overruled: by hand, on the release."""

import pandas as pd
import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.workflow.annotation.agreement import (
    FACET_PAIR_COLUMNS,
    OVERRULED_COLUMNS,
    count_facet_pairs,
    count_overruled,
    measure_overruled,
)

from ..made.schemes import two_facets_scheme
from .conftest import collect, judge


def test_counts_by_hand():
    table = count_facet_pairs(
        collect(
            {
                ("q1", "background"): judge("01233"),
                ("q1", "result"): judge("0113"),  # c4 was judged for background alone
                ("q2", "result"): judge("00"),
                ("q2", "background"): judge("01"),
                ("q3", "method"): judge("3333"),
            }
        )
    )
    assert list(table) == FACET_PAIR_COLUMNS and len(table) == 48
    found = table[table.n > 0].drop(columns="n_queries").values.tolist()
    assert found == [
        ["background", "result", 0, 0, 2],
        ["background", "result", 1, 0, 1],
        ["background", "result", 1, 1, 1],
        ["background", "result", 2, 1, 1],
        ["background", "result", 3, 3, 1],
    ]
    queries = table.drop_duplicates(["facet_a", "facet_b"]).n_queries.tolist()
    assert queries == [0, 2, 0]


def test_the_release_has_sixteen_papers_of_two_facets(release):
    table = count_facet_pairs(release)
    totals = table.groupby(["facet_a", "facet_b"]).agg(n=("n", "sum"), of=("n_queries", "first"))
    expected = {("background", "method"): 5, ("background", "result"): 5, ("method", "result"): 6}
    assert totals.of.to_dict() == expected
    by_hand = sum(
        len(
            set(release.judgments[q, "method"].candidates)
            & set(release.judgments[q, "result"].candidates)
        )
        for q, facet in release.pairs("method")
        if (q, "result") in release.judgments
    )
    assert totals.loc[("method", "result"), "n"] == by_hand
    # one paper with both facets: the sums over one grade are the other facet's own counts
    wide = table[(table.facet_a == "background") & (table.facet_b == "method")]
    own = [0, 0, 0, 0]
    for query, _ in release.pairs("background"):
        if (query, "method") in release.judgments:
            for grade in release.judgments[query, "background"].adjudicated:
                own[grade] += 1
    assert wide.groupby("grade_a").n.sum().tolist() == own


@pytest.mark.parametrize(
    ("judgments", "expected"),
    [
        (judge("0123", ann1="0123", ann2="0123"), (0, 4)),
        (judge("0123", ann1="1120", ann2="2130"), (2, 4)),
        (judge("0123", ann1="1-20", ann2="21-0"), (2, 2)),  # of one annotator nothing is said
        (judge("01", a="1-", b="-2", c="23"), (2, 2)),
        (judge("01", a="1-", b="02", c="23"), (1, 2)),
        (judge("01", ann1="10"), (0, 0)),
        (judge("01"), (0, 0)),
        (judge("2-", ann1="01", ann2="12"), (0, 0)),  # of a pair half done nothing is said either
    ],
)
def test_overruled_counts_by_hand(judgments, expected):
    assert count_overruled(judgments) == expected


def test_a_figure_is_the_mean_over_queries():
    collection = collect(
        {
            ("q1", "method"): judge("0123", ann1="1120", ann2="2130"),
            ("q2", "method"): judge("01", ann1="01", ann2="11"),
            ("q2", "result"): judge("01", ann1="01"),
        }
    )
    table = measure_overruled(
        collection.judgments,
        default_scheme(),
        {("overruled", "low"): 0.02, ("overruled", "high"): 0.03},
    )
    assert list(table) == OVERRULED_COLUMNS
    rows = table.set_index("facet")
    assert rows.loc["method"].tolist()[3:] == [2, 6, 2] and rows.loc["method", "value"] == 0.25
    assert pd.isna(rows.loc["result", "value"]) and rows.loc["result", "n_queries"] == 0
    assert rows.loc["all"].tolist() == [0.25, 0.02, 0.03, 2, 6, 2]
    assert rows.drop("all").published_low.isna().all()


def test_on_the_release_it_is_two_to_three_percent(release):
    rows = measure_overruled(release.judgments, default_scheme(), {}).set_index("facet")
    assert 0.02 < rows.loc["all", "value"] < 0.03
    assert rows.loc["all", "n_candidates"] == 6244 - 17
    assert rows.loc["all", "n_queries"] == 50
    assert rows.drop("all").n_overruled.sum() == rows.loc["all", "n_overruled"] == 140
    assert rows.value.between(0.02, 0.035).all()


def test_two_facets_are_one_pair_of_facets():
    scheme = two_facets_scheme()
    judgments = {
        ("q1", "claim"): judge("011", ann1="010", ann2="000"),
        ("q1", "evidence"): judge("110"),
    }
    table = count_facet_pairs(collect(judgments, scheme=scheme))
    assert table.drop(columns="n_queries").values.tolist() == [
        ["claim", "evidence", 0, 0, 0],
        ["claim", "evidence", 0, 1, 1],
        ["claim", "evidence", 1, 0, 1],
        ["claim", "evidence", 1, 1, 1],
    ]
    rows = measure_overruled(judgments, scheme, {})
    assert rows.facet.tolist() == ["claim", "evidence", "all"]
    assert rows.n_overruled.tolist() == [1, 0, 1]

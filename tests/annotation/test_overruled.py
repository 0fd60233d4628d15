"""How often the adjudicator overruled both annotators."""

import pandas as pd
import pytest

from paperpool.annotation.overruled import COLUMNS, count_overruled, measure_overruled

from .conftest import collect, judge


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
def test_counts_by_hand(judgments, expected):
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
        collection.judgments, {("overruled", "low"): 0.02, ("overruled", "high"): 0.03}
    )
    assert list(table) == COLUMNS
    rows = table.set_index("facet")
    assert rows.loc["method"].tolist()[3:] == [2, 6, 2] and rows.loc["method", "value"] == 0.25
    assert pd.isna(rows.loc["result", "value"]) and rows.loc["result", "n_queries"] == 0
    assert rows.loc["all"].tolist() == [0.25, 0.02, 0.03, 2, 6, 2]
    assert rows.drop("all").published_low.isna().all()


def test_on_the_release_it_is_two_to_three_percent(release):
    rows = measure_overruled(release.judgments, {}).set_index("facet")
    assert 0.02 < rows.loc["all", "value"] < 0.03
    assert rows.loc["all", "n_candidates"] == 6244 - 17
    assert rows.loc["all", "n_queries"] == 50
    assert rows.drop("all").n_overruled.sum() == rows.loc["all", "n_overruled"] == 140
    assert rows.value.between(0.02, 0.035).all()

"""Expected scores against those of a run: ok, close, failed and missing."""

import pandas as pd
import pytest

from paperpool.errors import UserError
from paperpool.evaluation.expected import (
    CHECKED_COLUMNS,
    TOLERANCE,
    check_figures,
    count_outcomes,
    describe,
    read_expected,
    require_scores,
)
from paperpool.evaluation.expected_rows import CELL, COLUMNS

TABLE = "csfcube/metrics.csv"
PLACE = ("csfcube", "official", "test")

SIGNED = {"alpha", "alpha_without", "kappa", "weighted_kappa", "tau", "precision_difference"}
"""Measures from -1 to 1."""

NO_SHARES = {"bias", "favour", "lift", "n_pairs"}
"""Differences in grades or in deviations, ratios, and numbers of pairs."""


@pytest.fixture
def expected(tmp_path):
    """Scores of four rankers of one run, the last with its own tolerance, and of another run."""
    rows = [
        ("mine", TABLE, *PLACE, ranker, "all", "map", 0.5, "", "", "", tolerance)
        for ranker, tolerance in (("same", ""), ("near", ""), ("far", ""), ("loose", 0.02))
    ]
    rows += [("mine", TABLE, *PLACE, "gone", "all", "map", 0.25, "", "", "", "")]
    rows += [("other", "mdcr/metrics.csv", *PLACE, "same", "all", "map", 0.1, "", "", "", "")]
    pd.DataFrame(rows, columns=COLUMNS).to_csv(tmp_path / "expected.csv", index=False)
    return read_expected([tmp_path / "expected.csv"])


@pytest.fixture
def tables(tmp_path):
    values = {"same": 0.5 + 5e-7, "near": 0.4995, "far": 0.502, "loose": 0.519, "gone": ""}
    rows = [(*PLACE, ranker, "all", "map", value) for ranker, value in values.items()]
    pd.DataFrame(rows, columns=[*CELL, "value"]).to_csv(tmp_path / "metrics.csv", index=False)
    return {TABLE: tmp_path / "metrics.csv"}


@pytest.fixture
def checked(expected, tables):
    return check_figures(expected[expected["config"] == "mine"], tables)


def test_expected_figures_are_read_with_their_tolerance(expected):
    assert expected["tolerance"].tolist() == [TOLERANCE] * 3 + [0.02] + [TOLERANCE] * 2
    assert expected.loc[0, [*CELL]].tolist() == [*PLACE, "same", "all", "map"]
    assert expected["config"].tolist() == ["mine"] * 5 + ["other"]


def test_another_table_is_refused(tables):
    with pytest.raises(UserError) as failed:
        read_expected([tables[TABLE]])
    [problem] = failed.value.problems
    assert "Not a table of expected scores" in problem.what
    assert problem.where == str(tables[TABLE]) and "tolerance" in problem.hint


def test_figures_are_ok_close_failed_or_missing(checked):
    assert list(checked) == CHECKED_COLUMNS
    assert checked.ranker.tolist() == ["same", "near", "far", "loose", "gone"]
    assert checked.outcome.tolist() == ["ok", "close", "failed", "ok", "missing"]
    assert count_outcomes(checked) == "5 scores: 2 ok, 1 close, 1 failed, 1 missing"
    assert checked.difference[:4].tolist() == pytest.approx([5e-7, -5e-4, 0.002, 0.019])
    assert checked[["found", "difference"]].iloc[4].isna().all()


def test_a_figure_without_its_table_is_missing(expected):
    assert set(check_figures(expected, {}).outcome) == {"missing"}


def test_every_figure_that_is_not_ok_is_told(checked):
    lines = describe(checked, ("close", "failed", "missing"))
    assert lines == [
        "csfcube official test near all map: 0.499500, expected 0.500000 (close)",
        "csfcube official test far all map: 0.502000, expected 0.500000 (failed)",
        "csfcube official test gone all map: missing, expected 0.250000 (missing)",
    ]


def test_what_failed_or_is_missing_is_an_error_of_three_parts(checked):
    with pytest.raises(UserError) as failed:
        require_scores(checked, TABLE)
    [problem] = failed.value.problems
    assert problem.what.startswith("2 of 5 scores: 2 ok, 1 close, 1 failed, 1 missing.")
    assert "far" in problem.what and "gone" in problem.what and "near" not in problem.what
    assert problem.where == TABLE and "resources/expected" in problem.hint
    require_scores(checked[checked.outcome.isin(["ok", "close"])], TABLE)


def test_the_projects_own_figures_are_sound(root):
    files = sorted((root / "workflow/scripts/paperpool/resources/expected").glob("*.csv"))
    assert {"csfcube", "mdcr-acl", "mdcr-hepth", "scisumm"} <= {file.stem for file in files}
    for file in files:
        figures = read_expected([file])
        assert figures["config"].str.startswith(file.stem).all()
        assert not figures.duplicated(["config", "table", *CELL]).any() and len(figures) >= 10
        is_signed = figures["metric"].isin(SIGNED)
        is_share = ~is_signed & ~figures["metric"].isin(NO_SHARES)
        assert figures["value"][is_signed].between(-1, 1).all()
        assert figures["value"][is_share].between(0, 1).all()
        assert figures["value"].notna().all() and is_share.sum() >= 10

"""The figures of two runs side by side, of each described benchmark."""

import pandas as pd
import pytest

from paperpool.evaluation.tables import METRIC_COLUMNS
from paperpool.io.tables import write_csv
from paperpool.workflow.compare.scores import COLUMNS

from ..made.page_checker import read_text


def write_metrics(folder, rankers, n_queries=7, name="mdcr"):
    """Write figures of a run: the headline of each ranker, and one without a value."""
    places = [("test", "map"), ("test", "ndcg"), ("val", "map")]
    rows = [
        (name, "official", split, ranker, "all", metric, value, "", 1, "", "", n_queries, "")
        for ranker, value in rankers.items()
        for split, metric in places
    ]
    rows.append((name, "official", "test", "nan", "all", "map", "", "", 1, "", "", 0, ""))
    write_csv(folder / name / "metrics.csv", pd.DataFrame(rows, columns=METRIC_COLUMNS))


@pytest.fixture
def runs(results):
    """Two runs of MDCR alone."""
    data = {"s2orc": None, "csfcube": None, "mdcr": "somewhere"}
    folders = [results.write_run(name, {}, data=data) for name in ("base", "mine")]
    write_metrics(folders[0], {"bm25": 0.25, "<b>": 0.5})
    write_metrics(folders[1], {"<b>": 0.5, "bm25": 0.375, "new": 0.1}, n_queries=8)
    return results


def test_runs_without_rankings_and_corpora_are_compared_by_their_figures(runs):
    folder = runs.compare("base", "mine")
    assert sorted(file.name for file in folder.iterdir()) == ["figures.csv", "index.html"]
    table = pd.read_csv(folder / "figures.csv")
    assert list(table) == COLUMNS and len(table) == 2 * 3
    assert set(table.ranker_a) == set(table.ranker_b) == {"bm25", "<b>"}
    of_bm25 = table[table.ranker_a == "bm25"]
    assert of_bm25.difference.tolist() == [0.125] * 3
    assert set(table.n_a) == {7} and set(table.n_b) == {8}
    page = (folder / "index.html").read_text()
    text = read_text(page.replace("</td>", "</td> "))
    assert "MDCR: 3 of 6 scores differ; 0 settings differ." in text
    assert "MDCR: MAP, official, test split (×100)" in text
    assert "bm2525.00 37.50 +12.50 7 → 8" in text
    assert "<b>50.00 50.00 0.00 7 → 8" in text and "<b>50" not in page


def test_without_the_headline_score_each_ranker_has_one_row_of_the_first(results):
    for name, value in (("base", 0.25), ("mine", 0.5)):
        folder = results.write_run(name, {}, data={"s2orc": None, "csfcube": None, "mdcr": "x"})
        write_metrics(folder, {"bm25": value, "tfidf": value})
        file = folder / "mdcr/metrics.csv"
        table = pd.read_csv(file)
        kept = table[table.split.eq("val") & table.metric.eq("map")]  # of the test split is none
        write_csv(file, pd.concat([kept, kept.assign(split="other", value=0.0)]))
    folder = results.compare("base", "mine")
    text = read_text((folder / "index.html").read_text().replace("</td>", "</td> "))
    assert "MDCR: MAP, official, val split (×100)" in text
    assert "bm2525.00 50.00 +25.00 7 tfidf25.00 50.00 +25.00 7" in text
    assert len(pd.read_csv(folder / "figures.csv")) == 4 and "0.00 0.00" not in text


def test_of_two_rankers_only_theirs_are_compared(results, best, worst):
    for name in ("base", "mine"):
        folder = results.write_run(name, {"bm25": best, "other": worst})
        write_metrics(folder, {"bm25": 0.25, "other": 0.5})
    folder = results.compare("base/bm25", "mine/other")
    table = pd.read_csv(folder / "figures.csv")
    assert set(table.ranker_a) == {"bm25"} and set(table.ranker_b) == {"other"}
    assert table.difference.tolist() == [0.25] * 3
    assert "bm25 → other" in (folder / "index.html").read_text()

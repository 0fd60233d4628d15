"""MDCR on the page: its parts and their scores."""

import re
from dataclasses import replace

import pytest

from paperpool.evaluation.tables import METRIC_COLUMNS

from ...made.mdcr_run import make_page, metric_rows, write_run
from ...made.page_checker import read_text
from ...made.tables import write_frame


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The folder of a run, its files and its page."""
    folder = tmp_path_factory.mktemp("mdcr")
    files = write_run(folder)
    return folder, files, make_page(folder, files)


def change(folder, files, name, alter):
    """Return the page of the same run with other figures, without its construction."""
    rows = [row for row in metric_rows() if alter(row)]
    write_frame(folder / name, METRIC_COLUMNS, rows)
    return make_page(folder, replace(files, metrics=folder / name, construction=None))


def test_the_page_is_the_same_every_time_but_for_the_grid_that_it_lacks(run):
    folder, files, page = run
    grid = re.compile(r"<details>\n<summary>Parameters of BM25.*?</details>\n", re.S)
    assert grid.search(page)
    without = replace(files, construction=replace(files.construction, grid=None))
    assert make_page(folder, without) == grid.sub("", page)


WANTED = {
    ("mdcr-dataset", "500", "map"): (0.54321, "54.32"),
    ("mdcr-field", "History", "recall_30"): (0.64322, "64.32"),
    ("mdcr", "all", "recall_5"): (0.74323, "74.32"),
    ("mdcr", "type:graph", "map"): (0.84324, "84.32"),
}
"""Official test figures of c_b-ow that ``changed`` has, and how they read."""


@pytest.fixture(scope="module")
def changed(run):
    """The page of the same run with other figures, one of them published."""

    def alter(row):
        key = (row["benchmark"], row["slice"], row["metric"])
        if (row["ranker"], row["split"]) == ("c_b-ow", "test") and key in WANTED:
            row["value"] = WANTED[key][0]
        if key == ("mdcr", "Art", "map") and row["ranker"] == "bm25":
            row["published"] = 0.1234
        return True

    return change(run[0], run[1], "changed.csv", alter)


def test_figures_come_from_the_metrics(run, changed):
    for _, text in WANTED.values():
        assert text not in run[2] and text in changed


def test_a_published_figure_of_a_ranker_is_below_its_own(run, changed):
    assert ", published 12.34 , difference −2.34" in read_text(changed, " ")
    assert "12.34" not in run[2]


def test_columns_stand_by_the_headline_in_every_table(run):
    assert "4 rankers on 1 benchmark." in read_text(run[2], " ")
    tables = re.findall(r"<table.*?</table>", run[2], re.S)
    heads = [re.findall(r'col" class="n[^>]*>([\w.-]+)', table) for table in tables]
    order = ["out", "c_b-ow", "alpha.1", "bm25"]  # out did not rank the large pools
    assert heads.count(order) == 4 and heads.count(order[1:]) == 4


def test_marks_are_explained_and_the_handicap_stands_beside_the_average(run):
    found = read_text(run[2], " ")
    assert "what bm25, alpha.1 and c_b-ow ranked highest. That handicaps bm25, alpha.1" in found
    assert run[2].count('<span class="warn" aria-hidden="true">†</span>') == 5 * 3
    assert ", its own candidates" in found
    assert found.count(", higher than bm25 a") == 1
    # of the construction: the chosen point of the grid, and a shortfall
    assert "22.22 , chosen" in found and "q3 val Art graph 3 0" in found


def test_the_released_benchmark_alone_has_its_own_part_only(run):
    folder, files, whole = run
    assert 'id="mdcr-large"' in whole and 'id="mdcr-construction"' in whole
    alone = replace(files, is_released=True)
    page = change(folder, alone, "alone.csv", lambda row: row["benchmark"] == "mdcr")
    for part in ("large", "construction", "dataset", "models"):
        assert f"mdcr-{part}" not in page
    assert "The released benchmark, test split: 2 fields, 2 queries." in read_text(page, " ")
    assert 'id="mdcr-by-type"' in page


def test_published_figures_stand_beside_where_the_pools_are_the_papers(run):
    folder, files, page = run
    assert "published only" not in page and "no published score can be compared" in page
    bare = replace(files, construction=None)
    compared = replace(bare, comparable=["mdcr"], is_released=True)
    page = make_page(folder, compared)
    assert page.count("published only</span>") == 1
    assert "SciNCL" in page and "34.70" in page and "41.10" not in page
    large = make_page(folder, replace(bare, comparable=["mdcr-dataset"]))
    assert "41.10" in large and "34.70" not in large


def test_types_of_negatives_have_a_column_of_means(run):
    [table] = re.findall(r"<table[^>]*>\s*<caption><span>Table 4.*?</table>", run[2], re.S)
    assert read_text(table, " ").count("mean of the rankers") == 1
    assert table.count('<td class="n soft"><span class="value">55.00</span>') == 6  # R@5 has others


def test_the_edges_of_the_grid_are_told(run):
    folder, files, page = run
    told = "The chosen k1, 1.5, is the edge still: no larger one was tried."
    assert f"At dataset level: {told}" in read_text(page, " ")
    wide = replace(files.construction, bm25={"k1": [0.9, 1.2], "b": [0.4, 0.75]})
    beyond = "k1 was best at the edge of its values (0.9 to 1.2), so 1.5 was tried too."
    found = read_text(make_page(folder, replace(files, construction=wide)), " ")
    assert f"At dataset level: {beyond} {told}" in found


def test_rankers_whose_models_were_trained_on_citations_are_marked(run):
    folder, files, page = run
    trained = {
        "alpha.1": "model-a, on citations of X",
        "out": "model-a, on citations of X; b, on Y",
    }
    marked = make_page(folder, replace(files, trained_on=trained))
    assert "‡" not in page
    heads = [head.strip() for head in re.findall(r'<th scope="col"[^>]*>([^<]*)', marked)]
    assert {"alpha.1 ‡", "out ‡", "bm25"} <= set(heads)
    assert not {"out", "bm25 ‡"} & set(heads)
    text = read_text(marked, " ")
    assert "alpha.1, out (model-a, on citations of X; b, on Y)." in text

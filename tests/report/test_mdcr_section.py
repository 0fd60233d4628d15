"""MDCR on the page: its parts appear where their files are given, with the files' figures."""

import re
from dataclasses import replace

import pytest

from paperpool.evaluation_tables import METRIC_COLUMNS

from ..page_checker import Checker
from .made_mdcr import EVIL, RANKERS, make_page, metric_rows, write_rows, write_run


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """The folder of a run, its files and its page."""
    folder = tmp_path_factory.mktemp("mdcr")
    files = write_run(folder)
    return folder, files, make_page(folder, files)


def texts(page):
    return " ".join(" ".join(Checker(page).text).split())


def change(folder, files, name, alter):
    """Return the page of the same run with other metrics, without its construction."""
    rows = [row for row in metric_rows() if alter(row)]
    write_rows(folder / name, rows, METRIC_COLUMNS)
    return make_page(folder, replace(files, metrics=folder / name, construction=None))


def test_ids_are_distinct_and_links_lead_to_them(run):
    tags = Checker(run[2]).tags
    ids = [attributes["id"] for _, attributes in tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for tag, attributes in tags:
        assert tag not in ("script", "link", "img")
        for key in ("href", "xlink:href"):
            if key in attributes:
                assert attributes[key].startswith("#") and attributes[key][1:] in ids
        if tag in ("section", "figure"):
            assert attributes.get("aria-labelledby") in ids or attributes.get("aria-label")
    names = [tag for tag, _ in tags]
    assert names.count("table") == names.count("caption") > 8


def test_the_page_is_the_same_every_time_but_for_the_grid_that_it_lacks(run):
    folder, files, page = run
    grid = re.compile(r"<details>\n<summary>Parameters of BM25.*?</details>\n", re.S)
    assert grid.search(page)
    without = replace(files, construction=replace(files.construction, grid=None))
    assert make_page(folder, without) == grid.sub("", page)


def test_what_data_say_is_never_markup(run):
    page = run[2]
    assert "<script" not in page and "Cited <b>" not in page
    assert EVIL in texts(page) and "2 pairs missing: <script>x</script>." in texts(page)


def test_figures_come_from_the_metrics(run):
    folder, files, before = run
    wanted = {
        ("mdcr-dataset", "500", "map"): (0.54321, "54.32"),
        ("mdcr-field", "History", "recall_30"): (0.64322, "64.32"),
        ("mdcr", "all", "recall_5"): (0.74323, "74.32"),
        ("mdcr", "type:graph", "map"): (0.84324, "84.32"),
    }

    def alter(row):
        key = (row["benchmark"], row["slice"], row["metric"])
        if key in wanted and row["ranker"] == "c_b-ow" and row["split"] == "test":
            row["value"] = wanted[key][0]
        return True

    after = change(folder, files, "changed.csv", alter)
    for _, text in wanted.values():
        assert text not in before and text in after


def test_the_summary_names_the_best_of_the_benchmark(run):
    assert "4 rankers scored on MDCR, the best MAP being out's 40.00 over 2 queries" in texts(
        run[2]
    )


def test_the_handicap_stands_beside_the_average(run):
    found = texts(run[2])
    assert (
        "Half of the negatives come from what bm25, alpha.1 and c_b-ow rank highest. They are "
        "scored here against their own choices, which handicaps just them" in found
    )
    assert run[2].count('<span class="warn" aria-hidden="true">†</span>') == 5 * 3
    assert ", its own candidates" in found


def test_only_models_that_are_ranked_are_handicapped(run):
    folder, files, _ = run
    page = change(folder, files, "two.csv", lambda row: row["ranker"] in ("bm25", "out"))
    assert "bm25 is scored here against its own choices, which handicaps just it" in texts(page)
    page = change(folder, files, "one.csv", lambda row: row["ranker"] == "out")
    assert "own choices" not in page and "†" not in page


def test_the_released_benchmark_alone_has_its_own_part_only(run):
    folder, files, whole = run
    assert 'id="mdcr-large"' in whole and 'id="mdcr-construction"' in whole
    alone = replace(files, is_released=True)
    page = change(folder, alone, "alone.csv", lambda row: row["benchmark"] == "mdcr")
    for part in ("large", "construction", "dataset", "neighbourhood", "models"):
        assert f"mdcr-{part}" not in page
    assert "The released benchmark, test split: 2 fields, 2 queries." in texts(page)
    assert 'id="mdcr-by-type"' in page


def test_without_mdcr_there_is_no_section(run):
    page = make_page(run[0], None)
    assert "mdcr" not in page.lower()


def test_published_figures_stand_beside_where_the_pools_are_the_papers(run):
    folder, files, page = run
    assert "published only" not in page and "no published figure can be compared" in page
    bare = replace(files, construction=None)
    compared = replace(bare, comparable=["mdcr"], is_released=True)
    page = make_page(folder, compared)
    assert page.count("published only</span>") == 1
    assert "SciNCL" in page and "34.70" in page and "41.10" not in page
    large = make_page(folder, replace(bare, comparable=["mdcr-dataset"]))
    assert "41.10" in large and "34.70" not in large


def test_a_published_figure_of_a_ranker_is_below_its_own(run):
    folder, files, _ = run

    def alter(row):
        if (row["benchmark"], row["slice"], row["ranker"]) == ("mdcr", "Art", "bm25"):
            row["published"] = 0.1234
        return True

    found = texts(change(folder, files, "published_beside.csv", alter))
    assert ", published 12.34 , difference −2.34" in found


def test_marks_say_what_is_above_the_baseline(run):
    assert texts(run[2]).count(", higher than bm25 a") == 1


def test_the_validation_split_and_the_grid_are_folded(run):
    assert "<summary>Validation split by field</summary>" in run[2]
    assert "22.22 , chosen" in texts(run[2])


def test_shortfalls_are_named(run):
    found = texts(run[2])
    assert "4 candidates missing: 4 of type graph neighbours in 2 queries." in found
    assert '<th scope="row">q3</th><td>val</td><td>Art</td><td>graph</td>' in run[2]


def test_rounding_is_what_the_protocols_differ_by(run):
    folder, files, _ = run

    def alter(row):
        if (row["protocol"], row["slice"]) == ("corrected", "all"):
            row["value"] += 0.0000004
        return True

    page = change(folder, files, "rounded.csv", alter)
    assert "no figure of the test split differs by more than 0.00004 (×100)" in texts(page)


def test_every_ranker_has_a_column(run):
    for ranker in RANKERS:
        assert f'<th scope="col" class="n">{ranker}' in run[2]

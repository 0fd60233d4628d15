"""The annotation section: tables, figures and the page they stand on."""

import re
from dataclasses import replace

import pandas as pd
import pytest

from paperpool.annotation.agreement import (
    MEASURES,
    count_facet_pairs,
    measure_agreement,
    measure_overruled,
)
from paperpool.annotation.annotators import COLUMNS as ANNOTATOR_COLUMNS
from paperpool.annotation.collection_statistics import describe_collection
from paperpool.annotation.exports import Row
from paperpool.annotation.full_text_agreement import compare_passes
from paperpool.annotation.full_text_pairs import PASSES
from paperpool.annotation.further import compare_further
from paperpool.annotation.material import Item
from paperpool.annotation.pool_sources import count_source_grades
from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.collection import Judgments
from paperpool.collections.facets import UNGRADED
from paperpool.io.files import write_json
from paperpool.io.tables import write_csv
from paperpool.report.annotation import section
from paperpool.report.annotation.charts import read_facet_pairs, read_source_grades
from paperpool.report.annotation.progress_tables import read_full_text
from paperpool.report.annotation.reusability_table import read_reusability
from paperpool.report.annotation.section import make_annotation_section
from paperpool.report.annotation.tables import (
    agreement_cell,
    read_agreement,
    read_collection_tables,
    read_overruled,
    read_overruled_range,
)

from ...made.annotation import EVIL, IDS, make_collection, write_tables
from ...made.one_section import make_report
from ...made.page_checker import Checker, is_table_file


def make_page(folder, files):
    return make_report(folder, section, files)


def test_agreement_stands_beside_the_papers_figures(files):
    rows = read_agreement(files.agreement)
    assert list(rows) == ["pre", "post"]
    background, method, result = rows["pre"]
    assert (background.facet, background.n_queries, method.n_queries) == ("Background", 0, 2)
    assert background.cells[0] == agreement_cell("–", "")
    # q1: two of four equal; q2: three of four
    assert method.cells[3] == agreement_cell("62.50", "69.60")
    assert method.cells[0].below == {"published": "0.31"} and result.cells[0] == agreement_cell(
        "1.00", ""
    )


def test_overruled_and_its_range(files, tmp_path):
    rows = {row.slice: row for row in read_overruled(files.overruled)}
    # a 2 and b 1 where 3 was adjudicated: one of q1's four candidates
    assert (rows["Method"].value, rows["Method"].n_overruled) == (0.125, 1)
    assert rows["Background"].value is None
    assert read_overruled_range(files.overruled) == (0.02, 0.03)
    (tmp_path / "other").mkdir()
    other = write_tables(tmp_path / "other", make_collection(), published=False)
    assert read_overruled_range(other.overruled) is None


def test_the_collections_tables(files):
    tables = read_collection_tables(files.collection)
    found = {row.name: (row.value, row.published) for row in tables.statistics}
    assert found["Queries (a paper and a facet)"] == ("3", "")
    assert found["Judged candidates per query, mean"] == ("4.0", "124.9")
    assert found["Judged candidates of all queries"] == ("12", "6,244")
    periods = {row.name: (row.n_pairs, row.n_papers) for row in tables.periods}
    assert periods["2000-2004"] == (3, 2) and len(periods) == 5
    assert [(row.name, row.n_pairs, row.n_papers) for row in tables.types] == [(EVIL, 3, 2)]
    assert [(row.name, row.value, row.published) for row in tables.cited] == [
        ("Method", "100.0", "88"),
        ("Result", "0.0", ""),
    ]


def test_facet_pairs_are_read(files):
    (pair,) = read_facet_pairs(files.facet_pairs)
    assert (pair.facet_a, pair.facet_b, pair.n_queries) == ("method", "result", 1)
    assert pair.counts == [[0, 0, 0, 1], [0, 1, 0, 0], [1, 0, 0, 0], [1, 0, 0, 0]]
    assert (pair.total, pair.equal) == (4, 1)


def test_source_grades_are_read(files):
    facets = read_source_grades(files.source_grades)
    assert list(facets) == ["method", "result"]
    by_source = {grades.source: grades for grades in facets["method"]}
    assert by_source["<b>abs"].counts == [1, 2, 0, 1]
    assert (by_source["specter"].total, by_source["specter"].relevant) == (4, 2)


def test_reusability_has_a_row_per_source_and_names_the_largest_change(files):
    tables = read_reusability(files.reusability)
    assert list(tables) == ["ndcg%20", "map"]
    source = {row.name: row for row in tables["map"]["source"]}["specter"]
    assert (source.n_left_out, source.n_relevant) == (3, 2)
    assert [row.name for row in tables["map"]["run"]] == ["bm25", "specter & co"]
    assert [ranker.name for ranker in source.rankers] == ["bm25", "specter & co"]
    # without c2: q1 method has c3 first for bm25, second for the other; q1 result c0 third, first
    values = {ranker.name: ranker.without["removed"] for ranker in source.rankers}
    assert values["bm25"] == (pytest.approx((1 + 1 / 3 + 0) / 3), 2)
    assert values["specter & co"] == (pytest.approx((1 / 2 + 1 + 0) / 3), 1)
    before = {ranker.name: ranker.value for ranker in source.rankers}
    changes = {name: values[name][0] - before[name] for name in values}
    name = max(changes, key=lambda n: abs(changes[n]))
    sign = "−" if changes[name] < 0 else "+"
    assert source.largest["removed"] == f"{name} {sign}{abs(100 * changes[name]):.2f}"


def test_the_page_has_every_table_and_nothing_of_the_data_is_markup(files, tmp_path):
    page = make_page(tmp_path, files)
    checker = Checker(page)
    ids = [attributes["id"] for _, attributes in checker.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    for _, attributes in checker.tags:
        for key in ("href", "xlink:href"):
            if key in attributes and not is_table_file(attributes):
                assert attributes[key][1:] in ids
    tags = [tag for tag, _ in checker.tags]
    assert tags.count("table") == tags.count("caption") >= 11
    assert tags.count("svg") == 2 and "script" not in tags
    text = "".join(checker.text)
    assert "<script>type</script>␀" in text and "<b>abs" in text and "specter & co" in text
    for words in ("69.60", "6,244", "the paper says 2–3%", "appendix D", "τ"):
        assert words in text, words
    assert not re.search(r"url\((?!#)", page)


def test_without_published_figures_none_is_spoken_of(tmp_path):
    files = write_tables(tmp_path, make_collection(), published=False)
    text = "".join(Checker(make_page(tmp_path, files)).text)
    for words in ("published", "Table 1", "Table 2", "the paper says", "The release's"):
        assert words not in text, words


def test_without_papers_of_two_facets_or_runs_the_section_says_so(tmp_path):
    files = write_tables(tmp_path, make_collection(two_facets=False), published=False)
    files = replace(files, reusability=None)
    made = make_annotation_section(files)
    assert made["facet_pairs"] == [] and made["reusability"] == {}
    page = make_page(tmp_path, files)
    assert "No query paper of this collection was judged for two facets." in page
    assert 'id="reusability"' not in page and 'href="#reusability"' not in page


def test_the_full_text_pass_stands_beside_the_papers_figures(files, tmp_path):
    items = [Item("q1", "method", f"c{i}") for i in range(4)]
    said = zip(PASSES, ((0, 1, 2, 3), (0, 1, 2, 2)), (15.5, 290.25), strict=True)
    rows = {
        stage: {i: Row(stage, i, EVIL, g, seconds) for i, g in zip(items, grades, strict=True)}
        for stage, grades, seconds in said
    }
    table = compare_passes(rows, 4, {("all", "agreement"): 0.73, ("all", "seconds_full_text"): 300})
    path = tmp_path / "full_text_agreement.csv"
    write_csv(path, table)
    read = {row.slice: row for row in read_full_text(path)}
    over_all, method = read[BENCHMARK.slices["all"]], read["Method"]
    assert [cell.text for cell in over_all.cells[3:]] == ["75.00", "15.5", "290.2"]
    assert [cell.below.get("published", "") for cell in over_all.cells[3:]] == ["73.00", "", "300"]
    assert (method.n_pairs, method.cells[-1].text, read["Result"].cells[0].text) == (4, "", "–")
    page = make_page(
        tmp_path, replace(files, full_text_agreement=tmp_path / "full_text_agreement.csv")
    )
    assert 'id="full-text"' in page and "290.2" in page
    assert 'id="full-text"' not in make_page(tmp_path, files)


def test_an_import_shows_its_counts_and_its_further_passes(files, tmp_path):
    said = {Item(query, "method", "c2"): 3 for query in ("q1", "q2")}
    gold = {item: 2 for item in said}
    write_csv(tmp_path / "further.csv", compare_further({EVIL: said}, gold, MEASURES))
    summary = {
        "rows": {"read": 4321, "used": 4320, "listed": {"skipped": 1}},
        "tasks": {"all": 2161, "agreed": 2160, "adjudicated": 0, "open": {"annotated_once": 1}},
    }
    write_json(tmp_path / "import.json", summary)
    paths = {"imported": tmp_path / "import.json", "further": tmp_path / "further.csv"}
    row = [EVIL, "all", 77, 9.5, "other", 70, 0.5, 0.25, -0.33, -0.5, -0.1, 0.04, 0.2, 0.3]
    rows = [row, [*row[:4], "settled", 0, *[None] * 8]]
    write_csv(tmp_path / "annotators.csv", pd.DataFrame(rows, columns=ANNOTATOR_COLUMNS))
    paths["annotators"] = tmp_path / "annotators.csv"
    plain = make_page(tmp_path, files)
    assert 'id="import"' not in plain and 'id="further"' not in plain
    checker = Checker(make_page(tmp_path, replace(files, **paths)))
    tags = [tag for tag, _ in checker.tags]
    assert tags.count("table") == tags.count("caption") == plain.count("<table") + 3
    assert "script" not in tags
    text = "".join(checker.text)
    for words in (
        "4,321",
        "not used: skipped",
        "open: annotated once",
        "−0.33 [−0.50, −0.10]",
        "never enter the collection",
        "0.00",
    ):
        assert words in text, words
    assert text.count("<script>type</script>␀") == 3  # a paper type, the pass and the annotator


def test_of_a_first_round_there_are_agreement_and_no_collection(tmp_path):
    half_done = Judgments(IDS, (0, 1, 2, UNGRADED), {"a": (0, 1, 2, 2), "b": (0, 1, 2, 3)})
    empty = replace(make_collection(), papers={}, pools={}, judgments={}, queries=[])
    files = write_tables(tmp_path, make_collection(), published=True)
    first_round = {
        files.agreement: measure_agreement({("q1", "method"): half_done}, {}),
        files.overruled: measure_overruled({("q1", "method"): half_done}, {}),
        files.collection: describe_collection(empty, {}),
        files.facet_pairs: count_facet_pairs(empty),
        files.source_grades: count_source_grades(empty),
    }
    for path, table in first_round.items():
        write_csv(path, table)
    page = make_page(tmp_path, files)
    agreement = read_agreement(files.agreement)
    assert [row.cells[3].text for row in agreement["pre"]] == ["–", "75.00", "–"]
    assert {row.n_queries for row in agreement["post"]} == {0}
    assert "No query has all its grades yet." in page and "No query paper" in page
    names = [row.name for row in read_collection_tables(files.collection).statistics]
    assert "Queries (a paper and a facet)" in names and len(names) == 3
    assert "Paper type" not in page


def test_a_page_without_the_section_has_no_link_to_it(results):
    page = results.page()
    assert 'id="annotation"' not in page and "#annotation" not in page

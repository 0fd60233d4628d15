from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.evaluation.published import PublishedFigure, read_figures
from paperpool.pages.paired_tests import paired_table
from paperpool.pages.score_cells import Mark
from paperpool.pages.score_tables import (
    RowGroup,
    TableSource,
    figures_by_system,
    score_table,
)
from paperpool.pages.scores import Comparison, Score, read_comparisons, read_scores
from paperpool.report.csfcube.tables import TABLES

TABLE_3 = TABLES["Table 3"]
GROUPS = {"Term-level": ["bm25"], "Abstract-level": ["minilm"]}


def score(ranker, value, measure="ndcg%20", slice_name="all", published=None, sd=None, n_runs=1):
    official = ("official", "test", ranker, slice_name, measure)
    return Score(*official, value, sd, n_runs, None, None, 50, published)


def table_of(*scores, comparisons=(), baselines=(), others=None, measures=("ndcg%20", "map")):
    groups = {"All": RowGroup("official", list(dict.fromkeys(s.ranker for s in scores)))}
    source = TableSource(BENCHMARK, scores, comparisons, baselines)
    return score_table(source, groups, "test", measures, others or {})


def of_results(results, protocol="official", split="test", measures=TABLE_3):
    scores = read_scores(results.folder / "metrics.csv")
    groups = {title: RowGroup(protocol, rankers) for title, rankers in GROUPS.items()}
    source = TableSource(BENCHMARK, scores, [], ["bm25"])
    return score_table(source, groups, split, measures, {})


def test_the_metrics_are_those_of_the_papers_tables():
    assert TABLE_3 == ("r_precision", "p@20", "recall@20", "ndcg%20")
    assert TABLES["Table 4"][0] == "ndcg%100"


def test_a_row_is_a_ranker_and_a_column_a_metric_of_a_slice(results):
    table = of_results(results)
    assert table.measures == ["RP", "P@20", "R@20", "NDCG%20"]
    assert [title for title, _ in table.slices] == ["All queries", "Background", "Method", "Result"]
    assert {title: [row.name for row in rows] for title, rows in table.groups.items()} == GROUPS
    assert [len(row.cells) for rows in table.groups.values() for row in rows] == [16, 16]
    assert table.others == []


def test_cells_hold_our_figure_the_published_one_and_their_difference(results):
    table = of_results(results)
    (bm25,), (minilm,) = table.groups.values()
    cell = bm25.cells[3]
    assert (cell.value, cell.published, cell.difference) == ("40.00", "46.06", "−6.06")
    assert (minilm.cells[3].value, minilm.cells[3].published) == ("60.00", "")
    assert minilm.cells[3].best and not cell.best
    assert bm25.is_published and not minilm.is_published
    assert [i for i, c in enumerate(bm25.cells) if c.published] == [3]
    assert (bm25.letter, minilm.letter) == ("a", "")


def test_differences_are_those_of_the_published_figures():
    (row,) = table_of(score("a", 0.46332, published=0.4606)).groups["All"]
    assert row.cells[0].difference == "+0.27"
    (row,) = table_of(score("a", 0.53280064, published=0.5328)).groups["All"]
    assert row.cells[0].difference == "0.00"


def test_protocols_and_splits_are_tables_of_their_own(results):
    values = {
        (protocol, split): of_results(results, protocol, split)
        .groups["Term-level"][0]
        .cells[0]
        .value
        for protocol in ("official", "corrected")
        for split in ("test", "dev")
    }
    assert values == {
        ("official", "test"): "40.00",
        ("official", "dev"): "30.00",
        ("corrected", "test"): "45.00",
        ("corrected", "dev"): "35.00",
    }


def test_several_runs_of_a_ranker_have_their_standard_deviation():
    table = table_of(score("a", 0.5, sd=0.0123, n_runs=3), score("b", 0.4))
    several, single = table.groups["All"]
    assert (several.n_runs, several.cells[0].sd) == (3, "± 1.23")
    assert (single.n_runs, single.cells[0].sd) == (1, "")


def compare(ranker, baseline, difference, p_holm, measure="ndcg%20", protocol="official"):
    figures = (difference, None, None, p_holm, p_holm)
    return Comparison(protocol, "test", ranker, baseline, "all", measure, *figures)


def test_marks_name_the_baselines_that_a_figure_differs_from():
    table = table_of(
        *(score(name, 0.5) for name in ("x", "y", "first", "second")),
        comparisons=[
            compare("x", "second", -0.1, 0.0499),
            compare("x", "first", 0.1, 0.01),
            compare("y", "first", 0.1, 0.05),
            compare("y", "second", 0.1, 0.001, measure="map"),
            compare("y", "first", 0.1, 0.001, protocol="corrected"),
            compare("second", "first", 0.2, None),
        ],
        baselines=["first", "second"],
    )
    rows = {row.name: row for row in table.groups["All"]}
    assert rows["x"].cells[0].marks == (Mark("a", "first", True), Mark("b", "second", False))
    assert rows["y"].cells[0].marks == rows["second"].cells[0].marks == ()
    assert {name: row.letter for name, row in rows.items() if row.letter} == {
        "first": "a",
        "second": "b",
    }


def test_other_systems_stand_only_where_they_have_a_figure():
    others = {
        "SPECTER-ID": {("test", "all", "ndcg%20"): PublishedFigure(0.5722, 0.007, "t")},
        "elsewhere": {("test", "method", "map"): PublishedFigure(0.1, None, "t")},
    }
    table = table_of(score("a", 0.5), others=others)
    (row,) = table.others
    assert row.name == "SPECTER-ID"
    assert (row.cells[0].value, row.cells[0].sd) == ("57.22", "± 0.70")
    assert row.cells[1].value == "–"


def test_a_missing_figure_is_a_dash():
    (row,) = table_of(score("a", None), score("a", 0.5, "map")).groups["All"]
    assert row.cells[0].value == "–"
    assert not row.cells[0].best


def test_a_run_without_figures_has_an_empty_table():
    table = table_of()
    assert (table.slices, table.groups, table.others) == ([], {}, [])


def test_read_figures_keeps_the_order_of_the_file(results):
    figures = figures_by_system(read_figures(results.folder / "published.csv"))
    assert list(figures) == ["fabs_bm25", "SPECTER-ID", "otAspire"]
    found = figures["SPECTER-ID"]["test", "all", "ndcg%20"]
    assert (found.value, found.sd, found.source) == (0.5722, 0.007, "Table 3")


def test_rankers_keep_names_that_look_like_other_things(results):
    rows = (results.folder / "metrics.csv").read_text().replace("minilm", "nan")
    (results.folder / "metrics.csv").write_text(rows)
    assert {s.ranker for s in read_scores(results.folder / "metrics.csv")} == {"bm25", "nan"}


def test_the_runs_behind_a_figure_are_read(results):
    text = (results.folder / "metrics.csv").read_text().replace("0.6,,1,", "0.6,0.02,3,")
    (results.folder / "metrics.csv").write_text(text)
    scores = read_scores(results.folder / "metrics.csv")
    found = {(s.ranker, s.sd, s.n_runs) for s in scores if s.value == 0.6}
    assert found == {("minilm", 0.02, 3)}
    assert {(s.sd, s.n_runs) for s in scores if s.ranker == "bm25"} == {(None, 1)}


def test_paired_table(results):
    comparisons = read_comparisons(results.folder / "significance.csv")
    (group,) = paired_table(comparisons, "bm25", "official", BENCHMARK.tested, BENCHMARK.slices)
    ((ranker, cells),) = group.rows
    assert (group.title, ranker, len(cells)) == ("All queries", "minilm", 2)
    assert cells[0].difference == "+13.24"
    assert cells[0].interval == "[−1.11, +17.57]"
    assert (cells[0].p, cells[0].p_holm, cells[0].significant) == ("<0.0001", "0.0123", True)
    assert paired_table(comparisons, "minilm", "official", BENCHMARK.tested, BENCHMARK.slices) == []

from paperpool.published import PublishedFigure, read_figures
from paperpool.report.csfcube_tables import paired_table, score_table
from paperpool.report.scores import (
    Score,
    best_with_baseline,
    headline,
    read_comparisons,
    read_scores,
)
from paperpool.report.wording import METRIC_NAMES

NDCG = list(METRIC_NAMES).index("ndcg%20")
MAP = list(METRIC_NAMES).index("map")


def score(ranker, value, metric="ndcg%20", part="all", published=None):
    return Score("official", "test", ranker, part, metric, value, None, None, 50, published)


def test_cells_hold_our_figure_the_published_one_and_their_difference(results):
    parts = score_table(read_scores(results.folder / "metrics.csv"), "official", "test")
    assert [part.title for part in parts] == ["All queries", "Background", "Method", "Result"]
    bm25, minilm = parts[0].rows
    cell = bm25.cells[NDCG]
    assert (cell.value, cell.published, cell.difference) == ("40.00", "46.06", "−6.06")
    assert (bm25.cells[MAP].published, bm25.cells[MAP].difference) == ("30.00", "+10.00")
    assert (minilm.cells[NDCG].value, minilm.cells[NDCG].published) == ("60.00", "")
    assert minilm.cells[NDCG].best and not cell.best
    assert all(not row.cells[NDCG].published for part in parts[1:] for row in part.rows)


def test_differences_are_those_of_the_printed_figures():
    (part,) = score_table([score("a", 0.46332, published=0.4606)], "official", "test")
    assert part.rows[0].cells[NDCG].difference == "+0.27"
    (part,) = score_table([score("a", 0.53280064, published=0.5328)], "official", "test")
    assert part.rows[0].cells[NDCG].difference == "0.00"


def test_protocols_and_splits_are_tables_of_their_own(results):
    scores = read_scores(results.folder / "metrics.csv")
    values = {
        (protocol, split): score_table(scores, protocol, split)[0].rows[0].cells[NDCG].value
        for protocol in ("official", "corrected")
        for split in ("test", "dev")
    }
    assert values == {
        ("official", "test"): "40.00",
        ("official", "dev"): "30.00",
        ("corrected", "test"): "45.00",
        ("corrected", "dev"): "35.00",
    }


def test_other_systems_stand_only_where_they_have_a_figure():
    others = {
        "SPECTER-ID": {("all", "ndcg%20"): PublishedFigure(0.5722, 0.007, "t")},
        "elsewhere": {("method", "map"): PublishedFigure(0.1, None, "t")},
    }
    (part,) = score_table([score("a", 0.5)], "official", "test", others)
    assert [row.name for row in part.others] == ["SPECTER-ID"]
    assert part.others[0].cells[NDCG].value == "57.22 ± 0.70"
    assert part.others[0].cells[MAP].value == "–"


def test_a_missing_figure_is_a_dash():
    (part,) = score_table([score("a", None), score("a", 0.5, "map")], "official", "test")
    assert part.rows[0].cells[NDCG].value == "–"
    assert not part.rows[0].cells[NDCG].best


def test_read_figures_keeps_the_order_of_the_file(results):
    figures = read_figures(results.folder / "published.csv")
    assert list(figures) == ["fabs_bm25", "SPECTER-ID", "otAspire"]
    assert figures["SPECTER-ID"]["all", "ndcg%20"] == PublishedFigure(0.5722, 0.007, "Table 3")


def test_rankers_keep_names_that_look_like_other_things(results):
    rows = (results.folder / "metrics.csv").read_text().replace("minilm", "nan")
    (results.folder / "metrics.csv").write_text(rows)
    assert {s.ranker for s in read_scores(results.folder / "metrics.csv")} == {"bm25", "nan"}


def test_paired_table(results):
    (part,) = paired_table(read_comparisons(results.folder / "significance.csv"))
    ((ranker, cells),) = part.rows
    assert (part.title, ranker, len(cells)) == ("All queries", "minilm", 2)
    assert cells[0].difference == "+13.24"
    assert cells[0].interval == "[−1.11, +17.57]"
    assert (cells[0].p, cells[0].p_holm, cells[0].significant) == ("<0.0001", "0.0123", True)


def test_the_best_rankers_always_include_the_baseline():
    scores = [score(name, value) for name, value in zip("abcde", (5, 4, 3, 2, 1), strict=True)]
    assert [s.ranker for s in headline(reversed(scores))] == list("abcde")
    assert best_with_baseline(scores, "e", 4) == ["a", "b", "c", "e"]
    assert best_with_baseline(scores, "b", 4) == ["a", "b", "c", "d"]
    assert best_with_baseline(scores[:2], "b", 4) == ["a", "b"]

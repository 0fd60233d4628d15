"""Score tables of a made benchmark: groups, protocols, published scores."""

from dataclasses import replace

import pytest

from paperpool.benchmarks.benchmark import Benchmark, Headline, Measure
from paperpool.evaluation.published import PublishedScore
from paperpool.pages.grid import Mark
from paperpool.pages.paired_tests import paired_grid, rank_grid
from paperpool.pages.results import Results, scores_by_system
from paperpool.pages.score_table import RowGroup, score_table, slice_columns, transpose
from paperpool.pages.scores import Comparison, Place, Score

from ..made.grids import group_rows, list_texts

BENCHMARK = Benchmark(
    name="made",
    title="Made",
    place=1,
    data_keys=(),
    slices={"all": "All", "b": "Part B", "none": "Nothing"},
    splits={"test": "Test"},
    measures=(Measure("map", "MAP"), Measure("p", "P")),
    tested=("map", "p"),
    headline=Headline("made", "one", "test", "all", "map"),
    parts=("made",),
)

MAP = ("test", "all", "map")


def score(ranker, value, protocol="one", measure="map", part="all", n_queries=13, **more):
    given = {"sd": None, "n_runs": 1, "low": 0.1, "high": 0.2, "published": None} | more
    return Score(protocol, "test", ranker, part, measure, value, n_queries=n_queries, **given)


def compare(ranker, baseline, difference, p_holm, measure="map", protocol="one"):
    figures = (difference, 0.1, 0.3, p_holm, p_holm)
    return Comparison(protocol, "test", ranker, baseline, "all", measure, *figures)


@pytest.fixture
def results():
    scores = [
        score("x", 0.25),
        score("y", 0.5, n_queries=14),
        score("x", 0.75, protocol="two"),
        score("y", 0.125, measure="p", part="b"),
    ]
    published = scores_by_system(
        PublishedScore(value, sd, "t", "made", "one", "test", system, "all", "map")
        for system, value, sd in (("X", 0.3, None), ("Z", 0.9, 0.007))
    )
    tests = [compare("y", "x", 0.25, 0.001)]
    return Results(BENCHMARK, scores, tests, ["x"], published, {"x": "X", "y": None})


def table_of(results, groups=None, measures=("map",), others=None, **more):
    """Return the table, a title's rows in a mapping."""
    groups = groups or {"G": RowGroup("one", results.rankers)}
    columns = slice_columns(results, list(groups.values()), "test", measures)
    table = score_table(results, groups, columns, ("Scores.", "scores"), others, **more)
    return table, group_rows(table)


def texts(rows):
    return {name: list_texts(cells) for name, cells in rows.items()}


def of_scores(*scores, comparisons=(), baselines=()):
    """Return the rows of some scores."""
    [rows] = table_of(Results(BENCHMARK, scores, comparisons, baselines))[1].values()
    return rows


def test_columns_are_the_described_slices_that_have_figures(results):
    table, found = table_of(results, measures=("map", "p"))
    assert [cell.text for cell in table.columns] == ["ranker", *("MAP", "P") * 2]
    above = [(cell.text, cell.span, cell.note) for cell in table.head[0][1:]]
    assert above == [("All", 2, "14 queries"), ("Part B", 2, "13 queries")]
    assert texts(found["G"]) == {"x": ["25.00", "–", "–", "–"], "y": ["50.00", "–", "–", "12.50"]}


def test_the_best_is_that_of_its_protocol_over_all_groups(results):
    groups = {
        "A": RowGroup("one", ["x"]),
        "B": RowGroup("one", ["y"]),
        "C": RowGroup("two", ["x", "y"]),
        "D": RowGroup("three", ["x"]),
    }
    _, found = table_of(results, groups)
    assert [(title, *rows) for title, rows in found.items()] == [("A", "x"), ("B", "y"), ("C", "x")]
    assert [c.bold for rows in found.values() for [c] in rows.values()] == [False, True, True]
    _, found = table_of(results, groups, at_least=2)
    assert [c.bold for rows in found.values() for [c] in rows.values()] == [False, True, False]


def test_letters_and_intervals(results):
    table, found = table_of(results, with_intervals={MAP})
    assert [row[0].letter for row in table.rows[1:]] == ["a", ""]
    assert found["G"]["x"][0].below["interval"] == "[10.00, 20.00]"
    assert not found["G"]["x"][0].marks and found["G"]["y"][0].marks == (Mark("a", "x", True),)
    assert not table_of(results)[1]["G"]["x"][0].below


def test_few_queries_have_no_interval_and_no_best_and_are_told_of():
    few = [score("x", 0.25, n_queries=4), score("y", 0.5, n_queries=4)]
    table, found = table_of(Results(BENCHMARK, few), with_intervals={MAP})
    assert not any(cell.bold or cell.below for [cell] in found["G"].values())
    assert table.title.endswith("Means over fewer than 5 have no interval and no best: All (4).")
    enough = [score("x", 0.25, n_queries=5), score("y", 0.5, n_queries=5)]
    table, found = table_of(Results(BENCHMARK, enough), with_intervals={MAP})
    assert found["G"]["y"][0].bold and "fewer" not in table.title


def test_an_interval_is_never_of_width_0():
    scores = [score("x", 0.5, low=0.5, high=0.5), score("y", 0.25)]
    same = Results(BENCHMARK, scores)
    found = table_of(same, with_intervals={MAP})[1]["G"]
    assert not found["x"][0].below and found["y"][0].below["interval"] == "[10.00, 20.00]"


def test_marks_name_the_baselines_that_a_figure_differs_from():
    rows = of_scores(
        *(score(name, 0.5) for name in ("x", "y", "first", "second")),
        comparisons=[
            compare("x", "second", -0.1, 0.0499),
            compare("x", "first", 0.1, 0.01),
            compare("y", "first", 0.1, 0.05),
            compare("y", "second", 0.1, 0.001, measure="p"),
            compare("y", "first", 0.1, 0.001, protocol="corrected"),
            compare("second", "first", 0.2, None),
        ],
        baselines=["first", "second"],
    )
    assert rows["x"][0].marks == (Mark("a", "first", True), Mark("b", "second", False))
    assert rows["y"][0].marks == rows["second"][0].marks == ()


def test_published_figures_stand_beside_and_below(results):
    assert list(results.others) == ["Z"]
    scores = [replace(one, published=0.3) if one.ranker == "x" else one for one in results.scores]
    table, found = table_of(replace(results, scores=scores), others=results.others)
    assert found["G"]["x"][0].below == {"published": "30.00", "difference": "−5.00"}
    assert not found["G"]["y"][0].below
    [[z]] = found["Published only"].values()
    assert (z.text, z.below, table.rows[-1][0].kind) == ("90.00", {"sd": "± 0.70"}, "other")
    elsewhere = {"E": {("test", "none", "map"): PublishedScore(0.1)}}
    assert list(table_of(results, others=elsewhere)[1]) == ["G"]


def test_differences_are_those_of_the_published_figures():
    [cell] = of_scores(score("a", 0.46332, published=0.4606))["a"]
    assert cell.below["difference"] == "+0.27"
    [cell] = of_scores(score("a", 0.53280064, published=0.5328))["a"]
    assert cell.below["difference"] == "0.00"


def test_several_runs_of_a_ranker_have_their_standard_deviation():
    results = Results(BENCHMARK, [score("a", 0.5, sd=0.0123, n_runs=3), score("b", 0.4)])
    table, found = table_of(results)
    assert [row[0].below for row in table.rows[1:]] == [{"runs": "± over 3 runs"}, {}]
    assert found["G"]["a"][0].below == {"sd": "± 1.23"} and not found["G"]["b"][0].below


def test_a_missing_figure_is_a_dash():
    rows = of_scores(score("a", None))
    assert [(cell.text, cell.bold) for cell in rows["a"]] == [("–", False)]


def test_without_figures_there_is_no_table(results):
    table, found = table_of(results, {"G": RowGroup("none", ["x"])}, others=results.others)
    assert (table.rows, found, len(table.columns)) == ([], {}, 1)


def test_rows_of_others_and_changes_of_cells(results):
    _, found = table_of(
        results,
        more={"Human": [table_of(results)[0].rows[1]]},
        changes={("y", MAP): {"kind": "chosen"}},
    )
    assert list(found) == ["G", "Human"] and found["G"]["y"][0].kind == "chosen"


def test_a_table_turned_round_has_a_column_per_ranker(results):
    table, _ = table_of(results, measures=("map", "p"), others=results.others)
    turned = transpose(table, "measure")
    heads = [(cell.text, cell.note, cell.kind) for cell in turned.columns]
    soft = ("Z", "published only", "soft")
    assert heads == [("measure", "", ""), ("x", "", ""), ("y", "", ""), soft]
    assert [[cell.text for cell in row] for row in turned.rows] == [
        ["All"],
        ["MAP", "25.00", "50.00", "90.00"],
        ["P", "–", "–", "–"],
        ["Part B"],
        ["MAP", "–", "–", "–"],
        ["P", "–", "12.50", "–"],
    ]
    assert turned.columns[1].letter == "a" and turned.rows[1][2].marks


def test_paired_tests_stand_by_slice_and_what_is_significant_is_bold():
    tests = [compare("y", "x", 0.1324, 0.0123), compare("z", "x", -0.1, 0.05, "p")]
    results = Results(BENCHMARK, [], tests)
    grid = paired_grid(results, "x", "one", "Tests")
    assert [cell.text for cell in grid.head[0]] == ["", "MAP", "P"]
    assert [[cell.text for cell in row] for row in grid.rows] == [
        ["All"],
        ["y", "+13.24", "[+10.00, +30.00]", "0.0123", "0.0123", *("–",) * 4],
        ["z", *("–",) * 4, "−10.00", "[+10.00, +30.00]", "0.0500", "0.0500"],
    ]
    assert [[cell.bold for cell in row if cell.bold] for row in grid.rows] == [[], [True], []]
    left = paired_grid(results, "x", "one", "Tests", left_out=["y", "z"])
    assert left.rows == paired_grid(results, "y", "one", "Tests").rows == []


def test_ranks_say_who_is_tied_with_the_best():
    places = [
        Place("one", "test", "x", "all", "map", 2, 1, 2, True, 0.0512),
        Place("one", "test", "y", "all", "map", 1, 1, 1, True, 0.04),
        Place("one", "test", "z", "all", "map", 3, 3, 3, False, None),
        Place("one", "test", "x", "b", "map", 1, 1, 1, True, None),
        Place("two", "test", "x", "b", "p", 1, 1, 1, True, None),
    ]
    grid = rank_grid(Results(BENCHMARK, [], places=places, confidence=0.9), "one", "test", "Ranks")
    assert "90% bootstrap" in grid.title and [cell.text for cell in grid.head[0]] == ["", "MAP"]
    assert [[cell.text for cell in row] for row in grid.rows] == [
        ["All"],
        ["y", "1", "[1, 1]", "yes", "4.00"],
        ["x", "2", "[1, 2]", "yes", "5.12"],
        ["z", "3", "[3, 3]", "no", "–"],
    ]

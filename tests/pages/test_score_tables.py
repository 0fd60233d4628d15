"""Tables of scores of a benchmark that is made up: groups, protocols, what stands beside."""

import pytest

from paperpool.benchmarks.benchmark import Benchmark, Headline, Measure
from paperpool.evaluation.published import PublishedFigure
from paperpool.pages.score_tables import (
    RowGroup,
    TableSource,
    figures_by_system,
    make_groups,
    score_table,
)
from paperpool.pages.scores import Comparison, Score

BENCHMARK = Benchmark(
    name="made",
    title="Made",
    place=1,
    data_keys=(),
    slices={"all": "All", "b": "Part B", "none": "Nothing"},
    splits={"test": "Test"},
    measures=(Measure("map", "MAP"), Measure("p", "P")),
    tested=("map",),
    headline=Headline("made", "one", "test", "all", "map"),
    parts=("made",),
)

MAP = ("test", "all", "map")


def score(ranker, value, protocol="one", measure="map", part="all", n_queries=3, **more):
    given = {"sd": None, "n_runs": 1, "low": 0.1, "high": 0.2, "published": None} | more
    return Score(protocol, "test", ranker, part, measure, value, n_queries=n_queries, **given)


@pytest.fixture
def source():
    scores = [
        score("x", 0.25),
        score("y", 0.5, n_queries=4),
        score("x", 0.75, protocol="two"),
        score("y", 0.125, measure="p", part="b"),
    ]
    test = Comparison("one", "test", "y", "x", "all", "map", 0.25, 0.1, 0.3, 0.001, 0.001)
    published = figures_by_system(
        PublishedFigure(value, None, "t", "made", "one", "test", system, "all", "map")
        for system, value in (("X", 0.3), ("Z", 0.9))
    )
    return TableSource(BENCHMARK, scores, [test], ["x"], published, {"x": "X", "y": None})


def test_columns_are_the_described_slices_that_have_figures(source):
    table = score_table(source, {"G": RowGroup("one", ["x", "y"])}, "test", ["map", "p"], {})
    assert table.measures == ["MAP", "P"]
    assert table.slices == [("All", "4 queries"), ("Part B", "3 queries")]
    assert {r.name: [c.value for c in r.cells] for r in table.groups["G"]} == {
        "x": ["25.00", "–", "–", "–"],
        "y": ["50.00", "–", "–", "12.50"],
    }


def test_the_best_is_that_of_its_protocol_over_all_groups(source):
    groups = {
        "A": RowGroup("one", ["x"]),
        "B": RowGroup("one", ["y"]),
        "C": RowGroup("two", ["x", "y"]),
        "D": RowGroup("three", ["x"]),
    }
    table = score_table(source, groups, "test", ["map"], {})
    assert {title: [r.name for r in rows] for title, rows in table.groups.items()} == {
        "A": ["x"],
        "B": ["y"],
        "C": ["x"],
    }
    assert [rows[0].cells[0].best for rows in table.groups.values()] == [False, True, True]
    table = score_table(source, groups, "test", ["map"], {}, at_least=2)
    assert [rows[0].cells[0].best for rows in table.groups.values()] == [False, True, False]


def test_marks_letters_and_intervals(source):
    [(x, y)] = make_groups(source, {"G": RowGroup("one", ["x", "y"])}, [MAP], {MAP}).values()
    assert (x.letter, y.letter) == ("a", "")
    assert [mark.letter for mark in y.cells[0].marks] == ["a"] and not x.cells[0].marks
    assert x.cells[0].interval == "[10.00, 20.00]"
    [(x, _)] = make_groups(source, {"G": RowGroup("one", ["x", "y"])}, [MAP]).values()
    assert not x.cells[0].interval


def test_published_figures_stand_beside_and_below(source):
    assert list(source.others) == ["Z"]
    group = RowGroup("one", ["x", "y"], {("x", MAP): 0.3})
    table = score_table(source, {"G": group}, "test", ["map"], source.others)
    x, y = table.groups["G"]
    assert (x.cells[0].published, x.cells[0].difference) == ("30.00", "−5.00")
    assert not y.is_published
    assert [(row.name, row.cells[0].value) for row in table.others] == [("Z", "90.00")]


def test_without_figures_there_is_no_table(source):
    table = score_table(source, {"G": RowGroup("none", ["x"])}, "test", ["map"], source.others)
    assert (table.slices, table.groups, table.others) == ([], {}, [])

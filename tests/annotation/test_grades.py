"""The table of what two annotators said, settled or not."""

import pyarrow.parquet as pq
import pytest

from paperpool.annotation.adjudication import settle
from paperpool.annotation.exports import Exports, Row
from paperpool.annotation.grades import align_judgments, grades_table, read_grades
from paperpool.annotation.material import Item
from paperpool.collections.collection import Judgments
from paperpool.collections.facets import UNGRADED
from paperpool.io.tables import ANNOTATOR_GRADES, write_table

A, B, C, D = (Item("q1", "method", name) for name in "abcd")
OTHER = Item("q2", "result", "a")
COLUMNS = {"7": "ann1", "12": "ann2", "x@y": "ann3"}


@pytest.fixture
def settlement():
    """a: agreed; b: adjudicated; c: not adjudicated; d: graded once; the other pair: by others."""
    said = {
        A: {"7": 2, "12": 2},
        B: {"12": 0, "x@y": 3},
        C: {"7": 1, "12": 0},
        D: {"7": 3},
        OTHER: {"x@y": 1, "7": 1},
    }
    rows = [
        Row("annotation", i, name, g) for i, of_item in said.items() for name, g in of_item.items()
    ]
    rows.append(Row("adjudication", B, "9", 1))
    return settle([A, B, C, D, OTHER], Exports(rows))


def test_there_is_a_row_per_grade_of_what_two_graded(settlement):
    table = grades_table(settlement, COLUMNS)
    assert table.schema == ANNOTATOR_GRADES
    assert [tuple(row.values()) for row in table.to_pylist()] == [
        (*A, "ann1", 2, 2),
        (*A, "ann2", 2, 2),
        (*B, "ann2", 0, 1),
        (*B, "ann3", 3, 1),
        (*C, "ann1", 1, None),
        (*C, "ann2", 0, None),
        (*OTHER, "ann1", 1, 1),
        (*OTHER, "ann3", 1, 1),
    ]


def test_judgments_come_back_by_query_and_facet(settlement, tmp_path):
    write_table(tmp_path / "grades.parquet", grades_table(settlement, COLUMNS))
    judgments = read_grades(tmp_path / "grades.parquet")
    assert judgments == {
        ("q1", "method"): Judgments(
            ("a", "b", "c"),
            (2, 1, UNGRADED),
            {
                "ann1": (2, UNGRADED, 1),
                "ann2": (2, 0, 0),
                "ann3": (UNGRADED, 3, UNGRADED),
            },
        ),
        ("q2", "result"): Judgments(("a",), (1,), {"ann1": (1,), "ann3": (1,)}),
    }
    assert [judgments[pair].is_settled for pair in judgments] == [False, True]


def test_where_nobody_graded_anything_twice_the_table_is_empty(tmp_path):
    nothing = grades_table(settle([A], Exports([Row("annotation", A, "7", 1)])), COLUMNS)
    write_table(tmp_path / "grades.parquet", nothing)
    assert pq.read_schema(tmp_path / "grades.parquet") == ANNOTATOR_GRADES
    assert read_grades(tmp_path / "grades.parquet") == {}


def test_judgments_keep_the_order_of_candidates_and_annotators():
    said = {"b": {"y": 1}, "a": {"x": 2, "y": 0}}
    judgments = align_judgments(["b", "a"], {"a": 2}, said, ["y", "z", "x"])
    assert judgments == Judgments(("b", "a"), (UNGRADED, 2), {"y": (1, 0), "x": (UNGRADED, 2)})
    assert list(judgments.annotators) == ["y", "x"]

"""Settling: every item is gold or open, every row used or listed."""

import json

import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.collections.collection import Judgments
from paperpool.collections.schemes import UNGRADED
from paperpool.io.tables import ANNOTATOR_GRADES, write_table
from paperpool.workflow.annotation.adjudication import (
    align_judgments,
    grades_table,
    make_adjudication_tasks,
    read_grades,
    settle,
)
from paperpool.workflow.annotation.export_rows import NO_GRADE, SKIPPED, Blank, Exports, Row
from paperpool.workflow.annotation.items import Item

from .conftest import make_material

CANDIDATES = [f"c{i}" for i in range(8)]
ITEMS = [Item("q", "method", c) for c in CANDIDATES]


@pytest.fixture
def material():
    return make_material(CANDIDATES)


def rows(stage, item, grades):
    return [Row(stage, item, annotator, grade) for annotator, grade in grades.items()]


def test_every_way_an_item_can_stand():
    said = [
        {"1": 2, "2": 2},  # agreed
        {"1": 0, "2": 3},  # adjudicated, both overruled
        {"1": 1, "2": 0},  # waits for the adjudicator
        {"1": 1, "2": 0},  # adjudicated by two
        {"1": 1},
        {"1": 1, "2": 1, "4": 1},
        {},
        {"1": 3, "2": 3},  # agreed, adjudicated all the same
    ]
    ruled = {1: {"3": 1}, 3: {"3": 1, "4": 0}, 4: {"3": 1}, 7: {"3": 0}}
    given = [rows("annotation", item, grades) for item, grades in zip(ITEMS, said, strict=True)]
    given += [rows("adjudication", ITEMS[i], grades) for i, grades in ruled.items()]
    blanks = [Blank("annotation", ITEMS[4], SKIPPED), Blank("annotation", ITEMS[6], NO_GRADE)]
    made = Exports([row for of_item in given for row in of_item], blanks)
    settled = settle(ITEMS, made)
    assert settled.gold == {ITEMS[0]: 2, ITEMS[1]: 1, ITEMS[7]: 3}
    assert settled.differing == {ITEMS[1]: (0, 3), ITEMS[2]: (0, 1), ITEMS[3]: (0, 1)}
    found = [(o.item, o.reason, o.n_grades, o.n_blanks) for o in settled.open_items]
    assert found == [
        (ITEMS[2], "not_adjudicated", 2, 0),
        (ITEMS[3], "adjudicated_twice", 4, 0),
        (ITEMS[4], "annotated_once", 2, 1),
        (ITEMS[5], "annotated_by_more_than_two", 3, 0),
        (ITEMS[6], "not_annotated", 0, 1),
    ]
    assert settled.listed == {
        "adjudicated_twice": 2,
        "annotated_by_more_than_two": 3,
        "annotated_once": 1,
        "no_grade": 1,
        "not_to_adjudicate": 2,
        "skipped": 1,
    }
    assert settled.n_used == 5 * 2 + 1
    assert settled.n_read == len(made.rows) + len(made.blanks)


GRADES = st.dictionaries(st.sampled_from("1234"), st.integers(0, 3), max_size=3)


@given(st.lists(st.tuples(GRADES, GRADES, st.integers(0, 2)), min_size=8, max_size=8))
def test_every_item_is_settled_or_open_and_every_row_used_or_listed(drawn):
    made = Exports()
    for item, (given_grades, ruled, n_blanks) in zip(ITEMS, drawn, strict=True):
        made.rows.extend(rows("annotation", item, given_grades))
        made.rows.extend(rows("adjudication", item, ruled))
        made.blanks.extend([Blank("annotation", item, SKIPPED)] * n_blanks)
    settled = settle(ITEMS, made)
    assert settled.n_read == len(made.rows) + len(made.blanks)
    still_open = [o.item for o in settled.open_items]
    assert sorted([*settled.gold, *still_open]) == sorted(ITEMS)
    for item, grade in settled.gold.items():
        given_grades, ruled, _ = drawn[ITEMS.index(item)]
        assert len(given_grades) == 2
        agreed = len(set(given_grades.values())) == 1
        assert [grade] * (2 if agreed else 1) == list((given_grades if agreed else ruled).values())
        assert (item in settled.differing) != agreed


def test_adjudications_by_an_items_own_annotator_are_counted():
    made = rows("annotation", ITEMS[0], {"1": 0, "2": 1})
    made += rows("adjudication", ITEMS[0], {"2": 1})
    assert settle(ITEMS, Exports(made)).n_by_own_annotator == 1


def test_adjudication_tasks_show_both_grades_and_not_whose_they_are(material):
    one = rows("annotation", ITEMS[0], {"1": 3, "2": 0})
    one += rows("annotation", ITEMS[1], {"1": 1, "2": 1})
    other = rows("annotation", ITEMS[0], {"1": 0, "2": 3})
    (task,) = make_adjudication_tasks(settle(ITEMS, Exports(one)), material, 1)
    assert [task] == list(make_adjudication_tasks(settle(ITEMS, Exports(other)), material, 1))
    data = task["data"]
    assert data["stage"] == "adjudication" and data["candidate_id"] == "c0"
    assert "Unrelated (0) and Near-identical (+3)" in data["guide_html"]
    assert "Target facet: Method" in data["guide_html"]


def test_adjudication_tasks_stay_the_same_while_they_are_worked_off(material):
    made = [r for item in ITEMS for r in rows("annotation", item, {"1": 0, "2": 1})]
    before = list(make_adjudication_tasks(settle(ITEMS, Exports(made)), material, 1))
    made += rows("adjudication", ITEMS[3], {"3": 1})
    after = list(make_adjudication_tasks(settle(ITEMS, Exports(made)), material, 1))
    assert json.dumps(before) == json.dumps(after) and len(before) == len(ITEMS)


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
    made = [row for item, grades in said.items() for row in rows("annotation", item, grades)]
    made.append(Row("adjudication", B, "9", 1))
    return settle([A, B, C, D, OTHER], Exports(made))


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
            {"ann1": (2, UNGRADED, 1), "ann2": (2, 0, 0), "ann3": (UNGRADED, 3, UNGRADED)},
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

"""Further passes: read like the others, compared with the gold, never part of it."""

from dataclasses import replace

import pytest

from paperpool.collections.schemes import default_scheme
from paperpool.errors import UserError
from paperpool.io.tables import FURTHER_GRADES
from paperpool.workflow.annotation.agreement import share_equal
from paperpool.workflow.annotation.export_rows import Row
from paperpool.workflow.annotation.further import (
    COLUMNS,
    compare_further,
    further_table,
    read_further,
)
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.tasks import ADJUDICATION, ANNOTATION

from .conftest import write_export

ITEMS = [Item("q", facet, f"c{i}") for facet in ("background", "method") for i in range(4)]


def test_a_pass_is_one_grade_per_item_from_all_its_files(tmp_path):
    one = write_export(tmp_path / "one.json", {ITEMS[0]: {4: 3}}, ANNOTATION)
    two = write_export(tmp_path / "two.json", {ITEMS[1]: {5: 0}}, ANNOTATION)
    grades, read = read_further({"expert": [one, two]}, ITEMS, default_scheme())
    assert grades == {"expert": {ITEMS[0]: 3, ITEMS[1]: 0}}
    rows = [Row("annotation", ITEMS[0], "4", 3), Row("annotation", ITEMS[1], "5", 0)]
    found = [replace(row, seconds=None, at=None) for row in read["expert"].rows]
    assert (found, read["expert"].blanks, list(read)) == (rows, [], ["expert"])


def test_two_grades_of_an_item_and_other_problems_are_told_together(tmp_path):
    files = {
        "two": ({ITEMS[0]: {4: 3, 5: 3}}, ANNOTATION),
        "unknown": ({Item("q", "method", "zz"): {4: 3}}, ANNOTATION),
        "stage": ({ITEMS[0]: {4: 3}}, ADJUDICATION),
    }
    files = {name: [write_export(tmp_path / name, *said)] for name, said in files.items()}
    with pytest.raises(UserError) as error:
        read_further(files, ITEMS, default_scheme())
    found = [(p.what, p.where) for p in error.value.problems]
    assert len(found) == 3
    assert found[0] == ("1 pairs have two grades: q background c0.", "annotation.further.two")
    assert "Unknown task" in found[1][0] and "Unknown stage" in found[2][0]


def test_agreement_takes_what_both_sides_graded():
    gold = dict(zip(ITEMS, (0, 1, 2, 3, 0, 0, 1, 1), strict=True))
    del gold[ITEMS[3]]
    further = {"m": {ITEMS[0]: 0, ITEMS[1]: 2, ITEMS[3]: 1, ITEMS[4]: 0}}
    table = compare_further(further, gold, {"agreement": share_equal}, default_scheme())
    assert list(table.columns) == COLUMNS
    found = {row.facet: (row.value, row.n_pairs) for row in table.itertuples()}
    assert found["background"] == (0.5, 2) and found["method"] == (1.0, 1)
    assert found["all"] == (pytest.approx(2 / 3), 3)
    assert found["result"][1] == 0 and table.value.isna().tolist() == [False, False, True, False]


def test_the_table_of_grades_is_sorted_and_may_be_empty():
    grades = {"b": {ITEMS[5]: 1, ITEMS[0]: 2}, "a": {ITEMS[7]: 3}}
    table = further_table(grades)
    assert table.schema == FURTHER_GRADES
    expected = [("a", *ITEMS[7], 3), ("b", *ITEMS[0], 2), ("b", *ITEMS[5], 1)]
    assert [tuple(row.values()) for row in table.to_pylist()] == expected
    assert further_table({}).schema == FURTHER_GRADES and further_table({}).num_rows == 0

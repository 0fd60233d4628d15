"""Read grades that another annotation tool exported, a row for each: CSV or JSON lines.

The columns are those of ``tasks.csv``: query, facet, paper, annotator and grade. There may be a
``stage`` (without it a row is of the first round). Other columns are not read. Cells that
``io.csv_rows`` defused for spreadsheets are restored.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, UserError, quote
from paperpool.io.csv_rows import restore
from paperpool.io.strict_json import BadJson, parse_json, read_json_rows
from paperpool.io.user_text import drop_mark
from paperpool.workflow.annotation.export_rows import (
    NO_GRADE,
    Blank,
    Malformed,
    Row,
    check_place,
)
from paperpool.workflow.annotation.guidelines import name_grades, parse_choice
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.tasks import ANNOTATION
from paperpool.workflow.pools.user_tables import read_header, read_user_rows, read_user_text

NAMES = {
    "query": ("query_id", "query"),
    "facet": ("facet",),
    "paper": ("candidate_id", "candidate", "paper"),
    "annotator": ("annotator",),
    "grade": ("grade",),
}
"""The columns of a row, and the names that each of them may stand under."""

_FURTHER = ("stage",)

_FORM_HINT = (
    "The columns are query, facet, paper, annotator and grade (a number), as in this run's "
    "tasks.csv."
)
_ID_HINT = (
    "Take the ids from this run's tasks.csv. A spreadsheet changes ids with leading zeros, and "
    "long ones, unless their columns are text."
)

_LONGEST_LINE = 1 << 20
"""Bytes of a first line, which an export of Label Studio has alone."""

_WHOLE = re.compile(r"([0-9]+)\.0+")


@dataclass(frozen=True)
class GradedRow:
    """A row: its stripped cells, of the columns of ``NAMES`` and further ones, and its place."""

    cells: Mapping[str, str]
    where: str


def is_grade_table(path: str | Path) -> bool:
    """Return whether a file is a table of grades, by its ending and its first character.

    A list is Label Studio's export, whatever the ending; a file that ends in .json is a table if
    its first line is an object with a grade.
    """
    is_json = Path(path).suffix.lower() == ".json"
    try:
        with Path(path).open("rb") as file:
            line = drop_mark(file.readline(_LONGEST_LINE))
            while line and not line.strip():
                line = file.readline(_LONGEST_LINE)
    except OSError:
        return not is_json
    if line.lstrip().startswith(b"["):
        return False
    if not is_json:
        return True
    try:
        first = parse_json(line)
    except BadJson:
        return False
    return isinstance(first, dict) and "grade" in first


def read_graded_rows(path: str | Path, problems: list[Problem]) -> Iterator[GradedRow]:
    """Yield the rows of a table; problems of single lines of JSON are added to ``problems``.

    Raises UserError if the file cannot be read, or lacks a column.
    """
    text = read_user_text(path)
    if not text.strip():
        raise UserError(Problem("The file is empty.", str(path), _FORM_HINT))
    if text.lstrip().startswith("{"):
        for line, cells in read_json_rows(path, "a grade", _parse_row, _FORM_HINT, problems):
            yield GradedRow(cells, f"{path}, line {line}")
        return

    found = _find_columns(read_header(text), f"{path}, line 1")
    for row in read_user_rows(text, str(path)):
        cells = {name: restore(row.cells[column]) for name, column in found.items()}
        yield GradedRow(cells, row.where)


def _find_columns(header: Collection[str], where: str) -> dict[str, str]:
    """Return the column of each name that a table has; raise UserError for those that it lacks."""
    names = NAMES | {name: (name,) for name in _FURTHER}
    found = {}
    for name, columns in names.items():
        present = [column for column in columns if column in header]
        if present:
            found[name] = present[0]

    missing = [name for name in NAMES if name not in found]
    if missing:
        message = f"The table of grades has no column {' and none '.join(missing)}."
        raise UserError(Problem(message, where, _FORM_HINT))
    return found


def _parse_row(row: Mapping[str, object]) -> dict[str, str]:
    """Return the cells of an object; KeyError or ValueError as of ``read_json_rows``."""
    cells = {}
    for name, keys in NAMES.items():
        present = [key for key in keys if key in row]
        if not present:
            raise KeyError(name)
        cells[name] = _as_cell(name, row[present[0]])
    for name in _FURTHER:
        if name in row:
            cells[name] = _as_cell(name, row[name])
    return cells


def _as_cell(name: str, value: object) -> str:
    """Return a value of JSON as a cell; null is blank, and whole numbers have no fraction."""
    if value is None:
        return ""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError(f"the {name} is {quote(value)}")
    text = str(value).strip()
    if isinstance(value, float):  # pandas writes whole numbers so where a column has gaps
        return text.removesuffix(".0")
    return text


def place_row(
    row: GradedRow, known: Collection[Item], stages: Collection[str], scheme: Scheme
) -> tuple[str, Item]:
    """Return stage and item of a row; raise Malformed if it cannot be placed."""
    cells = row.cells
    for name in ("query", "facet", "paper"):
        if not cells[name]:
            raise Malformed(f"A row without its {name}.", _FORM_HINT)

    stage = cells.get("stage")
    if not stage:
        stage = ANNOTATION if ANNOTATION in stages else next(iter(stages))
    item = Item(cells["query"], cells["facet"], cells["paper"])
    check_place(stage, item, known, stages, scheme, _ID_HINT)
    return stage, item


def parse_graded(row: GradedRow, stage: str, item: Item, scheme: Scheme) -> Row | Blank:
    """Return the grade of a row, or a blank; raise Malformed if it cannot be understood."""
    annotator = row.cells["annotator"]
    text = row.cells["grade"]
    if not text:
        return Blank(stage, item, NO_GRADE)
    if not annotator:
        raise Malformed("A grade without its annotator.", "Name who gave it, in each row.")

    whole = _WHOLE.fullmatch(text)
    grade = parse_choice(whole[1] if whole else text, scheme)
    if grade is None:
        raise Malformed(
            f"Unknown grade {quote(text)}; the grades are {name_grades(scheme)}.",
            f"Write a whole number from 0 to {scheme.max_grade}; a blank cell is no grade.",
        )
    return Row(stage, item, annotator, grade)

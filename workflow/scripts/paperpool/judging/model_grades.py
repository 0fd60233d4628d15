"""A model's grades of pairs of query and paper: read, checked, and put beside a comparison's items.

They are rows of CSV or JSON lines with a query, a document and a grade; with a facet beside the
query these are one topic, as in the grades of the judges of annotation. A grade may lie between
two of the scheme's: the one that the model expects.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from paperpool.collections.collection import Pair, pair_name
from paperpool.collections.foreign_ids import compare_ids
from paperpool.errors import Problem, UserError, first_of, name_some, quote
from paperpool.evaluation.resampling import Floats
from paperpool.io.strict_json import read_json_rows
from paperpool.io.user_csv import read_user_csv
from paperpool.judging.answers import parse_number
from paperpool.judging.items import Item
from paperpool.judging.predicting import Drawn
from paperpool.judging.sequences import LEAST

if TYPE_CHECKING:
    import pandas as pd

QUERY = ("query_id", "query")
DOCUMENT = ("doc_id", "candidate_id", "candidate")
"""The columns of ids: the first that is there."""

PEOPLES = ("probability", "draw", "annotator")
"""Columns of people's grades, which a model's do not have."""

_HINT = "Give CSV or JSON lines with query_id, doc_id and grade, a row for each pair."
_PEOPLE_HINT = "Name the file of the model's grades: people's are in the collection."


@dataclass(frozen=True)
class ModelGrades:
    """The grades of pairs, by the names of topics and documents, and where they were read."""

    grades: Mapping[tuple[str, str], float]
    where: str

    def align(
        self, drawn: Drawn, topics: Mapping[str, Pair], documents: Iterable[str], max_grade: float
    ) -> Floats:
        """Return the grades of a comparison's items, shape (items,), NaN where none is needed.

        ``topics`` and ``documents`` are the collection's. Raises UserError for unknown ones, grades
        above ``max_grade``, missing grades of items that a run shows, and grades that are people's.
        """
        problems = self._find_unknown(topics, documents)
        too_high = [grade for grade in self.grades.values() if not 0 <= grade <= max_grade]
        if too_high:
            message = f"{len(too_high):,} grades are none from 0 to {max_grade:g}: {too_high[0]:g}."
            hint = "Bring the model's grades to the scheme of people's."
            problems.append(Problem(message, self.where, hint))
        if problems:
            raise UserError(problems)

        known: dict[Item, float] = {}
        for (query, document), grade in self.grades.items():
            known[topics[query], document] = grade

        names = {pair: name for name, pair in topics.items()}
        items = drawn.items
        is_shown = (items.weights > 0).any(axis=0) & drawn.is_drawable
        is_shown[drawn.sample.drawn] = True

        aligned = np.full(len(items.grades), np.nan)
        missing = []
        for row, item in enumerate(items.ids):
            aligned[row] = known.get(item, np.nan)
            if is_shown[row] and item not in known:
                missing.append(f"{names[item[0]]} {item[1]}")

        self._refuse_peoples(aligned[drawn.sample.drawn], items.grades[drawn.sample.drawn])
        if missing:
            message = (
                f"{len(missing):,} of {int(is_shown.sum()):,} pairs that the rankings show or "
                f"people graded have no grade of the model: {name_some(missing)}."
            )
            hint = "Let the model grade them too; every pair needs a grade, also if it is 0."
            raise UserError(Problem(message, self.where, hint))
        return aligned

    def _find_unknown(self, topics: Mapping[str, Pair], documents: Iterable[str]) -> list[Problem]:
        """Return the problems of queries and documents that the collection does not have."""
        problems = []
        sides = (("queries", 0, set(topics)), ("documents", 1, set(documents)))
        for kind, place, known in sides:
            unknown = sorted({pair[place] for pair in self.grades} - known)
            if unknown:
                message = f"{len(unknown):,} {kind} are not in the collection."
                problems.append(Problem(message, self.where, compare_ids(unknown, known)))
        return problems

    def _refuse_peoples(self, model: Floats, people: Floats) -> None:
        """Raise UserError if the grades of drawn items are all those of people."""
        if len(people) >= LEAST and np.ptp(people) and np.array_equal(model, people):
            message = f"All {len(people):,} drawn grades are those of people: no model's are."
            hint = f"{_PEOPLE_HINT} If they are a model's all the same, grade further draws."
            raise UserError(Problem(message, self.where, hint))


def read_model_grades(path: str | Path) -> ModelGrades:
    """Return the grades in a file; raise UserError with all problems of its rows."""
    if str(path).lower().endswith((".jsonl", ".ndjson")):
        problems: list[Problem] = []
        rows = list(read_json_rows(path, "a grade", dict, _HINT, problems))
        if problems:
            raise UserError(first_of(problems))
        listed = [(f"{path}, line {line}", row) for line, row in rows]
        return _parse_rows(listed, str(path))

    if str(path).lower().endswith(".json"):
        message = "JSON is read as lines, one object for each pair."
        hint = f"Write one on each line, and call the file .jsonl. {_HINT}"
        raise UserError(Problem(message, str(path), hint))
    listed = []
    for place, row in read_user_csv(path, _HINT):  # spreadsheets may pad cells
        listed.append((place, {column: cell.strip() for column, cell in row.items()}))
    return _parse_rows(listed, str(path))


def take_model_grades(table: pd.DataFrame, where: str) -> ModelGrades:
    """Return the grades in a table; ``where`` is its argument."""
    rows = []
    # a missing cell is NaN there, which is no text
    for number, row in enumerate(
        table.astype(object).where(table.notna(), None).to_dict("records")
    ):
        rows.append((f"{where}, row {number + 1}", row))
    return _parse_rows(rows, where)


def _parse_rows(rows: Sequence[tuple[str, Mapping[str, Any]]], where: str) -> ModelGrades:
    """Return the grades of rows, each with its place."""
    if not rows:
        raise UserError(Problem("There is no grade.", where, _HINT))

    first = rows[0][1]
    of_people = [column for column in PEOPLES if column in first]
    if of_people:
        message = f"These are people's grades, not a model's: there is a column {of_people[0]}."
        raise UserError(Problem(message, where, _PEOPLE_HINT))

    query = next((column for column in QUERY if column in first), None)
    document = next((column for column in DOCUMENT if column in first), None)
    if query is None or document is None or "grade" not in first:
        message = f"The columns are {', '.join(map(quote, first))}."
        raise UserError(Problem(message, where, _HINT))

    problems = []
    grades: dict[tuple[str, str], float] = {}
    for place, row in rows:
        missing = [column for column in (query, document) if not _is_id(row.get(column))]
        if missing:
            message = f"The {missing[0]} is {quote(row.get(missing[0]))}, which is no id."
            problems.append(Problem(message, place, _HINT))
            continue

        name = str(row[query])
        if row.get("facet"):
            # names of topics have no blanks
            name = pair_name(name, str(row["facet"]).replace(" ", "-"))

        pair = (name, str(row[document]))
        grade = parse_number(row.get("grade"))
        if not math.isfinite(grade):
            message = f"{quote(row.get('grade'))} is no grade of {pair[0]}, {pair[1]}."
            hint = (
                "Give a number for every pair, as people are asked for; decimals have a point: 0.5."
            )
            problems.append(Problem(message, place, hint))
        elif grades.setdefault(pair, grade) != grade:
            message = f"There are two grades of {pair[0]}, {pair[1]}: {grades[pair]:g}, {grade:g}."
            problems.append(Problem(message, place, "Leave one of them out."))
    if problems:
        raise UserError(first_of(problems))
    return ModelGrades(grades, where)


def _is_id(value: object) -> bool:
    """Return whether a value may be an id: a text, or a number of a table."""
    if isinstance(value, bool) or not isinstance(value, str | int | np.integer):
        return False
    return value != ""

"""Read the answers to requests: exports of Label Studio, or tables with a grade for each pair."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from paperpool.collections.collection import Pair
from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.io.csv_rows import restore
from paperpool.judging.answers import is_grade
from paperpool.judging.asking import Request
from paperpool.judging.items import Item
from paperpool.workflow.annotation.guidelines import CONTROL
from paperpool.workflow.annotation.label_studio import EXPORT_HINT, read_tasks
from paperpool.workflow.pools.user_tables import read_header, read_user_rows, read_user_text

_COLUMNS = ("query_id", "doc_id", "grade")
_ASKED_HINT = (
    "Answers are of pairs that this folder asked for: leave this one out, or name the folder of "
    "its comparison (--to)."
)
_TWICE_HINT = "Settle on one grade, and leave the other answer out."


@dataclass(frozen=True)
class Given:
    """A grade as it is written, of the ids of a query and a document, and its place in a file."""

    query: str
    document: str
    grade: str
    where: str


def read_answers(
    paths: Sequence[str],
    requests: Sequence[Request],
    names: Mapping[Pair, str],
    max_grade: float,
    grade_names: Mapping[int, str],
) -> dict[Item, float]:
    """Return the grades of requested items in some files; blank cells and skipped tasks are none.

    The same grade may be given again. Raises UserError with all problems: pairs that were not
    requested, two grades for one pair, grades that are none of ``grade_names`` nor numbers up to
    ``max_grade``, and files that are no answers.
    """
    asked = {}
    for request in requests:
        topic, document = request.item
        asked[names[topic], document] = request

    problems: list[Problem] = []
    grades: dict[Item, float] = {}
    places: dict[Item, str] = {}
    for path in paths:
        for given in _read_file(path, problems):
            pair = f"query {quote(given.query)}, document {quote(given.document)}"
            request = asked.get((given.query, given.document))
            if request is None:
                message = f"This pair was not asked for: {pair}."
                problems.append(Problem(message, given.where, _ASKED_HINT))
                continue

            grade = _parse_grade(given.grade, grade_names)
            if grade is None or not is_grade(grade, max_grade):
                message = f"{quote(given.grade)} is no grade from 0 to {max_grade:g}: {pair}."
                problems.append(Problem(message, given.where, "Correct the grade."))
                continue

            item = request.item
            before = grades.get(item, request.grade)
            if before is not None and before != grade:
                first = places.get(item, "taken in before")
                message = f"Two answers for one pair, {before:g} ({first}) and {grade:g}: {pair}."
                problems.append(Problem(message, given.where, _TWICE_HINT))
            grades[item] = grade
            places.setdefault(item, given.where)
    if problems:
        raise UserError(first_of(problems))
    return grades


def _read_file(path: str, problems: list[Problem]) -> Iterator[Given]:
    """Yield the grades of a file; what cannot be read is added to ``problems``."""
    if path.lower().endswith(".json"):
        for task, where in read_tasks(path, problems):
            yield from _read_task(task, where, problems)
        return
    try:
        yield from _read_table(path)
    except UserError as error:
        problems += error.problems


def _read_table(path: str) -> Iterator[Given]:
    """Yield the grades of a CSV file; raise UserError if it is none of answers."""
    text = read_user_text(path)
    missing = [column for column in _COLUMNS if column not in read_header(text)]
    if missing:
        message = f"The table has no column {' and none '.join(missing)}."
        hint = "Fill in the column grade of a batch's tasks.csv."
        raise UserError(Problem(message, f"{path}, line 1", hint))
    for row in read_user_rows(text, path):
        query, document, grade = (restore(row.cells[column]) for column in _COLUMNS)
        if grade.strip():
            yield Given(query, document, grade.strip(), row.where)


def _read_task(task: Any, where: str, problems: list[Problem]) -> Iterator[Given]:
    """Yield the grades of a task of Label Studio, one for each annotation that has one."""
    data = task.get("data") if isinstance(task, dict) else None
    if not isinstance(data, dict) or not isinstance(task.get("annotations"), list):
        problems.append(Problem("A task without data and annotations.", where, EXPORT_HINT))
        return
    for annotation in task["annotations"]:
        if not isinstance(annotation, dict) or annotation.get("was_cancelled"):
            continue
        for region in annotation.get("result") or []:
            if isinstance(region, dict) and region.get("from_name") == CONTROL:
                value = region.get("value")
                choices = value.get("choices") if isinstance(value, dict) else None
                grade = choices[0] if isinstance(choices, list) and choices else choices
                query, document = data.get("query_id"), data.get("doc_id")
                yield Given(str(query), str(document), str(grade), where)


def _parse_grade(text: str, grade_names: Mapping[int, str]) -> float | None:
    """Return the number of a grade or of a grade's name, None for other texts."""
    for number, name in grade_names.items():
        if text == name:
            return number
    try:
        grade = float(text)
    except ValueError:
        return None
    return grade if math.isfinite(grade) else None

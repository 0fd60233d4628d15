"""Read the answers to requests: exports of Label Studio, or tables with a grade for each pair."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from paperpool.collections.collection import Pair
from paperpool.collections.foreign_ids import find_other_spellings
from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.io.csv_rows import restore
from paperpool.judging.answers import is_grade, parse_number
from paperpool.judging.asking import Request
from paperpool.judging.items import Item
from paperpool.workflow.annotation.export_rows import Malformed
from paperpool.workflow.annotation.label_studio import (
    EXPORT_HINT,
    check_annotation,
    find_blank_reason,
    name_part,
    parse_annotator,
    read_tasks,
    take_choice,
)
from paperpool.workflow.pools.user_tables import read_header, read_user_rows, read_user_text

_COLUMNS = ("query_id", "doc_id", "grade")
_ASKED_HINT = (
    "Answers are of pairs that this folder asked for: leave this one out, or name the folder of "
    "its comparison (--to)."
)
_TWICE_HINT = "Settle on one grade, and leave the other answer out."


@dataclass(frozen=True)
class Given:
    """A grade as it is written, of the ids of a query and a document, and its place in a file.

    It is blank for an empty cell, a skipped task and a submission without a grade.
    """

    query: str
    document: str
    grade: str
    where: str


@dataclass(frozen=True)
class Answers:
    """The grades of requested items, and how many answers have none (blank, or skipped)."""

    grades: Mapping[Item, float]
    n_blank: int


def read_answers(
    paths: Sequence[str],
    requests: Sequence[Request],
    names: Mapping[Pair, str],
    max_grade: float,
    grade_names: Mapping[int, str],
) -> Answers:
    """Return the grades of requested items in some files; blank cells and skipped tasks are none.

    The same grade may be given again. Raises UserError with all problems: pairs that were not
    requested, two grades for one pair, grades that are none of ``grade_names`` nor numbers up to
    ``max_grade``, and files that are no answers or have no grade.
    """
    asked = {}
    for request in requests:
        topic, document = request.item
        asked[names[topic], document] = request

    reading = _Reading(asked, max_grade, grade_names)
    for path in paths:
        reading.read_file(path)
    if reading.problems:
        spelled = find_other_spellings(reading.unknown, asked, {"queries": 0, "documents": 1})
        raise UserError(first_of([*spelled, *reading.problems]))
    return Answers(reading.grades, reading.n_blank)


@dataclass
class _Reading:
    """The grades so far with their places, the blank answers, and all problems.

    ``asked`` has the requests by the ids of query and document, ``unknown`` the first place of such
    ids that were not asked for.
    """

    asked: Mapping[tuple[str, str], Request]
    max_grade: float
    grade_names: Mapping[int, str]
    grades: dict[Item, float] = field(default_factory=dict)
    places: dict[Item, str] = field(default_factory=dict)
    n_blank: int = 0
    problems: list[Problem] = field(default_factory=list)
    unknown: dict[tuple[str, str], str] = field(default_factory=dict)

    def read_file(self, path: str) -> None:
        """Read a file of either form; one without a grade or a problem is a problem."""
        n_problems = len(self.problems)
        n_grades = 0
        n_blank = 0
        for given in _read_file(path, self.problems):
            if given.grade:
                n_grades += 1
                self._keep(given)
            else:
                n_blank += 1
        self.n_blank += n_blank

        if not n_grades and len(self.problems) == n_problems:
            message = f"The file holds no grade; {n_blank:,} answers are blank or skipped."
            self.problems.append(Problem(message, path, "Leave it out until there are grades."))

    def _keep(self, given: Given) -> None:
        """Keep a grade, or add its problem."""
        pair = f"query {quote(given.query)}, document {quote(given.document)}"
        request = self.asked.get((given.query, given.document))
        if request is None:
            self.unknown.setdefault((given.query, given.document), given.where)
            message = f"This pair was not asked for: {pair}."
            self.problems.append(Problem(message, given.where, _ASKED_HINT))
            return

        grade = _parse_grade(given.grade, self.grade_names)
        if grade is None or not is_grade(grade, self.max_grade):
            message = f"{quote(given.grade)} is no grade from 0 to {self.max_grade:g}: {pair}."
            self.problems.append(Problem(message, given.where, "Correct the grade."))
            return

        item = request.item
        before = self.grades.get(item, request.grade)
        if before is not None and before != grade:
            first = self.places.get(item, "taken in before")
            message = f"Two answers for one pair, {before:g} ({first}) and {grade:g}: {pair}."
            self.problems.append(Problem(message, given.where, _TWICE_HINT))
        self.grades[item] = grade
        self.places.setdefault(item, given.where)


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
    """Yield the rows of a CSV file; raise UserError if it is none of answers."""
    text = read_user_text(path)
    missing = [column for column in _COLUMNS if column not in read_header(text)]
    if missing:
        message = f"The table has no column {' and none '.join(missing)}."
        hint = "Fill in the column grade of a batch's tasks.csv."
        raise UserError(Problem(message, f"{path}, line 1", hint))
    for row in read_user_rows(text, path):
        query, document, grade = (restore(row.cells[column]) for column in _COLUMNS)
        yield Given(query, document, grade.strip(), row.where)


def _read_task(task: Any, where: str, problems: list[Problem]) -> Iterator[Given]:
    """Yield the grades of a task of Label Studio, one for each annotation."""
    data = task.get("data") if isinstance(task, dict) else None
    if not isinstance(data, dict) or not isinstance(task.get("annotations"), list):
        problems.append(Problem("A task without data and annotations.", where, EXPORT_HINT))
        return
    for key in ("query_id", "doc_id"):
        if not isinstance(data.get(key), str) or not data[key]:
            problems.append(Problem(f"A task without {key} in its data.", where, _ASKED_HINT))
            return

    for number, annotation in enumerate(task["annotations"], 1):
        place = f"{where}, annotation {name_part(annotation, number)}"
        try:
            grade = _read_annotation(annotation)
        except Malformed as error:
            problems.append(Problem(str(error), place, error.hint))
            continue
        yield Given(data["query_id"], data["doc_id"], grade, place)


def _read_annotation(annotation: object) -> str:
    """Return the grade of an annotation as it stands, blank for none; raise Malformed."""
    annotation = check_annotation(annotation)
    if find_blank_reason(annotation):
        return ""
    parse_annotator(annotation.get("completed_by"))
    return str(take_choice(annotation["result"]))


def _parse_grade(text: str, grade_names: Mapping[int, str]) -> float | None:
    """Return the number of a grade or of a grade's name, None for other texts.

    A number is the grade of that number, whatever the grades are called.
    """
    grade = parse_number(text)
    if math.isfinite(grade):
        return grade
    for number, name in grade_names.items():
        if text == name:
            return number
    return None

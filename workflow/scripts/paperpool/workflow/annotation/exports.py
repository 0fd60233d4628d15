"""Read annotators' exports: Label Studio's JSON, or tables of grades (``grade_tables``).

A row that cannot be placed (an unknown task, facet, stage or grade, two grades in one row, no
annotator, one annotator twice on an item) is an error, since reading on would drop or misread a
judgment. A skipped task or a submission without a grade is listed and counted.
"""

import hashlib
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paperpool.collections.foreign_ids import find_other_spellings
from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, UserError, first_of
from paperpool.workflow.annotation.export_rows import Blank, Exports, Malformed, Row, UnknownTask
from paperpool.workflow.annotation.grade_tables import (
    is_grade_table,
    parse_graded,
    place_row,
    read_graded_rows,
)
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.label_studio import (
    count_unread,
    find_email,
    name_part,
    parse_annotation,
    parse_task,
    read_tasks,
)
from paperpool.workflow.annotation.people import People
from paperpool.workflow.annotation.shown_tasks import list_changes
from paperpool.workflow.annotation.tasks import STAGES, Task

_TWICE_HINT = (
    "Delete one of them (in Label Studio: there, and export again); give each export once."
)


def read_exports(
    paths: Sequence[str | Path],
    known: Collection[Item],
    scheme: Scheme,
    stages: Collection[str] = STAGES,
    write: Callable[[Item], Task] | None = None,
) -> Exports:
    """Read exports of ``known`` items in ``stages``; raise UserError with all problems.

    Facets and grades are of ``scheme``. ``write`` returns the task of an item as the run writes it
    now: tasks that show something else are listed.
    """
    reading = _Reading(frozenset(known), scheme, stages, write)
    same = find_same_files(paths)
    if same:
        raise UserError(first_of(same))
    for path in paths:
        reading.read_file(path)
    if reading.problems:
        spelled = find_other_spellings(
            reading.unknown, reading.known, {"queries": 0, "candidates": 2}
        )
        raise UserError(first_of([*spelled, *reading.problems]))
    return reading.exports


def find_same_files(paths: Iterable[str | Path]) -> list[Problem]:
    """Return a problem for each file that has the bytes of one before it."""
    problems = []
    first: dict[bytes, str] = {}
    for path in paths:
        try:
            with Path(path).open("rb") as file:
                digest = hashlib.file_digest(file, "sha256").digest()
        except (OSError, ValueError):  # which is told when it is read
            continue
        if digest in first:
            message = f"The file has the same content as {first[digest]}."
            problems.append(Problem(message, str(path), "Give each export once."))
        first.setdefault(digest, str(path))
    return problems


@dataclass
class _Reading:
    """What was read so far, and all problems; ``seen`` has the place of each grade.

    ``unknown`` has the first place of each item that is none of the run's.
    """

    known: Collection[Item]
    scheme: Scheme
    stages: Collection[str]
    write: Callable[[Item], Task] | None
    exports: Exports = field(default_factory=Exports)
    problems: list[Problem] = field(default_factory=list)
    seen: dict[tuple[str, Item, str], str] = field(default_factory=dict)
    people: People = field(default_factory=People)
    unknown: dict[Item, str] = field(default_factory=dict)

    def read_file(self, path: str | Path) -> None:
        """Read a file of either form."""
        n_before = self._count()
        if is_grade_table(path):
            self._read_table(path)
        else:
            self._read_tasks(path)
        if self._count() == n_before:
            message = "The export holds no annotation."
            self.problems.append(Problem(message, str(path), "Annotate tasks, then export again."))

    def _count(self) -> tuple[int, int, int]:
        """Return how many grades, blanks and problems there are."""
        return len(self.exports.rows), len(self.exports.blanks), len(self.problems)

    def _read_tasks(self, path: str | Path) -> None:
        """Read an export of Label Studio."""
        for task, where in read_tasks(path, self.problems):
            try:
                stage, item = parse_task(task, self.known, self.stages, self.scheme)
            except Malformed as error:
                self._refuse(error, where)
                continue

            self.exports.unread.update(count_unread(task))
            if self.write and task["annotations"]:
                for change in list_changes(task["data"], self.write(item)["data"]):
                    self.exports.changed.setdefault(change, []).append(where)
            for number, annotation in enumerate(task["annotations"], 1):
                place = f"{where}, annotation {name_part(annotation, number)}"
                try:
                    row = parse_annotation(annotation, stage, item, self.scheme)
                    self._keep(row, place, find_email(annotation))
                except Malformed as error:
                    self.problems.append(Problem(str(error), place, error.hint))

    def _read_table(self, path: str | Path) -> None:
        """Read a table of grades."""
        n_grades, _, n_problems = self._count()
        n_read = 0
        try:
            for row in read_graded_rows(path, self.problems):
                n_read += 1
                try:
                    stage, item = place_row(row, self.known, self.stages, self.scheme)
                    found = parse_graded(row, stage, item, self.scheme)
                except Malformed as error:
                    self._refuse(error, row.where)
                    continue

                self._keep(found, row.where)
        except UserError as error:
            self.problems += error.problems
            return

        n_grades_now, _, n_problems_now = self._count()
        if n_read and (n_grades_now, n_problems_now) == (n_grades, n_problems):
            message = f"None of its {n_read:,} rows has a grade."
            hint = "Write the grades into the column grade, or leave the file out until then."
            self.problems.append(Problem(message, str(path), hint))

    def _refuse(self, error: Malformed, where: str) -> None:
        """Add the problem of a task or a row."""
        self.problems.append(Problem(str(error), where, error.hint))
        if isinstance(error, UnknownTask):
            self.unknown.setdefault(error.item, where)

    def _keep(self, row: Row | Blank, place: str, email: str | None = None) -> None:
        """Keep a row, unless its annotator graded the task already."""
        if isinstance(row, Blank):
            self.exports.blanks.append(row)
            return
        doubt = self.people.add(row.annotator, email, place)
        if doubt:
            self.problems.append(doubt)
        key = (row.stage, row.item, row.annotator)
        if key in self.seen:
            message = f"Annotator {row.annotator} graded one task twice ({self.seen[key]})."
            self.problems.append(Problem(message, place, _TWICE_HINT))
            return
        self.seen[key] = place
        self.exports.rows.append(row)

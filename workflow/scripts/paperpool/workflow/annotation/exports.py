"""Read annotators' exports: Label Studio's JSON, or tables of grades (``grade_tables``).

A row that cannot be placed (an unknown task, facet, stage or grade, two grades in one row, no
annotator, one annotator twice on an item) is an error, since reading on would drop or misread a
judgment. A skipped task or a submission without a grade is listed and counted.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, UserError, first_of
from paperpool.workflow.annotation.export_rows import Blank, Exports, Malformed, Row
from paperpool.workflow.annotation.grade_tables import (
    is_grade_table,
    parse_graded,
    place_row,
    read_graded_rows,
)
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.label_studio import (
    name_part,
    parse_annotation,
    parse_task,
    read_tasks,
)
from paperpool.workflow.annotation.tasks import STAGES

_TWICE_HINT = (
    "Delete one of them (in Label Studio: there, and export again); give each export once."
)


def read_exports(
    paths: Sequence[str | Path],
    known: Collection[Item],
    scheme: Scheme,
    stages: Collection[str] = STAGES,
) -> Exports:
    """Read exports of ``known`` items in ``stages``; raise UserError with all problems.

    Facets and grades are of ``scheme``.
    """
    reading = _Reading(frozenset(known), scheme, stages)
    for path in paths:
        reading.read_file(path)
    if reading.problems:
        raise UserError(first_of(reading.problems))
    return reading.exports


@dataclass
class _Reading:
    """What was read so far, and all problems; ``seen`` has the place of each grade."""

    known: Collection[Item]
    scheme: Scheme
    stages: Collection[str]
    exports: Exports = field(default_factory=Exports)
    problems: list[Problem] = field(default_factory=list)
    seen: dict[tuple[str, Item, str], str] = field(default_factory=dict)

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
                self.problems.append(Problem(str(error), where, error.hint))
                continue

            for number, annotation in enumerate(task["annotations"], 1):
                place = f"{where}, annotation {name_part(annotation, number)}"
                try:
                    self._keep(parse_annotation(annotation, stage, item, self.scheme), place)
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
                    self.problems.append(Problem(str(error), row.where, error.hint))
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

    def _keep(self, row: Row | Blank, place: str) -> None:
        """Keep a row, unless its annotator graded the task already."""
        if isinstance(row, Blank):
            self.exports.blanks.append(row)
            return
        key = (row.stage, row.item, row.annotator)
        if key in self.seen:
            message = f"Annotator {row.annotator} graded one task twice ({self.seen[key]})."
            self.problems.append(Problem(message, place, _TWICE_HINT))
            return
        self.seen[key] = place
        self.exports.rows.append(row)

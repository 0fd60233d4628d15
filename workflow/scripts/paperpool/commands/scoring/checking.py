"""Read rankings and check them as the workflow does: what a check finds is refused, or told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from paperpool.collections.collection import Collection
from paperpool.commands.scoring.task import Task
from paperpool.errors import Problem, UserError
from paperpool.evaluation.doubts import gather_checks
from paperpool.evaluation.run_checks import CheckedRun, check_run, report_checks
from paperpool.evaluation.runs import Run
from paperpool.files import write_json


@dataclass
class CheckedRuns:
    """The runs of each ranker, the first before the others, and what was found in the first.

    ``judged`` are shares of judged candidates (see ``CheckedRun``) by ranker, ``checks`` what
    was found in each, ``doubts`` all of it that cannot be meant.
    """

    runs: dict[str, Run] = field(default_factory=dict)
    further: dict[str, list[Run]] = field(default_factory=dict)
    judged: dict[str, Mapping[str, float]] = field(default_factory=dict)
    checks: dict[str, dict[str, Any]] = field(default_factory=dict)
    doubts: list[Problem] = field(default_factory=list)


def check_runs(
    task: Task, collection: Collection, read: Callable[[str, str], Run]
) -> tuple[CheckedRuns, list[str]]:
    """Return the checked runs of a task and what was noticed; ``read`` takes a name and a path.

    Raises UserError with the problems of all runs: of those that cannot be read, and where the
    task is strict of those that the checks refuse.
    """
    found, notes = CheckedRuns(), []

    def keep(name: str, paths: Sequence[str]) -> None:
        checked = [_check(name, path, collection, read, task.strict) for path in paths]
        found.runs[name] = checked[0].run
        found.further[name] = [further.run for further in checked[1:]]
        found.judged[name] = checked[0].judged
        if name not in task.outside:
            checked[0].doubts = []
        found.checks[name] = report_checks(checked[0], task.strict, task.refuses_doubts)
        notes.extend(_tell(name, checked[0]))

    for_each(task, keep)
    found.doubts = gather_doubts(task, found.checks, found.runs)
    return found, notes


def gather_doubts(
    task: Task, found: dict[str, dict[str, Any]], runs: Mapping[str, Run]
) -> list[Problem]:
    """Return the doubts about all entries, and write what was found in each to one file."""
    doubts = gather_checks(found, runs, task.refuses_doubts, task.outside)
    write_json(task.checks, found)
    return doubts


def for_each(task: Task, read: Callable[[str, Sequence[str]], None]) -> None:
    """Call ``read`` with each entry's name and paths; raise UserError with the problems of all."""
    problems: list[Problem] = []
    for entry in task.entries:
        try:
            read(entry.name, entry.paths)
        except UserError as error:
            problems += count_alike(error.problems)
    if problems:
        raise UserError(problems)


def count_alike(problems: Sequence[Problem]) -> list[Problem]:
    """Return the first problem of each kind, which its hint tells, with how many others there are.

    A run that leaves candidates out does so for all queries.
    """
    kinds: dict[str, list[Problem]] = {}
    for problem in problems:
        kinds.setdefault(problem.hint, []).append(problem)
    return [
        Problem(f"{first.what} {len(others):,} more like it.", first.where, first.hint)
        if others
        else first
        for first, *others in kinds.values()
    ]


def _check(
    name: str, path: str, collection: Collection, read: Callable[[str, str], Run], strict: bool
) -> CheckedRun:
    checked = check_run(name, path, read(name, path), collection)
    if checked.problems and strict:
        raise UserError(checked.problems)
    return checked


def _tell(name: str, checked: CheckedRun) -> list[str]:
    if not checked.n_unjudged:
        return []
    return [f"{name}: {checked.n_unjudged:,} candidates that nobody judged were left out."]


def find_missing_files(name: str, paths: Sequence[str]) -> None:
    """Raise UserError where any of the files of the run ``name`` is not there."""
    missing = [path for path in paths if not Path(path).is_file()]
    if missing:
        hint = "Correct the path; {facet} or {split} in it stands for each of them."
        raise UserError(
            [Problem(f"Run {name!r}: there is no such file.", p, hint) for p in missing]
        )

"""Read rankings and check them as the workflow does: findings are refused, or printed."""

from collections.abc import Callable, Sequence
from pathlib import Path

from paperpool.collections.collection import Collection
from paperpool.errors import Problem, UserError, count_alike
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.foreign_runs import read_topic_run
from paperpool.evaluation.run_checks import check_run, report_checks
from paperpool.evaluation.runs import Run
from paperpool.scoring.task import Task


def check_runs(
    task: Task, collection: Collection, read: Callable[[str, str], Run]
) -> tuple[dict[str, list[Run]], Checks, list[str]]:
    """Return the checked runs of each ranker, the findings in the first, and notices.

    ``read`` takes a name and a path. Raises UserError with the problems of all runs: unreadable
    ones, and, if the task is strict, those that the checks refuse.
    """
    runs: dict[str, list[Run]] = {}
    checks = Checks({}, task.refuses_doubts, task.outside)
    notes = []

    def keep(name: str, paths: Sequence[str]) -> None:
        """Check the runs of a ranker, and keep them and what was found in the first."""
        checked_runs = []
        for path in paths:
            checked = check_run(name, path, read(name, path), collection)
            if checked.problems and (task.strict or checked.foreign):
                raise UserError(checked.problems)
            checked_runs.append(checked)
        runs[name] = [checked.run for checked in checked_runs]

        first = checked_runs[0]
        if name not in task.outside:
            first.doubts = []
        checks.found[name] = report_checks(first, task.strict, task.refuses_doubts)
        if first.n_unjudged:
            notes.append(
                f"{name}: {first.n_unjudged:,} candidates without a judgment were left out."
            )

    for_each(task, keep)
    return runs, checks, notes


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


def read_by_topics(collection: Collection) -> Callable[[str, str], Run]:
    """Return a function that reads a run whose queries are the ids of a collection's topics."""
    topics = collection.topics()

    def read(name: str, path: str) -> Run:
        """Return the run at a path; raise UserError if it is missing or malformed."""
        if "{facet}" not in path:
            find_missing_files(name, [path])
        return read_topic_run(name, path, topics)

    return read


def find_missing_files(name: str, paths: Sequence[str]) -> None:
    """Raise UserError if a file of the run ``name`` is missing."""
    missing = [path for path in paths if not Path(path).is_file()]
    if missing and Path(missing[0]).is_dir():
        message = f"Run {name!r}: it is a folder, and a run is a file."
        raise UserError(Problem(message, missing[0], "Name the file of rankings that is in it."))
    if missing:
        hint = "Correct the path; {facet} or {split} in it stands for each of them."
        message = f"Run {name!r}: there is no such file."
        raise UserError([Problem(message, path, hint) for path in missing])

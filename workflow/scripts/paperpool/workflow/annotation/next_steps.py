"""What people have to do next, from the files of a run's annotation: how much it is, and where."""

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

from paperpool.io.files import read_json
from paperpool.workflow.annotation.open_reasons import (
    ADJUDICATED_TWICE,
    ANNOTATED_BY_MORE,
    ANNOTATED_ONCE,
    NOT_ADJUDICATED,
    NOT_ANNOTATED,
)

N_ANNOTATORS = 2


def describe_work(n_tasks: int, n_annotators: int, seconds: float) -> str:
    """Return how much work tasks are: "840 tasks × 2, about 14 hours at 30 s"."""
    hours = n_tasks * n_annotators * seconds / 3600
    minutes = max(1, round(60 * hours))
    if minutes < 60:
        time = _count(minutes, "minute")
    elif hours < 10:
        time = _count(round(hours, 1), "hour")
    else:
        time = _count(round(hours), "hour")
    times = f" × {n_annotators}" if n_annotators > 1 else ""
    return f"{_count(n_tasks, 'task')}{times}, about {time} at {seconds:g} s"


def _count(n: float, noun: str) -> str:
    """Return a number with its noun, in the plural unless it is 1."""
    if n == 1:
        return f"1 {noun}"
    if n < 1e6:
        return f"{n:,g} {noun}s"
    return f"{n:,.0f} {noun}s"


def count_tasks(path: str | Path) -> int:
    """Return the number of tasks in a file of ``tasks.write_tasks``, which has a line for each."""
    with Path(path).open("rb") as file:
        return sum(1 for _ in file) - 2  # of the brackets


def list_next_steps(below: str, made: Collection[str], settings: Any) -> Iterator[str]:
    """Yield a sentence for each thing that waits for people.

    ``below`` is the folder of the annotation, ``made`` are the files that the targets need, and
    ``settings`` those of the annotation.
    """
    seconds = settings.seconds_per_task
    tasks = f"{below}/tasks.json"
    summary = f"{below}/import.json"
    if not settings.exports and tasks in made:
        yield _ask(tasks, count_tasks(tasks), seconds, "annotation.exports")
    elif settings.exports and summary in made:
        still_open = read_json(summary)["tasks"]["open"]
        yield from _list_open(below, still_open, seconds)


def _ask(path: str, n_tasks: int, seconds: float, key: str) -> str:
    """Return the sentence that asks for the grades of a file of tasks."""
    work = describe_work(n_tasks, N_ANNOTATORS, seconds)
    table = Path(path).with_suffix(".csv").name
    return f"{work}: {path} (Label Studio; other tools: {table}). Name the grades in {key}."


def _list_open(below: str, still_open: dict[str, int], seconds: float) -> Iterator[str]:
    """Yield what is open after an import, what to do first last; ``still_open`` counts reasons."""
    listed = f"{below}/incomplete.csv"
    n_by_more = still_open.get(ANNOTATED_BY_MORE, 0)
    if n_by_more:
        yield (
            f"{_count(n_by_more, 'task')} with grades of more than two annotators: {listed}. In a "
            "table, an adjudicator's rows have adjudication in a column stage."
        )
    n_twice = still_open.get(ADJUDICATED_TWICE, 0)
    if n_twice:
        yield f"{_count(n_twice, 'pair')} adjudicated twice: {listed}. Leave one of the two out."

    n_ungraded = still_open.get(NOT_ANNOTATED, 0)
    n_once = still_open.get(ANNOTATED_ONCE, 0)
    if n_ungraded + n_once:
        missing = _count(2 * n_ungraded + n_once, "grade")
        n_tasks = _count(n_ungraded + n_once, "task")
        yield f"{n_tasks} without two grades, {missing} missing: {listed}."

    n_to_adjudicate = still_open.get(NOT_ADJUDICATED, 0)
    if n_to_adjudicate:
        _, _, time = describe_work(n_to_adjudicate, 1, seconds).partition(", ")
        path = f"{below}/adjudication_tasks.json"
        yield (
            f"{_count(n_to_adjudicate, 'pair')} to adjudicate, {time}: {path} (other tools: "
            "adjudication_tasks.csv). Add the grades to annotation.exports."
        )
    if not still_open:
        yield f"Every task is settled: {below}/release is the collection, for data.csfcube."

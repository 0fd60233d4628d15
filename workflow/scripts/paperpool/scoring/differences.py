"""Runs of a task, read and checked, as the items that their differences depend on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from paperpool.collections.collection import Collection, OpenCollection
from paperpool.collections.drawn_frame import FRAME, read_frame
from paperpool.collections.named import name_by_folder
from paperpool.errors import Problem, UserError
from paperpool.evaluation.runs import Run, first_runs
from paperpool.judging.asking import find_same
from paperpool.judging.items import Items, gather_items
from paperpool.judging.measures import Measure, parse_measure
from paperpool.scoring.adapters import find_adapter
from paperpool.scoring.checking import check_runs
from paperpool.scoring.task import Place, Task

OF_POOLS = "ndcg%20"
OF_RANKS = "ndcg@10"
"""The usual measures: of complete pools, and of collections whose runs are cut."""


@dataclass(frozen=True)
class Question:
    """Which of some runs is better: the items, the collection, and notices of the checks."""

    items: Items
    collection: Collection
    notes: list[str]


def open_graded(place: Place, where: str) -> Collection:
    """Return the collection of a place; raise UserError if people's grades are not what it has.

    ``where`` is the argument that names the place.
    """
    adapter = find_adapter(place.benchmark)
    if not adapter.IS_GRADED:
        message = f"The judgments of {place.name} are no grades that people can be asked for."
        hint = "Name CSFCube, a folder, or a collection that a run has read."
        raise UserError(Problem(message, where, hint))
    return adapter.open_data(place)


def gather_question(
    task: Task,
    collection: Collection,
    measure: str | None,
    where: str,
    read: Callable[[str, str], Run] | None = None,
) -> Question:
    """Return the items of a task's runs, which ``read`` takes from memory, or else from files.

    ``where`` is the argument that names the ``measure``. Raises UserError for runs that the checks
    refuse, for fewer than two that differ, and for a measure without such an estimator.
    """
    usual = OF_RANKS if isinstance(collection, OpenCollection) else OF_POOLS
    parsed = choose_measure(measure or usual, collection, where)

    def read_file(_: str, path: str) -> Run:
        """Return the run in a file."""
        return find_adapter(task.place.benchmark).read_rankings(path, collection)

    checked, _, notes = check_runs(task, collection, read or read_file)
    runs = first_runs(checked)
    if len(runs) < 2:
        message = "One run alone has no difference."
        raise UserError(Problem(message, "runs", "Name two runs or more."))

    items = gather_items(collection, runs, parsed, find_max_grade(collection, task.place))
    same = find_same(items)
    if len(same) == len(runs) * (len(runs) - 1) // 2:
        listed = " and ".join(same[0])
        message = f"No two runs differ where {parsed.name} looks: {listed} rank alike."
        raise UserError(
            Problem(message, "runs", "Name other runs, or a measure that looks deeper.")
        )
    for first, second in same:
        notes.append(f"{first} and {second} rank alike where {parsed.name} looks.")
    return Question(items, collection, notes)


def choose_measure(name: str, collection: Collection, where: str) -> Measure:
    """Return the measure of a name; raise UserError if a collection has no such scores."""
    parsed = parse_measure(name, where)
    if parsed.is_share and collection.is_searched:
        message = f"{parsed.name} looks at a share of a pool, and all papers are searched here."
        raise UserError(Problem(message, where, "Give a rank: NDCG@10."))

    if parsed.kind != "p" and not _gains_are_grades(collection):
        message = (
            f"{parsed.name} of the scheme {collection.scheme.name} takes other gains than grades, "
            "which its estimator counts."
        )
        raise UserError(Problem(message, where, "Give a precision: P@10."))
    return parsed


def name_collection(place: Place, collection: Collection) -> str:
    """Return a collection's name in tables: that of its folder if it has a scheme of its own."""
    if collection.scheme.is_default:
        return place.name
    return name_by_folder(place.folder)


def _gains_are_grades(collection: Collection) -> bool:
    """Return whether a grade is its own gain, as in CSFCube and in collections of others."""
    if isinstance(collection, OpenCollection):
        return True
    return list(collection.scheme.gains) == list(range(collection.scheme.n_grades))


def find_max_grade(collection: Collection, place: Place) -> float:
    """Return the highest grade that a candidate can have, also if no grade yet is as high."""
    if not isinstance(collection, OpenCollection):
        return collection.scheme.max_grade
    highest = [collection.relevant]
    highest += [max(judged.adjudicated, default=0) for judged in collection.judgments.values()]
    if "path" in place.settings:  # one in memory has none
        frame = Path(str(place.settings["path"])) / FRAME
        if frame.is_file():
            highest.append(read_frame(frame).max_grade)
    return float(np.max(highest))

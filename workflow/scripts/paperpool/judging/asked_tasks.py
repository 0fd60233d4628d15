"""Check that exports hold the requests of this run, once each, and no others."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from paperpool.annotation.material import Item
from paperpool.annotation.tasks import ANNOTATION
from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.io.strict_json import parse_json
from paperpool.io.user_text import drop_mark

_KEY_HINT = (
    "Another seed, order, size of batches or pool asks for other pairs: go back to the "
    "configuration of the time, or leave the export out."
)
_ASKED_HINT = (
    "Give the exports of all earlier batches. Where a grade of an earlier batch was changed, later "
    "batches may differ: put it back, or delete their tasks in Label Studio."
)
_TWICE_HINT = "Import tasks once into Label Studio, and give each export once."


def check_asked(paths: Sequence[str | Path], asked: Mapping[Item, int], key: str) -> None:
    """Raise UserError that lists every task with annotations outside the batches.

    ``paths`` are exports that ``read_exports`` could read, ``asked`` has the batch of each item. A
    task of a batch has its number and the run's ``key``; one of adjudication does not.
    """
    problems: list[Problem] = []
    for item, data, where in _list_tasks(paths, problems):
        if problem := _find_problem(data, item, asked, key):
            what, hint = problem
            problems.append(Problem(f"{what}: {_name_pair(item)}.", where, hint))
    if problems:
        raise UserError(first_of(problems))


def check_once(paths: Sequence[str | Path]) -> None:
    """Raise UserError with every item in two tasks of a stage with annotations in ``paths``."""
    problems: list[Problem] = []
    for _ in _list_tasks(paths, problems):
        pass
    if problems:
        raise UserError(first_of(problems))


def _list_tasks(
    paths: Sequence[str | Path], problems: list[Problem]
) -> Iterator[tuple[Item, Mapping[str, Any], str]]:
    """Yield item, data and place of each annotated task once; repeated ones go to ``problems``."""
    seen: dict[tuple[str, Item], str] = {}
    for path in paths:
        for number, task in enumerate(parse_json(drop_mark(Path(path).read_bytes())), 1):
            if not task["annotations"]:
                continue
            data = task["data"]
            item = Item(data["query_id"], data["facet"], data["candidate_id"])
            where = f"{path}, task {number}" + (f" (id {task['id']})" if "id" in task else "")
            first = seen.setdefault((data["stage"], item), where)
            if first == where:
                yield item, data, where
            else:
                what = f"Two tasks for one pair: {_name_pair(item)} ({first})."
                problems.append(Problem(what, where, _TWICE_HINT))


def _name_pair(item: Item) -> str:
    return f"query {item.query_id}, {item.facet}, candidate {item.candidate_id}"


def _find_problem(
    data: Mapping[str, Any], item: Item, asked: Mapping[Item, int], key: str
) -> tuple[str, str] | None:
    """Return the problems of a task, and a hint."""
    if data["stage"] == ANNOTATION:
        found = quote(data.get("batch_key"))
        if data.get("batch_key") != key:
            return f"A task of no batch, or of another run's (batch_key {found})", _KEY_HINT
        if item in asked and data.get("batch") != str(asked[item]):
            found = quote(data.get("batch"))
            return f"Batch {asked[item]} asked for this, not {found}", _ASKED_HINT
    if item not in asked:
        return "No batch asked for this pair", _ASKED_HINT
    return None

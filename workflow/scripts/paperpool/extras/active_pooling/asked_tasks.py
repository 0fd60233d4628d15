"""Check that exports hold the requests of this run, once each, and no others."""

from collections.abc import Iterable, Mapping

from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.workflow.annotation.export_rows import GivenTask
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.tasks import ANNOTATION

_KEY_HINT = (
    "Another seed, order, batch size or pool asks for other pairs: restore the old "
    "configuration, or leave the export out. A table of another tool keeps the columns batch and "
    "batch_key of tasks.csv."
)
_ASKED_HINT = (
    "Give the exports of all earlier batches. If a grade of an earlier batch was changed, later "
    "batches may differ: restore the grade, or delete the later batches' tasks in Label Studio."
)
_TWICE_HINT = "Import tasks once into Label Studio, and give each export once."


def check_tasks(
    tasks: Iterable[GivenTask], asked: Mapping[Item, int] | None = None, key: str = ""
) -> None:
    """Raise UserError that lists repeated tasks of an item and stage, and unrequested ones.

    If judgments are requested in batches, ``asked`` has the batch of each item. A task of a batch
    has its number and the run's ``key``; one of adjudication does not.
    """
    problems: list[Problem] = []
    seen: dict[tuple[str, Item], str] = {}
    for task in tasks:
        query, facet, candidate = task.item
        pair = f"query {query}, {facet}, candidate {candidate}"
        first = seen.setdefault((task.stage, task.item), task.where)
        if first != task.where:
            message = f"Two tasks for one pair: {pair} ({first})."
            problems.append(Problem(message, task.where, _TWICE_HINT))
        elif asked is not None:
            difference = _compare(task, asked, key)
            if difference:
                message, hint = difference
                problems.append(Problem(f"{message}: {pair}.", task.where, hint))
    if problems:
        raise UserError(first_of(problems))


def _compare(task: GivenTask, asked: Mapping[Item, int], key: str) -> tuple[str, str] | None:
    """Return how a task differs from the requests, and a hint."""
    if task.stage == ANNOTATION:
        found_key = task.data.get("batch_key")
        batch = task.data.get("batch")
        if found_key != key:
            place = f"of another run (batch_key {quote(found_key)})"
            return f"A task without a batch, or {place}", _KEY_HINT
        if task.item in asked and batch != str(asked[task.item]):
            return f"Requested in batch {asked[task.item]}, not {quote(batch)}", _ASKED_HINT

    if task.item not in asked:
        return "No batch asked for this pair", _ASKED_HINT
    return None

"""Read annotations that Label Studio exported as JSON.

An export is a list of tasks, each with its ``data`` and its ``annotations``. Drafts and predictions
are counted, not read.

Format: https://labelstud.io/guide/task_format.html. ``completed_by`` is the user's id, or an object
with id and email.
"""

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, quote
from paperpool.io.json_lists import NoList, read_json_list
from paperpool.io.strict_json import JsonObject
from paperpool.workflow.annotation.export_rows import (
    NO_GRADE,
    SKIPPED,
    Blank,
    Malformed,
    Row,
    check_place,
)
from paperpool.workflow.annotation.guidelines import CONTROL, name_grades, parse_choice
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.shown_tasks import check_shown_grades

EXPORT_HINT = (
    "In Label Studio choose Export, then JSON; JSON-MIN lacks what is needed. Another tool's "
    "grades come as CSV or JSON lines: docs/annotation.md has the columns."
)
_TASK_HINT = "Export a project whose tasks this run wrote, below annotation/."
_CONFIG_HINT = "Label with this run's config.xml: one grade per annotation."


def read_tasks(path: str | Path, problems: list[Problem]) -> Iterator[tuple[Any, str]]:
    """Yield each task of an export and its place."""
    try:
        for number, task in enumerate(read_json_list(path), 1):
            yield task, f"{path}, task {name_part(task, number)}"
    except NoList:
        problems.append(Problem("An export is a list of tasks.", str(path), EXPORT_HINT))
    except (OSError, ValueError) as error:  # ValueError: of JSON, or a path that none can have
        problems.append(Problem(f"Not readable as JSON: {error}.", str(path), EXPORT_HINT))


def name_part(value: object, number: int) -> str:
    """Return how to find the ``number``-th task or annotation: by its id if it has one."""
    if isinstance(value, dict) and isinstance(value.get("id"), int | str):
        return f"{number} (id {value['id']})"
    return str(number)


def parse_task(
    task: object, known: Collection[Item], stages: Collection[str], scheme: Scheme
) -> tuple[str, Item]:
    """Return stage and item of a task; raise Malformed if it cannot be placed."""
    if not isinstance(task, dict) or not isinstance(task.get("data"), dict):
        raise Malformed("A task without data.", EXPORT_HINT)
    data = task["data"]
    for key in ("query_id", "facet", "candidate_id", "stage"):
        if not isinstance(data.get(key), str) or not data[key]:
            raise Malformed(f"A task without {key} in its data.", _TASK_HINT)

    item = Item(data["query_id"], data["facet"], data["candidate_id"])
    check_place(data["stage"], item, known, stages, scheme, _TASK_HINT)
    check_shown_grades(data, scheme)
    if not isinstance(task.get("annotations"), list):
        raise Malformed("A task without a list of annotations.", EXPORT_HINT)
    return data["stage"], item


def count_unread(task: Mapping[str, object]) -> Counter[str]:
    """Return how many drafts and predictions a task has."""
    counts: Counter[str] = Counter()
    for kind in ("drafts", "predictions"):
        listed = task.get(kind)
        if isinstance(listed, list) and listed:
            counts[kind] = len(listed)
    return counts


def parse_annotation(annotation: object, stage: str, item: Item, scheme: Scheme) -> Row | Blank:
    """Return an annotation of a task; raise Malformed if it cannot be understood."""
    annotation = check_annotation(annotation)
    reason = find_blank_reason(annotation)
    if reason:
        return Blank(stage, item, reason)

    annotator = parse_annotator(annotation.get("completed_by"))
    choice = take_choice(annotation["result"])
    grade = parse_choice(choice, scheme)
    if grade is None:
        message = f"Unknown grade {quote(choice)}; the grades are {name_grades(scheme)}."
        raise Malformed(message, _CONFIG_HINT)
    seconds = _parse_seconds(annotation.get("lead_time"))
    return Row(stage, item, annotator, grade, seconds, _parse_time(annotation.get("created_at")))


def check_annotation(annotation: object) -> JsonObject:
    """Return an annotation if it is an object; raise Malformed for others."""
    if not isinstance(annotation, dict):
        raise Malformed("An annotation that is no object.", EXPORT_HINT)
    return annotation


def find_blank_reason(annotation: JsonObject) -> str | None:
    """Return why an annotation has no grade, None if it has a result; Malformed if unclear."""
    cancelled = annotation.get("was_cancelled", False)
    if cancelled not in (True, False, None):
        raise Malformed(f"was_cancelled is {quote(cancelled)}.", EXPORT_HINT)
    if cancelled:
        return SKIPPED

    result = annotation.get("result")
    if not isinstance(result, list):
        raise Malformed("An annotation without a list of results.", EXPORT_HINT)
    return None if result else NO_GRADE


def _parse_seconds(taken: object) -> float | None:
    """Return the seconds that an annotation took, if the export has them."""
    if isinstance(taken, int | float) and not isinstance(taken, bool) and taken >= 0:
        return float(taken)
    return None


def _parse_time(created: object) -> str | None:
    """Return the time of an annotation in UTC, if the export has it."""
    if not isinstance(created, str):
        return None
    try:
        moment = datetime.fromisoformat(created)
        moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (ValueError, OverflowError):
        return None
    return moment.isoformat(timespec="microseconds")


def find_email(annotation: JsonObject) -> str | None:
    """Return the email of who made an annotation, if the export has it."""
    completed_by = annotation.get("completed_by")
    email = completed_by.get("email") if isinstance(completed_by, dict) else None
    return email if isinstance(email, str) and email.strip() else None


def parse_annotator(completed_by: object) -> str:
    """Return an annotator's identity: the user's id, or else the email."""
    identity = completed_by
    if isinstance(completed_by, dict):
        identity = completed_by.get("id")
        if identity is None:
            identity = completed_by.get("email")

    annotator = ""
    if isinstance(identity, int | str) and not isinstance(identity, bool):
        annotator = str(identity).strip()
    if not annotator:
        raise Malformed("An annotation without its annotator (completed_by).", EXPORT_HINT)
    return annotator


def take_choice(result: list[object]) -> object:
    """Return the one grade of a result as it stands; regions of other controls do not count."""
    regions = []
    for region in result:
        if isinstance(region, dict) and region.get("from_name") == CONTROL:
            regions.append(region)
    if not regions:
        raise Malformed(f"A result without the control {CONTROL!r}.", _CONFIG_HINT)

    value = regions[0].get("value")
    choices = value.get("choices") if isinstance(value, dict) else None
    if len(regions) > 1 or not isinstance(choices, list) or len(choices) != 1:
        raise Malformed("An annotation has not exactly one grade.", _CONFIG_HINT)
    return choices[0]

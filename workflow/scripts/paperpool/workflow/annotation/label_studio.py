"""Read annotations that Label Studio exported as JSON.

An export is a list of tasks, each with its ``data`` and its ``annotations``. Drafts and predictions
are not read.

Format: https://labelstud.io/guide/task_format.html. ``completed_by`` is the user's id, or an object
with id and email.
"""

from collections.abc import Collection, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from paperpool.errors import Problem, quote
from paperpool.io.strict_json import BadJson, parse_json
from paperpool.io.user_text import drop_mark
from paperpool.workflow.annotation.export_rows import (
    NO_GRADE,
    SKIPPED,
    Blank,
    Malformed,
    Row,
    check_place,
)
from paperpool.workflow.annotation.guidelines import CONTROL, GRADES, parse_choice
from paperpool.workflow.annotation.material import Item

EXPORT_HINT = (
    "In Label Studio choose Export, then JSON; JSON-MIN lacks what is needed. Another tool's "
    "grades come as CSV or JSON lines: docs/annotation.md has the columns."
)
_TASK_HINT = "Export a project whose tasks this run wrote, below annotation/."
_CONFIG_HINT = "Label with this run's config.xml: one grade of 0-3 per annotation."


def read_tasks(path: str | Path, problems: list[Problem]) -> Iterator[tuple[Any, str]]:
    """Yield each task of an export and its place."""
    try:
        tasks = parse_json(drop_mark(Path(path).read_bytes()))
    except (OSError, BadJson) as error:
        problems.append(Problem(f"Not readable as JSON: {error}.", str(path), EXPORT_HINT))
        return
    if not isinstance(tasks, list):
        problems.append(Problem("An export is a list of tasks.", str(path), EXPORT_HINT))
        return
    for number, task in enumerate(tasks, 1):
        yield task, f"{path}, task {name_part(task, number)}"


def name_part(value: Any, number: int) -> str:
    """Return how to find the ``number``-th task or annotation: by its id if it has one."""
    found = value.get("id") if isinstance(value, dict) else None
    return f"{number} (id {found})" if isinstance(found, int | str) else str(number)


def parse_task(task: Any, known: Collection[Item], stages: Collection[str]) -> tuple[str, Item]:
    """Return stage and item of a task; raise Malformed if it cannot be placed."""
    data = task.get("data") if isinstance(task, dict) else None
    if not isinstance(data, dict):
        raise Malformed("A task without data.", EXPORT_HINT)
    values = {}
    for key in ("query_id", "facet", "candidate_id", "stage"):
        value = data.get(key)
        if not isinstance(value, str) or not value:
            raise Malformed(f"A task without {key} in its data.", _TASK_HINT)
        values[key] = value
    stage = values.pop("stage")
    item = Item(**values)
    check_place(stage, item, known, stages, _TASK_HINT)
    if not isinstance(task.get("annotations"), list):
        raise Malformed("A task without a list of annotations.", EXPORT_HINT)
    return stage, item


def parse_annotation(annotation: Any, stage: str, item: Item) -> Row | Blank:
    """Return an annotation of a task; raise Malformed if it cannot be understood."""
    if not isinstance(annotation, dict):
        raise Malformed("An annotation that is no object.", EXPORT_HINT)
    cancelled = annotation.get("was_cancelled", False)
    if cancelled not in (True, False, None):
        raise Malformed(f"was_cancelled is {quote(cancelled)}.", EXPORT_HINT)
    if cancelled:
        return Blank(stage, item, SKIPPED)
    annotator = _parse_annotator(annotation.get("completed_by"))
    result = annotation.get("result")
    if not isinstance(result, list):
        raise Malformed("An annotation without a list of results.", EXPORT_HINT)
    if not result:
        return Blank(stage, item, NO_GRADE)
    grade = _parse_grade(result)
    return Row(stage, item, annotator, grade, *_parse_times(annotation))


def _parse_times(annotation: dict[str, Any]) -> tuple[float | None, str | None]:
    """Return the seconds of an annotation and its time, if the export has them."""
    taken, at = annotation.get("lead_time"), annotation.get("created_at", "")
    is_time = isinstance(taken, int | float) and not isinstance(taken, bool) and taken >= 0
    seconds = float(taken) if is_time else None
    try:
        moment = datetime.fromisoformat(at)
        moment = moment.replace(tzinfo=moment.tzinfo or UTC).astimezone(UTC)
    except (TypeError, ValueError, OverflowError):
        return seconds, None
    return seconds, moment.isoformat(timespec="microseconds")


def _parse_annotator(completed_by: Any) -> str:
    """Return an annotator's identity: the user's id, or else the email."""
    if isinstance(completed_by, dict):
        found = completed_by.get("id")
        completed_by = completed_by.get("email") if found is None else found
    is_id = isinstance(completed_by, int | str) and not isinstance(completed_by, bool)
    annotator = str(completed_by).strip() if is_id else ""
    if not annotator:
        raise Malformed("An annotation without its annotator (completed_by).", EXPORT_HINT)
    return annotator


def _parse_grade(result: list[Any]) -> int:
    """Return the one grade of a result; regions of other controls do not count."""
    regions = [r for r in result if isinstance(r, dict) and r.get("from_name") == CONTROL]
    if not regions:
        raise Malformed(f"A result without the control {CONTROL!r}.", _CONFIG_HINT)
    value = regions[0].get("value")
    choices = value.get("choices") if isinstance(value, dict) else None
    if len(regions) > 1 or not isinstance(choices, list) or len(choices) != 1:
        raise Malformed("An annotation has not exactly one grade.", _CONFIG_HINT)
    grade = parse_choice(choices[0])
    if grade is None:
        what = f"Unknown grade {quote(choices[0])}; the grades are {', '.join(GRADES.values())}."
        raise Malformed(what, _CONFIG_HINT)
    return grade

"""Read annotations that Label Studio exported as JSON.

An export is a list of tasks, each with its ``data`` and its ``annotations``. Drafts and predictions
are not read. A row that cannot be placed (an unknown task, facet, stage or grade, two grades in one
row, no annotator, one annotator twice on an item) is an error, since reading on would drop or
misread a judgment. A skipped task or a submission without a grade is listed and counted.

Format: https://labelstud.io/guide/task_format.html. ``completed_by`` is the user's id, or an object
with id and email.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from paperpool.annotation.guidelines import CONTROL, GRADES, parse_choice
from paperpool.annotation.material import Item
from paperpool.annotation.tasks import STAGES
from paperpool.collections.facets import FACETS
from paperpool.errors import Problem, UserError, first_of, quote
from paperpool.io.strict_json import BadJson, parse_json
from paperpool.io.user_text import drop_mark

SKIPPED = "skipped"
NO_GRADE = "no_grade"

_EXPORT_HINT = "In Label Studio choose Export, then JSON; JSON-MIN and CSV lack what is needed."
_TASK_HINT = "Export a project whose tasks this run wrote, below annotation/."
_CHANGED_HINT = (
    "Pools that were drawn anew (another quota, seed, corpus or encoder) have other tasks, and "
    "another ranker or collection asks for another top-up: go back "
    "to the configuration of the time, and name its encoders in pools.encoders."
)
_CONFIG_HINT = "Label with this run's config.xml: one grade of 0-3 per annotation."
_TWICE_HINT = "Delete one of them in Label Studio and export again; give each export once."


@dataclass(frozen=True)
class Row:
    """An annotation: the grade (0-3) that an annotator gave to an item in a stage.

    ``seconds`` is the time it took, ``at`` that of submission (ISO 8601, in UTC), if exported.
    """

    stage: str
    item: Item
    annotator: str
    grade: int
    seconds: float | None = None
    at: str | None = None


@dataclass(frozen=True)
class Blank:
    """An annotation without a grade, and why (``SKIPPED`` or ``NO_GRADE``)."""

    stage: str
    item: Item
    reason: str


@dataclass(frozen=True)
class GivenTask:
    """A task with annotations: its stage and item, its ``data``, and its place in a file."""

    stage: str
    item: Item
    data: Mapping[str, Any]
    where: str


@dataclass(frozen=True)
class Exports:
    """All annotations of some exports, in their order: every row is a grade or a blank."""

    rows: list[Row] = field(default_factory=list)
    blanks: list[Blank] = field(default_factory=list)
    tasks: list[GivenTask] = field(default_factory=list)


class _Malformed(ValueError):
    """A problem of one task or annotation, and a hint."""

    def __init__(self, what: str, hint: str):
        super().__init__(what)
        self.hint = hint


def read_exports(
    paths: Sequence[str | Path], known: Collection[Item], stages: Collection[str] = STAGES
) -> Exports:
    """Read exports of ``known`` items in ``stages``; raise UserError with all problems."""
    known = frozenset(known)
    read = Exports()
    problems: list[Problem] = []
    seen: dict[tuple[str, Item, str], str] = {}
    for path in paths:
        n_before = len(read.rows) + len(read.blanks) + len(problems)
        for task, where in _read_tasks(path, problems):
            try:
                stage, item = _parse_task(task, known, stages)
            except _Malformed as error:
                problems.append(Problem(str(error), where, error.hint))
                continue
            if task["annotations"]:
                read.tasks.append(GivenTask(stage, item, task["data"], where))
            for number, annotation in enumerate(task["annotations"], 1):
                place = f"{where}, annotation {_name(annotation, number)}"
                try:
                    row = _parse_annotation(annotation, stage, item)
                except _Malformed as error:
                    problems.append(Problem(str(error), place, error.hint))
                    continue
                if isinstance(row, Blank):
                    read.blanks.append(row)
                    continue
                key = (stage, item, row.annotator)
                if key in seen:
                    what = f"Annotator {row.annotator} graded one task twice ({seen[key]})."
                    problems.append(Problem(what, place, _TWICE_HINT))
                    continue
                seen[key] = place
                read.rows.append(row)
        if len(read.rows) + len(read.blanks) + len(problems) == n_before:
            what = "The export holds no annotation."
            problems.append(Problem(what, str(path), "Annotate tasks, then export again."))
    if problems:
        raise UserError(first_of(problems))
    return read


def _read_tasks(path: str | Path, problems: list[Problem]) -> Iterator[tuple[Any, str]]:
    """Yield each task of an export and its place."""
    try:
        tasks = parse_json(drop_mark(Path(path).read_bytes()))
    except (OSError, BadJson) as error:
        problems.append(Problem(f"Not readable as JSON: {error}.", str(path), _EXPORT_HINT))
        return
    if not isinstance(tasks, list):
        problems.append(Problem("An export is a list of tasks.", str(path), _EXPORT_HINT))
        return
    for number, task in enumerate(tasks, 1):
        yield task, f"{path}, task {_name(task, number)}"


def _name(value: Any, number: int) -> str:
    """Return how to find the ``number``-th task or annotation: by its id if it has one."""
    found = value.get("id") if isinstance(value, dict) else None
    return f"{number} (id {found})" if isinstance(found, int | str) else str(number)


def _parse_task(task: Any, known: frozenset[Item], stages: Collection[str]) -> tuple[str, Item]:
    data = task.get("data") if isinstance(task, dict) else None
    if not isinstance(data, dict):
        raise _Malformed("A task without data.", _EXPORT_HINT)
    values = {}
    for key in ("query_id", "facet", "candidate_id", "stage"):
        value = data.get(key)
        if not isinstance(value, str) or not value:
            raise _Malformed(f"A task without {key} in its data.", _TASK_HINT)
        values[key] = value
    stage = values.pop("stage")
    item = Item(**values)
    if item.facet not in FACETS:
        raise _Malformed(f"Unknown facet {quote(item.facet)}.", f"One of {', '.join(FACETS)}.")
    if stage not in stages:
        raise _Malformed(f"Unknown stage {quote(stage)}.", f"Here: {', '.join(sorted(stages))}.")
    if item not in known:
        what = f"Unknown task: query {item.query_id}, {item.facet}, candidate {item.candidate_id}."
        raise _Malformed(what, f"{_TASK_HINT} {_CHANGED_HINT}")
    if not isinstance(task.get("annotations"), list):
        raise _Malformed("A task without a list of annotations.", _EXPORT_HINT)
    return stage, item


def _parse_annotation(annotation: Any, stage: str, item: Item) -> Row | Blank:
    if not isinstance(annotation, dict):
        raise _Malformed("An annotation that is no object.", _EXPORT_HINT)
    cancelled = annotation.get("was_cancelled", False)
    if cancelled not in (True, False, None):
        raise _Malformed(f"was_cancelled is {quote(cancelled)}.", _EXPORT_HINT)
    if cancelled:
        return Blank(stage, item, SKIPPED)
    annotator = _parse_annotator(annotation.get("completed_by"))
    result = annotation.get("result")
    if not isinstance(result, list):
        raise _Malformed("An annotation without a list of results.", _EXPORT_HINT)
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
        raise _Malformed("An annotation without its annotator (completed_by).", _EXPORT_HINT)
    return annotator


def _parse_grade(result: list[Any]) -> int:
    """Return the one grade of a result; regions of other controls do not count."""
    regions = [r for r in result if isinstance(r, dict) and r.get("from_name") == CONTROL]
    if not regions:
        raise _Malformed(f"A result without the control {CONTROL!r}.", _CONFIG_HINT)
    value = regions[0].get("value")
    choices = value.get("choices") if isinstance(value, dict) else None
    if len(regions) > 1 or not isinstance(choices, list) or len(choices) != 1:
        raise _Malformed("An annotation has not exactly one grade.", _CONFIG_HINT)
    grade = parse_choice(choices[0])
    if grade is None:
        what = f"Unknown grade {quote(choices[0])}; the grades are {', '.join(GRADES.values())}."
        raise _Malformed(what, _CONFIG_HINT)
    return grade

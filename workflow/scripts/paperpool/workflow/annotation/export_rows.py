"""What is read of annotators' exports: every row is a grade or a blank, of a stage and an item."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field

from paperpool.collections.schemes import Scheme
from paperpool.errors import quote
from paperpool.workflow.annotation.items import Item

SKIPPED = "skipped"
NO_GRADE = "no_grade"

CHANGED_HINT = (
    "Pools that were drawn anew (another quota, seed, corpus or encoder) have other tasks: go back "
    "to the configuration of the time, and name its encoders in pools.encoders."
)


@dataclass(frozen=True)
class Row:
    """An annotation: the grade that an annotator gave to an item in a stage.

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
class Exports:
    """All annotations of some exports, in their order: every row is a grade or a blank.

    ``unread`` counts what is no annotation (drafts and predictions). ``changed`` has the places of
    annotated tasks that showed other guidelines or texts than the run's present ones.
    """

    rows: list[Row] = field(default_factory=list)
    blanks: list[Blank] = field(default_factory=list)
    unread: Counter[str] = field(default_factory=Counter)
    changed: dict[str, list[str]] = field(default_factory=dict)


class Malformed(ValueError):
    """A problem of one task, annotation or row, and a hint."""

    def __init__(self, message: str, hint: str):
        super().__init__(message)
        self.hint = hint


class UnknownTask(Malformed):
    """The problem of an item that is none of the run's."""

    def __init__(self, item: Item, hint: str):
        place = f"query {quote(item.query_id)}, {item.facet}, candidate {quote(item.candidate_id)}"
        super().__init__(f"Unknown task: {place}.", hint)
        self.item = item


def check_place(
    stage: str,
    item: Item,
    known: Collection[Item],
    stages: Collection[str],
    scheme: Scheme,
    hint: str,
) -> None:
    """Raise Malformed unless facet, stage and item are of ``scheme``, ``stages`` and ``known``.

    ``hint`` says where the ids of tasks come from.
    """
    if item.facet not in scheme.facet_names:
        facets = ", ".join(scheme.facet_names)
        raise Malformed(f"Unknown facet {quote(item.facet)}.", f"One of {facets}.")
    if stage not in stages:
        raise Malformed(f"Unknown stage {quote(stage)}.", f"Here: {', '.join(sorted(stages))}.")
    if item not in known:
        raise UnknownTask(item, f"{hint} {CHANGED_HINT}")

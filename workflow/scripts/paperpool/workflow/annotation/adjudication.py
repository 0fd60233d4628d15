"""Settle the grades of two annotators: agreed, adjudicated, or listed as still open.

Source: CSFCube, section 4: two independent annotators, "and a third adjudicator resolved the cases
of difference"; the adjudicator may overrule both. Agreement is measured before adjudication
(Table 2), so the grades of single annotators are a table of their own.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from paperpool.collections.collection import Judgments, Pair
from paperpool.collections.schemes import UNGRADED
from paperpool.io.tables import ANNOTATOR_GRADES, make_table, read_table
from paperpool.workflow.annotation.export_rows import Exports, Row
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import Material
from paperpool.workflow.annotation.open_reasons import (
    ADJUDICATED_TWICE,
    ANNOTATED_BY_MORE,
    ANNOTATED_ONCE,
    NOT_ADJUDICATED,
    NOT_ANNOTATED,
    NOT_TO_ADJUDICATE,
)
from paperpool.workflow.annotation.tasks import (
    ADJUDICATION,
    ANNOTATION,
    Task,
    describe_facet,
    escape,
    make_task,
    order_items,
)


@dataclass(frozen=True)
class Open:
    """An item without a settled grade: why, and how many grades and blanks it has."""

    item: Item
    reason: str
    n_grades: int
    n_blanks: int


@dataclass(frozen=True)
class Settlement:
    """The outcome of every item and of every row of the exports.

    ``gold`` holds settled items; each other item is in ``open_items``. ``differing`` has the two
    grades (ascending) of items for the adjudicator, ``said`` those of all items that two annotated,
    by annotator. ``n_used`` rows made these; the others are counted in ``listed`` by reason.
    """

    gold: dict[Item, int]
    differing: dict[Item, tuple[int, int]]
    said: dict[Item, dict[str, int]]
    open_items: list[Open]
    n_used: int
    listed: dict[str, int]
    n_by_own_annotator: int
    """Adjudications by one of the item's two annotators; the paper has a third person."""

    @property
    def n_read(self) -> int:
        """Rows of the exports."""
        return self.n_used + sum(self.listed.values())


def settle(items: Sequence[Item], exports: Exports) -> Settlement:
    """Settle ``items``: a grade that both annotators gave, else the adjudicator's.

    Items annotated once or by more than two, or adjudicated by more than one, stay open.
    """
    rows: dict[str, dict[Item, list[Row]]] = {ANNOTATION: {}, ADJUDICATION: {}}
    for row in exports.rows:
        rows[row.stage].setdefault(row.item, []).append(row)
    blanks = Counter(blank.item for blank in exports.blanks)
    listed = Counter(blank.reason for blank in exports.blanks)

    gold: dict[Item, int] = {}
    differing: dict[Item, tuple[int, int]] = {}
    said: dict[Item, dict[str, int]] = {}
    still_open: list[Open] = []
    n_used = 0
    n_by_own_annotator = 0
    for item in items:
        annotations = rows[ANNOTATION].get(item, [])
        rulings = rows[ADJUDICATION].get(item, [])
        grades = sorted(row.grade for row in annotations)
        reason = _find_reason(len(annotations))
        if reason:
            listed[reason] += len(annotations)
        else:
            n_used += 2
            said[item] = {row.annotator: row.grade for row in annotations}

        if reason or grades[0] == grades[1]:
            listed[NOT_TO_ADJUDICATE] += len(rulings)
            if not reason:
                gold[item] = grades[0]
        else:
            differing[item] = (grades[0], grades[1])
            if len(rulings) == 1:
                gold[item] = rulings[0].grade
                n_used += 1
                n_by_own_annotator += rulings[0].annotator in said[item]
            else:
                reason = ADJUDICATED_TWICE if rulings else NOT_ADJUDICATED
                listed[reason] += len(rulings)

        if reason:
            n_grades = len(annotations) + len(rulings)
            still_open.append(Open(item, reason, n_grades, blanks[item]))

    counts = {reason: count for reason, count in sorted(listed.items()) if count}
    return Settlement(gold, differing, said, still_open, n_used, counts, n_by_own_annotator)


def _find_reason(n_annotations: int) -> str | None:
    """Return why an item with so many annotations stays open; None if two annotators graded it."""
    if n_annotations == 0:
        return NOT_ANNOTATED
    if n_annotations == 1:
        return ANNOTATED_ONCE
    if n_annotations > 2:
        return ANNOTATED_BY_MORE
    return None


def make_adjudication_tasks(
    settlement: Settlement, material: Material, seed: int
) -> Iterator[Task]:
    """Yield a task for each item on which its two annotators differ.

    Both grades are shown, the lower one first, so that their annotators stay unknown.
    """
    scheme = material.scheme
    for item in order_items(settlement.differing, seed):
        lower, higher = settlement.differing[item]
        names = [escape(scheme.grade_names[grade]) for grade in (lower, higher)]
        told = f"<p><b>The two annotators gave {' and '.join(names)}.</b></p>"
        guide = describe_facet(scheme, item.facet, scheme.general)
        yield make_task(item, material, ADJUDICATION, f"<div>{told}{guide}</div>")


def align_judgments(
    candidates: Sequence[str],
    settled: Mapping[str, int],
    said: Mapping[str, Mapping[str, int]],
    annotators: Sequence[str],
) -> Judgments:
    """Return a pair's judgments by those of ``annotators`` with any; missing ones are ungraded."""
    of_annotators = {}
    for annotator in annotators:
        grades = [said[candidate].get(annotator, UNGRADED) for candidate in candidates]
        if any(annotator in said[candidate] for candidate in candidates):
            of_annotators[annotator] = tuple(grades)
    adjudicated = tuple(settled.get(candidate, UNGRADED) for candidate in candidates)
    return Judgments(tuple(candidates), adjudicated, of_annotators)


def grades_table(settlement: Settlement, columns: Mapping[str, str]) -> pa.Table:
    """Return both grades of each item that two annotators graded, sorted by item and annotator.

    ``columns`` maps an annotator's identity to their column in the release (ann1, ann2, ...).
    """
    rows = []
    for item in sorted(settlement.said):
        grades = settlement.said[item]
        for identity, column in columns.items():
            if identity in grades:
                rows.append((*item, column, grades[identity], settlement.gold.get(item)))
    return make_table(rows, ANNOTATOR_GRADES)


def read_grades(path: str | Path) -> dict[Pair, Judgments]:
    """Read the table of ``grades_table``, by (query, facet); unsettled candidates are ungraded."""
    said: dict[Pair, dict[str, dict[str, int]]] = {}
    settled: dict[Pair, dict[str, int]] = {}
    annotators: dict[str, None] = {}
    for row in read_table(path, ANNOTATOR_GRADES).to_pylist():
        pair = (row["query_id"], row["facet"])
        candidate = row["candidate_id"]
        said.setdefault(pair, {}).setdefault(candidate, {})[row["annotator"]] = row["grade"]
        if row["settled"] is not None:
            settled.setdefault(pair, {})[candidate] = row["settled"]
        annotators[row["annotator"]] = None

    judgments = {}
    for pair, grades in said.items():
        judgments[pair] = align_judgments(
            list(grades), settled.get(pair, {}), grades, list(annotators)
        )
    return judgments

"""The import of annotations, whole: exports in, gold and open items, tasks and a release out."""

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from paperpool.annotation.adjudication import (
    Settlement,
    grades_table,
    make_adjudication_tasks,
    settle,
)
from paperpool.annotation.annotators import describe_annotators
from paperpool.annotation.exports import read_exports
from paperpool.annotation.further import (
    Measure,
    compare_further,
    further_table,
    read_further,
)
from paperpool.annotation.imported_release import (
    MIN_PAIRS,
    ImportedRelease,
    build_release,
    count_pairs,
)
from paperpool.annotation.material import Item, Material
from paperpool.annotation.tasks import write_tasks
from paperpool.csfcube.readable_annotations import FOLDER, write_readable
from paperpool.csfcube.release_writer import write_collection
from paperpool.errors import name_some
from paperpool.evaluation.paired_draws import Resampling
from paperpool.io.files import write_json
from paperpool.io.tables import write_csv, write_table

OPEN_COLUMNS = "query_id facet candidate_id reason n_grades n_blanks".split()

_LOG = logging.getLogger("paperpool")


WRITTEN = (
    "adjudication_tasks incomplete grades further_grades further annotators summary release"
).split()
"""What an import writes: ``release`` is a folder, the others are files."""


def import_annotations(
    material: Material,
    exports: Sequence[str | Path],
    further: Mapping[str, Sequence[str | Path]],
    measures: Mapping[str, Measure],
    resampling: Resampling,
    paths: Mapping[str, str | Path],
    batches: Mapping[Item, int] | None = None,
) -> None:
    """Read ``exports`` and ``further`` and write everything that follows from them.

    ``paths`` has those of ``WRITTEN``. ``batches`` has the batch of each item that was asked for,
    where judgments are asked for in batches: only these items are expected, and the adjudicator's
    tasks are those of the last batch.

    Nothing is written when an export is malformed. Until every facet has two complete pairs the
    release cannot be evaluated; it is written all the same, with a warning that says why.
    Raises UserError as ``read_exports`` and ``read_further`` do.
    """
    items, seed = material.items(), resampling.seed
    annotations = read_exports(exports, items)
    settlement = settle(items if batches is None else list(batches), annotations)
    passes, passes_read = read_further(further, items)
    release = build_release(material, settlement, seed)
    differing = list(settlement.differing)
    if batches:
        last = max(batches.values())
        differing = [item for item in differing if batches[item] == last]
    tasks = make_adjudication_tasks(settlement, material, seed, differing)
    write_tasks(tasks, paths["adjudication_tasks"])
    write_csv(
        paths["incomplete"],
        pd.DataFrame(
            [(*o.item, o.reason, o.n_grades, o.n_blanks) for o in settlement.open_items],
            columns=OPEN_COLUMNS,
        ),
    )
    columns = {identity: column for column, identity in release.annotators.items()}
    write_table(paths["grades"], grades_table(settlement, columns))
    write_csv(
        paths["annotators"],
        describe_annotators(annotations.rows, settlement, columns, measures["rho"], resampling),
    )
    write_table(paths["further_grades"], further_table(passes))
    judged = release.collection.judgments  # of a half-done pair only what was easy is settled
    gold = {item: grade for item, grade in settlement.gold.items() if item[:2] in judged}
    write_csv(paths["further"], compare_further(passes, gold, measures))
    write_collection(release.collection, paths["release"])
    write_readable(release.collection, Path(paths["release"]) / FOLDER)
    in_further = {
        name: {"read": len(read.rows) + len(read.blanks), "used": len(read.rows)}
        for name, read in passes_read.items()
    }
    write_json(paths["summary"], _summarise(material, settlement, release, in_further))
    _report(settlement, release)


def _summarise(
    material: Material,
    settlement: Settlement,
    release: ImportedRelease,
    further: Mapping[str, Mapping[str, int]],
) -> dict[str, Any]:
    """Return the summary: rows read = used + listed, tasks = agreed + adjudicated + open."""
    n_adjudicated = sum(item in settlement.gold for item in settlement.differing)
    reasons = [o.reason for o in settlement.open_items]
    return {
        "rows": {
            "read": settlement.n_read,
            "used": settlement.n_used,
            "listed": settlement.listed,
        },
        "tasks": {
            "all": len(settlement.gold) + len(settlement.open_items),
            "agreed": len(settlement.gold) - n_adjudicated,
            "adjudicated": n_adjudicated,
            "open": {reason: reasons.count(reason) for reason in sorted(set(reasons))},
        },
        "candidates_without_text": sum(map(len, material.without_text.values())),
        "adjudicated_by_own_annotator": settlement.n_by_own_annotator,
        "annotators": release.annotators,
        "further": further,
        "release": {
            "pairs": count_pairs(release.collection),
            "left_out": release.left_out,
            "unlabelled": release.unlabelled,
            "lacks": release.lacks,
        },
    }


def _report(settlement: Settlement, release: ImportedRelease) -> None:
    """Log what the user has to do next or to look at."""
    waiting = len(settlement.differing) - sum(i in settlement.gold for i in settlement.differing)
    if waiting:
        _LOG.warning("%d of %d items that annotators grade differently wait for an adjudicator: "
                     "import adjudication_tasks.json into Label Studio.",
                     waiting, len(settlement.differing))  # fmt: skip
    if release.left_out:
        _LOG.warning(
            "%d (query, facet) pairs have open items and are no part of the release: %s. "
            "incomplete.csv lists the items.",
            len(release.left_out),
            name_some(list(release.left_out)),
        )
    if release.unlabelled:
        _LOG.warning(
            "%d (query, facet) pairs are no part of the release, whatever their grades: no "
            "sentence of the query has the label of the facet: %s.",
            len(release.unlabelled),
            name_some(release.unlabelled),
        )
    if release.lacks:
        _LOG.warning(
            "The release cannot be evaluated yet: fewer than %d complete pairs of %s.",
            MIN_PAIRS,
            ", ".join(release.lacks),
        )
    if settlement.n_by_own_annotator:
        _LOG.warning(
            "%d adjudications are by one of the two annotators of the item.",
            settlement.n_by_own_annotator,
        )

"""Import annotations: exports in; gold and open items, tasks and a release out.

Only (query, facet) pairs with a settled grade for every candidate of the pool enter the release: an
unjudged candidate would be scored as unrelated.
"""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd

from paperpool.collections.collection import Collection, Judgments, pair_name
from paperpool.collections.facets import FACETS
from paperpool.csfcube.paper_folds import make_folds
from paperpool.errors import name_some
from paperpool.evaluation.paired_draws import Resampling
from paperpool.io.files import write_json
from paperpool.io.tables import write_csv, write_table
from paperpool.workflow.annotation.adjudication import (
    Settlement,
    align_judgments,
    grades_table,
    make_adjudication_tasks,
    settle,
)
from paperpool.workflow.annotation.annotators import describe_annotators
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.further import (
    Measure,
    compare_further,
    further_table,
    read_further,
)
from paperpool.workflow.annotation.material import Item, Material
from paperpool.workflow.annotation.task_tables import write_task_table
from paperpool.workflow.annotation.tasks import ADJUDICATION, order_items, write_tasks
from paperpool.workflow.csfcube.readable_annotations import FOLDER, write_readable
from paperpool.workflow.csfcube.release_writer import write_collection

MIN_PAIRS = 2
"""Pairs of each facet that a half of the evaluation splits needs to be non-empty."""


@dataclass(frozen=True)
class ImportedRelease:
    """A collection of the complete pairs, and the pairs left out.

    ``left_out`` counts the open items of each incomplete pair; ``unlabelled`` names the pairs whose
    query has no sentence of its facet to rank by. ``annotators`` maps columns (ann1, ann2, ...) to
    identities, ``lacks`` names the facets with too few pairs to be evaluated.
    """

    collection: Collection
    left_out: dict[str, int]
    unlabelled: list[str]
    annotators: dict[str, str]
    lacks: list[str]


def build_release(material: Material, settlement: Settlement, seed: int) -> ImportedRelease:
    """Return the release of the complete pairs; ``seed`` draws folds and order.

    Candidates of a pair stand in the order of the tasks, which hides their sources.
    """
    still_open = Counter(pair_name(*o.item[:2]) for o in settlement.open_items)
    unlabelled = material.unlabelled()
    complete = [
        query
        for query in material.queries
        if (name := pair_name(query.paper_id, query.facet)) not in unlabelled
        and not still_open[name]
    ]
    columns = name_annotators(settlement)
    pairs = [(query.paper_id, query.facet) for query in complete]
    items: dict[tuple[str, str], list[Item]] = {pair: [] for pair in pairs}
    for item in order_items(material.items(), seed):
        if item[:2] in items and item in settlement.gold:  # in batches, what was asked for
            items[item[:2]].append(item)
    pools = {query.paper_id: material.pools[query.paper_id] for query in complete}
    ids = dict.fromkeys(i for query, pool in pools.items() for i in (query, *pool.candidates))
    collection = Collection(
        {i: material.papers[i] for i in ids},
        pools,
        {pair: _judge(items[pair], settlement, columns) for pair in pairs},
        make_folds(pairs, seed),
        complete,
    )
    counts = count_pairs(collection)
    lacks = [facet for facet in FACETS if counts[facet] < MIN_PAIRS]
    names = {column: identity for identity, column in columns.items()}
    return ImportedRelease(collection, dict(sorted(still_open.items())), unlabelled, names, lacks)


def name_annotators(settlement: Settlement, first: int = 1) -> dict[str, str]:
    """Return the column of each annotator in a release: ``ann<first>`` and on, by identity."""
    identities = sorted({a for grades in settlement.said.values() for a in grades}, key=_by_number)
    return {identity: f"ann{number}" for number, identity in enumerate(identities, first)}


def _by_number(identity: str) -> tuple[int, int, str]:
    """Sort ids of users as numbers, before emails."""
    if identity.isascii() and identity.isdigit():
        return 0, int(identity), identity
    return 1, 0, identity


def _judge(items: list[Item], settlement: Settlement, columns: dict[str, str]) -> Judgments:
    """Return the judgments of a complete pair."""
    said = {
        item.candidate_id: {columns[a]: grade for a, grade in settlement.said[item].items()}
        for item in items
    }
    settled = {item.candidate_id: settlement.gold[item] for item in items}
    return align_judgments(list(said), settled, said, list(columns.values()))


def count_pairs(collection: Collection) -> dict[str, int]:
    """Return how many (query, facet) pairs of each facet a collection has."""
    return {facet: len(collection.pairs(facet)) for facet in FACETS}


OPEN_COLUMNS = "query_id facet candidate_id reason n_grades n_blanks".split()

_LOG = logging.getLogger("paperpool")


WRITTEN = (
    "adjudication_tasks adjudication_table incomplete grades further_grades further annotators "
    "summary release"
).split()
"""The files of an import: ``release`` is a folder, the others are files."""


def import_annotations(
    material: Material,
    exports: Sequence[str | Path],
    further: Mapping[str, Sequence[str | Path]],
    measures: Mapping[str, Measure],
    resampling: Resampling,
    paths: Mapping[str, str | Path],
    batches: Mapping[Item, int] | None = None,
) -> None:
    """Read ``exports`` and ``further`` and write the files of ``WRITTEN`` to ``paths``.

    ``batches`` has the batch of each item, if judgments are requested in batches: only these items
    are expected, and the adjudicator's tasks are those of the last batch.

    No file is written if an export is malformed (UserError, as of ``read_exports``). A release with
    too few pairs to be evaluated is written, with a warning.
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
    write_task_table(
        order_items(differing, seed),
        material.papers,
        ADJUDICATION,
        paths["adjudication_table"],
        grades=settlement.differing,
    )
    still_open = [(*o.item, o.reason, o.n_grades, o.n_blanks) for o in settlement.open_items]
    write_csv(paths["incomplete"], pd.DataFrame(still_open, columns=OPEN_COLUMNS))
    columns = {identity: column for column, identity in release.annotators.items()}
    write_table(paths["grades"], grades_table(settlement, columns))
    rho = measures["rho"]
    described = describe_annotators(annotations.rows, settlement, columns, rho, resampling)
    write_csv(paths["annotators"], described)
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
        "rows": {"read": settlement.n_read, "used": settlement.n_used, "listed": settlement.listed},
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
    """Log the user's next steps."""
    differing, own = settlement.differing, settlement.n_by_own_annotator
    if waiting := sum(item not in settlement.gold for item in differing):
        text = "%d of %d items that annotators grade differently wait for an adjudicator"
        _LOG.info(text, waiting, len(differing))
    if left_out := list(release.left_out):
        text = (
            "%d (query, facet) pairs have open items and are no part of the release: %s. "
            "incomplete.csv lists the items."
        )
        _LOG.warning(text, len(left_out), name_some(left_out))
    if unlabelled := release.unlabelled:
        text = (
            "%d (query, facet) pairs are no part of the release, whatever their grades: no "
            "sentence of the query has the label of the facet: %s."
        )
        _LOG.warning(text, len(unlabelled), name_some(unlabelled))
    if lacks := ", ".join(release.lacks):
        text = "The release cannot be evaluated yet: fewer than %d complete pairs of %s."
        _LOG.warning(text, MIN_PAIRS, lacks)
    if own:
        _LOG.warning("%d adjudications are by one of the two annotators of the item.", own)

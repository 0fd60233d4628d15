"""Import annotations: exports in; gold and open items, tasks and a release out.

Only (query, facet) pairs with a settled grade for every candidate of the pool enter the release: an
unjudged candidate would be scored as unrelated.
"""

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Any

import pandas as pd

from paperpool.collections.collection import Collection, Judgments, Pair, pair_name
from paperpool.csfcube.paper_folds import make_folds
from paperpool.errors import UserError, first_of, name_some
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
from paperpool.workflow.annotation.export_rows import Exports
from paperpool.workflow.annotation.exports import find_same_files, read_exports
from paperpool.workflow.annotation.further import (
    Measure,
    compare_further,
    further_table,
    read_further,
)
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import Material
from paperpool.workflow.annotation.task_tables import write_task_table
from paperpool.workflow.annotation.tasks import (
    ADJUDICATION,
    ANNOTATION,
    make_task,
    order_items,
    write_tasks,
)
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
    still_open: Counter[str] = Counter()
    for open_item in settlement.open_items:
        still_open[pair_name(open_item.item.query_id, open_item.item.facet)] += 1
    unlabelled = material.unlabelled()
    complete = []
    for query in material.queries:
        name = pair_name(query.paper_id, query.facet)
        if name not in unlabelled and not still_open[name]:
            complete.append(query)

    columns = name_annotators(settlement)
    pairs = [(query.paper_id, query.facet) for query in complete]
    items: dict[Pair, list[Item]] = {pair: [] for pair in pairs}
    for item in order_items(material.items(), seed):
        pair = (item.query_id, item.facet)
        if pair in items:
            items[pair].append(item)

    pools = {query.paper_id: material.pools[query.paper_id] for query in complete}
    papers = {}
    for query, pool in pools.items():
        for paper_id in (query, *pool.candidates):
            papers[paper_id] = material.papers[paper_id]
    judgments = {pair: _judge(items[pair], settlement, columns) for pair in pairs}
    scheme = material.scheme
    folds = make_folds(pairs, scheme.facet_names, seed)
    collection = Collection(
        papers, pools, judgments, folds, complete, relevant=scheme.relevant, scheme=scheme
    )

    counts = count_pairs(collection)
    lacks = [facet for facet in scheme.facet_names if counts[facet] < MIN_PAIRS]
    names = {column: identity for identity, column in columns.items()}
    left_out = dict(sorted(still_open.items()))
    return ImportedRelease(collection, left_out, unlabelled, names, lacks)


def name_annotators(settlement: Settlement, first: int = 1) -> dict[str, str]:
    """Return the column of each annotator in a release: ``ann<first>`` and on, by identity."""
    identities: set[str] = set()
    for grades in settlement.said.values():
        identities.update(grades)
    ordered = sorted(identities, key=_by_number)
    return {identity: f"ann{number}" for number, identity in enumerate(ordered, first)}


def _by_number(identity: str) -> tuple[int, int, str]:
    """Sort ids of users as numbers, before emails."""
    if identity.isascii() and identity.isdigit():
        return 0, int(identity), identity
    return 1, 0, identity


def _judge(items: list[Item], settlement: Settlement, columns: dict[str, str]) -> Judgments:
    """Return the judgments of a complete pair."""
    said: dict[str, dict[str, int]] = {}
    settled = {}
    for item in items:
        said[item.candidate_id] = {}
        for annotator, grade in settlement.said[item].items():
            said[item.candidate_id][columns[annotator]] = grade
        settled[item.candidate_id] = settlement.gold[item]
    return align_judgments(list(said), settled, said, list(columns.values()))


def count_pairs(collection: Collection) -> dict[str, int]:
    """Return how many (query, facet) pairs of each facet a collection has."""
    return {facet: len(collection.pairs(facet)) for facet in collection.scheme.facet_names}


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
    scheme_file: str | Path,
    paths: Mapping[str, str | Path],
) -> None:
    """Read ``exports`` and ``further`` and write the files of ``WRITTEN`` to ``paths``.

    ``scheme_file`` is that of the material's scheme.

    No file is written if an export is malformed (UserError, as of ``read_exports``). A release with
    too few pairs to be evaluated is written, with a warning.
    """
    items = material.items()
    scheme = material.scheme
    seed = resampling.seed
    same = find_same_files([*exports, *chain.from_iterable(further.values())])
    if same:
        raise UserError(first_of(same))
    annotations = read_exports(
        exports, items, scheme, write=lambda item: make_task(item, material, ANNOTATION)
    )
    settlement = settle(items, annotations)
    passes, passes_read = read_further(further, items, scheme)
    release = build_release(material, settlement, seed)

    tasks = make_adjudication_tasks(settlement, material, seed)
    write_tasks(tasks, paths["adjudication_tasks"])
    write_task_table(
        order_items(settlement.differing, seed),
        material.papers,
        scheme,
        ADJUDICATION,
        paths["adjudication_table"],
        grades=settlement.differing,
    )

    # tables of items, grades and annotators
    still_open = []
    for item in settlement.open_items:
        still_open.append((*item.item, item.reason, item.n_grades, item.n_blanks))
    write_csv(paths["incomplete"], pd.DataFrame(still_open, columns=OPEN_COLUMNS))
    columns = {identity: column for column, identity in release.annotators.items()}
    write_table(paths["grades"], grades_table(settlement, columns))
    rho = measures["rho"]
    described = describe_annotators(annotations.rows, settlement, columns, rho, scheme, resampling)
    write_csv(paths["annotators"], described)

    # of a half-done pair only the easy candidates are settled, so that complete pairs alone count
    write_table(paths["further_grades"], further_table(passes))
    judged = release.collection.judgments
    gold = {
        item: grade
        for item, grade in settlement.gold.items()
        if (item.query_id, item.facet) in judged
    }
    write_csv(paths["further"], compare_further(passes, gold, measures, scheme))

    write_collection(release.collection, paths["release"], scheme_file)
    write_readable(release.collection, Path(paths["release"]) / FOLDER)
    in_further = {}
    for name, of_pass in passes_read.items():
        n_used = len(of_pass.rows)
        in_further[name] = {"read": n_used + len(of_pass.blanks), "used": n_used}
    summary = _summarise(material, settlement, release, in_further)
    changed = {kind: len(places) for kind, places in sorted(annotations.changed.items())}
    not_read = dict(sorted(annotations.unread.items()))
    write_json(paths["summary"], summary | {"not_read": not_read, "changed_tasks": changed})
    _report(settlement, release)
    _report_tasks(annotations)


def _summarise(
    material: Material,
    settlement: Settlement,
    release: ImportedRelease,
    further: Mapping[str, Mapping[str, int]],
) -> dict[str, Any]:
    """Return the summary: rows read = used + listed, tasks = agreed + adjudicated + open."""
    n_adjudicated = sum(item in settlement.gold for item in settlement.differing)
    reasons = Counter(item.reason for item in settlement.open_items)
    return {
        "rows": {"read": settlement.n_read, "used": settlement.n_used, "listed": settlement.listed},
        "tasks": {
            "all": len(settlement.gold) + len(settlement.open_items),
            "agreed": len(settlement.gold) - n_adjudicated,
            "adjudicated": n_adjudicated,
            "open": dict(sorted(reasons.items())),
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


def _report_tasks(annotations: Exports) -> None:
    """Log what the tasks of the exports have besides annotations, and what they show otherwise."""
    for kind, n in sorted(annotations.unread.items()):
        text = "%d %s are no annotations and do not count; drafts count once they are submitted."
        _LOG.info(text, n, kind)
    for kind, places in sorted(annotations.changed.items()):
        text = (
            "%d annotated tasks show other %s than this run writes now: %s. Their grades are kept; "
            "if the meaning changed, have these tasks graded anew."
        )
        _LOG.warning(text, len(places), kind, name_some(places, 3))


def _report(settlement: Settlement, release: ImportedRelease) -> None:
    """Log the user's next steps."""
    waiting = sum(item not in settlement.gold for item in settlement.differing)
    if waiting:
        text = "%d of %d items that annotators grade differently wait for an adjudicator"
        _LOG.info(text, waiting, len(settlement.differing))
    if release.left_out:
        text = (
            "%d (query, facet) pairs have open items and are no part of the release: %s. "
            "incomplete.csv lists the items."
        )
        _LOG.warning(text, len(release.left_out), name_some(list(release.left_out)))
    if release.unlabelled:
        text = (
            "%d (query, facet) pairs are no part of the release, whatever their grades: no "
            "sentence of the query has the label of the facet: %s."
        )
        _LOG.warning(text, len(release.unlabelled), name_some(release.unlabelled))
    if release.lacks:
        text = "The release cannot be evaluated yet: fewer than %d complete pairs of %s."
        _LOG.warning(text, MIN_PAIRS, ", ".join(release.lacks))
    if settlement.n_by_own_annotator:
        text = "%d adjudications are by one of the two annotators of the item."
        _LOG.warning(text, settlement.n_by_own_annotator)

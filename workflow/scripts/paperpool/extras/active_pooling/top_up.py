"""Top up a collection: people judge the finds of rankings of the whole corpus that the pools lack.

The first pairs of ``list_unjudged`` are requested, as tasks without a mark of their own, so that a
larger top-up goes on with the judgments of a smaller one.

The written release keeps splits, queries and files without a new judgment byte for byte, and in
others every value and its place. New candidates and papers come behind the old ones. The people of
a top-up get columns of their own (``relevance_ann5`` ...), as they may be others than those of the
collection; their missing grades are ungraded.
"""

import json
import logging
import re
import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pandas as pd

from paperpool.collections.collection import Paper, Pool, Query
from paperpool.collections.csfcube_release import (
    ABSTRACTS,
    JUDGMENTS,
    POOL,
    list_files,
    read_collection,
    read_papers,
)
from paperpool.collections.schemes import UNGRADED, find_collection_scheme, read_scheme
from paperpool.errors import Problem, UserError
from paperpool.extras.active_pooling.asked_tasks import check_tasks
from paperpool.io.files import read_unique_json, write_json, writing
from paperpool.io.tables import write_csv
from paperpool.workflow.annotation.adjudication import (
    Open,
    Settlement,
    make_adjudication_tasks,
    settle,
)
from paperpool.workflow.annotation.export_rows import Exports
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.importing import name_annotators
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import Material, gather_material
from paperpool.workflow.annotation.tasks import ANNOTATION, Task, make_task, write_tasks
from paperpool.workflow.annotation.texts import gather_papers
from paperpool.workflow.annotation.unjudged_pairs import UNJUDGED_COLUMNS, WEIGHED
from paperpool.workflow.csfcube.release_writer import format_paper

_COLUMN = re.compile(r"relevance_ann(\d+)")
_HINT = "Compare with the release's own files (snakemake fetch_csfcube)."


def write_topped_release(
    folder: str | Path,
    settlement: Settlement,
    found_by: Mapping[Item, Sequence[str]],
    papers: Mapping[str, Paper],
    output: str | Path,
) -> None:
    """Write the collection of ``folder`` to ``output`` with the settled grades added.

    ``found_by`` has every item, all unjudged in the collection, and the rankers that found it: the
    sources of a candidate that comes new into a pool. ``papers`` has the texts.
    """
    folder = Path(folder)
    output = Path(output)
    added = [item for item in found_by if item in settlement.gold]
    scheme = read_scheme(find_collection_scheme(folder))
    names = {JUDGMENTS.format(facet=facet): facet for facet in scheme.facet_names}
    values = {name: read_unique_json(folder / name, _HINT) for name in (POOL, *names)}
    columns = name_annotators(settlement, 1 + _last_column(values[name] for name in names))

    changed: set[str] = set()
    for name, facet in names.items():
        of_facet = [item for item in added if item.facet == facet]
        for query, items in _group_by_query(of_facet).items():
            _add_judgments(values[name][query], items, settlement, columns)
            changed.add(name)
    for query, items in _group_by_query(added).items():
        candidates = {item.candidate_id: found_by[item] for item in items}
        _add_candidates(values[POOL][query], candidates)
        changed.add(POOL)

    for name in list_files(scheme):
        if name in changed:
            write_json(output / name, values[name])
        elif name == ABSTRACTS:
            new = {item.candidate_id for item in added} - set(read_papers(folder / name))
            texts = [papers[paper_id] for paper_id in sorted(new)]
            _write_abstracts(folder / name, texts, output / name)
        else:
            with writing(output / name) as part:
                shutil.copyfile(folder / name, part)


def _last_column(judgments: Iterable[Mapping[str, Any]]) -> int:
    """Return the highest number of an annotator's column, 0 without numbers."""
    numbers = [0]
    for queries in judgments:
        for entry in queries.values():
            for key in entry:
                column = _COLUMN.fullmatch(key)
                if column:
                    numbers.append(int(column[1]))
    return max(numbers)


def _group_by_query(items: Iterable[Item]) -> dict[str, list[Item]]:
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(item.query_id, []).append(item)
    return groups


def _add_judgments(
    entry: dict[str, Any], items: Sequence[Item], settlement: Settlement, columns: Mapping[str, str]
) -> None:
    """Add the settled grades of ``items`` to the judgments of a (query, facet) pair, in place."""
    n_before = len(entry["cands"])
    said = [settlement.said[item] for item in items]
    for key in entry:
        if key.startswith("relevance_ann"):
            entry[key] += [UNGRADED] * len(items)
    if isinstance(entry.get("relevance_max"), list):  # no reader needs it
        entry["relevance_max"] += [max(grades.values()) for grades in said]
    if isinstance(entry.get("relevance_min"), list):
        entry["relevance_min"] += [min(grades.values()) for grades in said]

    for identity, column in columns.items():
        if any(identity in grades for grades in said):
            new = [grades.get(identity, UNGRADED) for grades in said]
            entry[f"relevance_{column}"] = [UNGRADED] * n_before + new
    entry["cands"] += [item.candidate_id for item in items]
    entry["relevance_adju"] += [settlement.gold[item] for item in items]


def _add_candidates(pool: dict[str, Any], found_by: Mapping[str, Sequence[str]]) -> None:
    """Add the candidates that a pool lacks, in place."""
    held = set(pool["cands"])
    for candidate, sources in found_by.items():
        if candidate not in held:
            pool["cands"].append(candidate)
            pool["cand_source"].append(list(sources))


def _write_abstracts(source: Path, papers: Sequence[Paper], path: Path) -> None:
    """Write the file ``source`` to ``path``, with a line for each of ``papers`` behind it."""
    with writing(path) as part:
        shutil.copyfile(source, part)
        with part.open("rb+") as file:
            text = file.read()
            lines = [json.dumps(format_paper(paper), ensure_ascii=False) for paper in papers]
            if lines and text and not text.endswith(b"\n"):
                file.write(b"\n")
            file.write("".join(f"{line}\n" for line in lines).encode())


TOP_UP_COLUMNS = [*UNJUDGED_COLUMNS, "state", "reason", "grade"]

ASKED = "asked"
INCOMPLETE = "incomplete"
SETTLED = "settled"
NO_TEXT = "no_text"
"""The states of a pair: ungraded, incomplete, settled, or without a text and so no task."""

_LOG = logging.getLogger("paperpool")


def choose_top_up(unjudged: str | Path, size: int) -> pd.DataFrame:
    """Return the first ``size`` rows of ``list_unjudged``; UserError if it is missing."""
    ids = dict.fromkeys([*UNJUDGED_COLUMNS[:3], "rankers"], str)
    table = pd.read_csv(unjudged, dtype=ids, keep_default_na=False, nrows=size)
    if table.empty:
        message = f"There is nothing to ask for: the first {WEIGHED} of each ranking are judged."
        hint = "Leave annotation.top_up at null, or let other rankers search the corpus."
        raise UserError(Problem(message, str(unjudged), hint))

    if len(table) < size:
        _LOG.warning("Only %d pairs are left to ask for, of %d wanted.", len(table), size)
    return table


def list_items(table: pd.DataFrame) -> list[Item]:
    """Return the items of a table whose first columns are query, facet and candidate."""
    items = []
    for row in table.itertuples(index=False):
        items.append(Item(row.query_id, row.facet, row.candidate_id))
    return items


def read_top_up(
    items: Sequence[Item],
    collection: str | Path,
    papers: Sequence[str | Path],
    sentences: Sequence[str | Path],
) -> Material:
    """Return the texts of some items: those of the collection in a folder, else the corpus's.

    ``papers`` are the tables of the corpus, ``sentences`` those of its labelled sentences. A
    query's pool holds the requests of all its facets; only ``items`` are of one facet.
    """
    released = read_collection(collection)
    labelled = {paper_id: released.labelled(paper_id) for paper_id in released.papers}
    requested: dict[str, dict[str, tuple[str, ...]]] = {}
    queries: dict[tuple[str, str], Query] = {}
    named: set[str] = set()
    for item in items:
        requested.setdefault(item.query_id, {})[item.candidate_id] = ()
        queries[item.query_id, item.facet] = Query(item.query_id, item.facet)
        named.update((item.query_id, item.candidate_id))

    pools = {}
    for query, found in requested.items():
        pools[query] = Pool(tuple(found), tuple(found.values()))
    papers_of_items = gather_papers(named, labelled, papers, sentences, released.scheme)
    return gather_material(list(queries.values()), pools, papers_of_items, released.scheme)


def make_top_up_tasks(items: Sequence[Item], material: Material) -> Iterator[Task]:
    """Yield the tasks of the requests, in their order, but of candidates with a text alone."""
    for item in list_askable(items, material):
        yield make_task(item, material, ANNOTATION)


def list_askable(items: Iterable[Item], material: Material) -> list[Item]:
    """Return the items both of whose papers have a text."""
    return [item for item in items if _has_texts(item, material)]


def _has_texts(item: Item, material: Material) -> bool:
    return item.query_id in material.papers and item.candidate_id in material.papers


def import_top_up(
    table: pd.DataFrame,
    material: Material,
    exports: Sequence[str | Path],
    seed: int,
    collection: str | Path,
    states: str | Path,
    tasks: str | Path,
    release: str | Path,
) -> None:
    """Read the exports of a top-up; write the state of each pair, and the topped-up collection.

    ``table`` is that of ``choose_top_up``, of the folder ``collection``; ``tasks`` are the
    adjudicator's. Raises UserError as ``read_exports`` and ``check_tasks`` do, and writes no file.
    """
    items = list_askable(list_items(table), material)
    annotations = read_exports(exports, items, material.scheme)
    check_tasks(annotations.tasks)
    settlement = settle(items, annotations)
    write_tasks(make_adjudication_tasks(settlement, material, seed), tasks)
    write_csv(states, list_states(table, material, settlement))
    found_by = dict(zip(list_items(table), table.rankers.str.split(";"), strict=True))
    write_topped_release(collection, settlement, found_by, material.papers, release)
    _report(settlement, annotations)


def list_states(
    table: pd.DataFrame, material: Material, settlement: Settlement | None = None
) -> pd.DataFrame:
    """Return the table of ``TOP_UP_COLUMNS``: the state of each pair, and its settled grade.

    ``reason`` is that of incomplete.csv. Without a settlement every pair is requested.
    """
    gold: dict[Item, int] = {}
    still_open: dict[Item, Open] = {}
    if settlement:
        gold = settlement.gold
        still_open = {open_item.item: open_item for open_item in settlement.open_items}

    rows: list[tuple[str, str, int | None]] = []
    for item in list_items(table):
        open_item = still_open.get(item)
        if item in gold:
            rows.append((SETTLED, "", gold[item]))
        elif not _has_texts(item, material):
            rows.append((NO_TEXT, "", None))
        elif open_item is None or not (open_item.n_grades or open_item.n_blanks):
            rows.append((ASKED, "", None))
        else:
            rows.append((INCOMPLETE, open_item.reason, None))
    states = pd.DataFrame(rows, columns=TOP_UP_COLUMNS[-3:], index=table.index)
    return pd.concat([table, states.astype({"grade": "Int64"})], axis=1)


def _report(settlement: Settlement, annotations: Exports) -> None:
    """Log how many pairs are settled, and how many wait for an adjudicator."""
    waiting = sum(item not in settlement.gold for item in settlement.differing)
    n_asked = len(settlement.gold) + len(settlement.open_items)
    _LOG.info(
        "%d of %d pairs are settled, by %d of %d annotations and %d blanks",
        len(settlement.gold),
        n_asked,
        settlement.n_used,
        len(annotations.rows),
        len(annotations.blanks),
    )
    if waiting:
        _LOG.warning(
            "%d pairs that annotators grade differently wait for an adjudicator: import "
            "top_up_adjudication_tasks.json into Label Studio.",
            waiting,
        )
    if not settlement.gold:
        _LOG.warning("No pair is settled: the release is the collection as it was.")

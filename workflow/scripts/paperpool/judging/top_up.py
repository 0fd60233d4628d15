"""A top-up: people judge what rankings of the whole corpus found and the pools lack.

``list_unjudged`` says what would matter most; the first of it are asked for, as tasks of the same
form as those of the pools. A task carries no mark of its own: what was asked for is known by query,
facet and candidate, so that a larger top-up goes on with the judgments of a smaller one.
"""

import logging
from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd

from paperpool.annotation.adjudication import Settlement, make_adjudication_tasks, settle
from paperpool.annotation.exports import Exports, read_exports
from paperpool.annotation.material import Item, Material, gather_material, gather_papers
from paperpool.annotation.tasks import ANNOTATION, Task, describe_facet, make_task, write_tasks
from paperpool.collections.collection import Pool, Query
from paperpool.collections.csfcube_release import read_collection
from paperpool.errors import Problem, UserError
from paperpool.evaluation.holes import UNJUDGED_COLUMNS, WEIGHED
from paperpool.io.tables import write_csv
from paperpool.judging.asked_tasks import check_once
from paperpool.judging.topped_release import write_topped_release

TOP_UP_COLUMNS = [*UNJUDGED_COLUMNS, "state", "reason", "grade"]

ASKED, INCOMPLETE, SETTLED, UNTOLD = "asked", "incomplete", "settled", "no_text"
"""The states of a pair: nobody said anything, something is missing, it has its grade; or it is no
task, since a paper of it has no text."""

_LOG = logging.getLogger("paperpool")


def choose_top_up(unjudged: str | Path, size: int) -> pd.DataFrame:
    """Return the first ``size`` rows of a table of ``list_unjudged``, the heaviest first.

    Raises UserError where it has none.
    """
    ids = dict.fromkeys([*UNJUDGED_COLUMNS[:3], "rankers"], str)
    table = pd.read_csv(unjudged, dtype=ids, keep_default_na=False, nrows=size)
    if table.empty:
        what = f"There is nothing to ask for: the first {WEIGHED} of each ranking are judged."
        hint = "Leave annotation.top_up at null, or let other rankers search the corpus."
        raise UserError(Problem(what, str(unjudged), hint))
    if len(table) < size:
        _LOG.warning("Only %d pairs are left to ask for, of %d wanted.", len(table), size)
    return table


def list_items(table: pd.DataFrame) -> list[Item]:
    """Return the items of a table whose first columns are query, facet and candidate."""
    return [Item(*row) for row in table[UNJUDGED_COLUMNS[:3]].itertuples(index=False)]


def read_top_up(
    items: Sequence[Item],
    collection: str | Path,
    papers: Sequence[str | Path],
    sentences: Sequence[str | Path],
) -> Material:
    """Return the texts of some items: those of the collection in a folder, else the corpus's.

    ``papers`` are the tables of the corpus, ``sentences`` those of its labelled sentences. A
    query's pool holds what is asked for any of its facets, so that only ``items`` tell what is.
    """
    released = read_collection(collection)
    labelled = {i: released.labelled(i) for i in released.papers}
    asked: dict[str, dict[str, tuple[str, ...]]] = {}
    for item in items:
        asked.setdefault(item.query_id, {})[item.candidate_id] = ()
    pools = {query: Pool(tuple(found), tuple(found.values())) for query, found in asked.items()}
    named = {*pools, *(candidate for found in asked.values() for candidate in found)}
    queries = [Query(*pair) for pair in dict.fromkeys(item[:2] for item in items)]
    return gather_material(queries, pools, gather_papers(named, labelled, papers, sentences))


def make_top_up_tasks(items: Sequence[Item], material: Material) -> Iterator[Task]:
    """Yield the tasks of what is asked for, in the order given; without a text there is none."""
    for item in items:
        if not _has_texts(item, material):
            continue
        yield make_task(item, material, ANNOTATION, describe_facet(item.facet))


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
    """Read the exports of a top-up; write where each pair is, and the collection topped up.

    ``table`` is that of ``choose_top_up``, ``collection`` the folder that it is a top-up of,
    ``tasks`` are the adjudicator's, and ``release`` is a folder.
    Raises UserError as ``read_exports`` and ``check_once`` do; then nothing is written.
    """
    items = [item for item in list_items(table) if _has_texts(item, material)]
    said = read_exports(exports, items)
    check_once(exports)
    settlement = settle(items, said)
    write_tasks(make_adjudication_tasks(settlement, material, seed), tasks)
    write_csv(states, list_states(table, material, settlement))
    found_by = dict(zip(list_items(table), table.rankers.str.split(";"), strict=True))
    write_topped_release(collection, settlement, found_by, material.papers, release)
    _report(settlement, said)


def list_states(
    table: pd.DataFrame, material: Material, settlement: Settlement | None = None
) -> pd.DataFrame:
    """Return the table of ``TOP_UP_COLUMNS``: where each pair is, and its grade if it is settled.

    ``reason`` says what an incomplete pair lacks, as incomplete.csv does. Without a settlement
    every pair is asked for.
    """
    gold = settlement.gold if settlement else {}
    still_open = {o.item: o for o in settlement.open_items} if settlement else {}
    rows: list[tuple[str, str, int | None]] = []
    for item in list_items(table):
        lacks = still_open.get(item)
        if item in gold:
            rows.append((SETTLED, "", gold[item]))
        elif not _has_texts(item, material):
            rows.append((UNTOLD, "", None))
        elif lacks is None or not (lacks.n_grades or lacks.n_blanks):
            rows.append((ASKED, "", None))
        else:
            rows.append((INCOMPLETE, lacks.reason, None))
    states = pd.DataFrame(rows, columns=TOP_UP_COLUMNS[-3:], index=table.index)
    return pd.concat([table, states.astype({"grade": "Int64"})], axis=1)


def _report(settlement: Settlement, said: Exports) -> None:
    waiting = sum(item not in settlement.gold for item in settlement.differing)
    n_asked = len(settlement.gold) + len(settlement.open_items)
    _LOG.info(
        "%d of %d pairs are settled, by %d of %d annotations and %d blanks",
        len(settlement.gold), n_asked, settlement.n_used, len(said.rows), len(said.blanks),
    )  # fmt: skip
    if waiting:
        _LOG.warning("%d pairs that annotators grade differently wait for an adjudicator: import "
                     "top_up_adjudication_tasks.json into Label Studio.", waiting)  # fmt: skip
    if not settlement.gold:
        _LOG.warning("No pair is settled: the release is the collection as it was.")

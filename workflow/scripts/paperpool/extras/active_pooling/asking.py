"""Annotation in batches: from the exports so far, the next tasks, and the state of each pair.

A task of a batch carries its number and the ``batch_key``, a digest that reveals batches of another
run. The rule behind a candidate stands in batches.csv alone, hidden from annotators.
"""

import hashlib
import logging
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from pathlib import Path

import pandas as pd
from numpy.typing import NDArray

from paperpool.collections.schemes import Scheme
from paperpool.evaluation.runs import Ranking
from paperpool.extras.active_pooling.asked_tasks import check_tasks
from paperpool.extras.active_pooling.batches import (
    RUNNING,
    WHOLE,
    BatchRules,
    Course,
    follow_batches,
)
from paperpool.extras.active_pooling.orders import JudgingPool
from paperpool.extras.active_pooling.pools import Pair, assemble_pools
from paperpool.extras.active_pooling.recall import (
    Sample,
    estimate_recall,
    estimate_relevant,
    share_hits,
)
from paperpool.io.tables import write_csv
from paperpool.workflow.annotation.adjudication import settle
from paperpool.workflow.annotation.asked_batches import COLUMNS
from paperpool.workflow.annotation.export_rows import Exports
from paperpool.workflow.annotation.exports import read_exports
from paperpool.workflow.annotation.items import Item
from paperpool.workflow.annotation.material import Material
from paperpool.workflow.annotation.task_tables import write_task_table
from paperpool.workflow.annotation.tasks import (
    ANNOTATION,
    Task,
    make_task,
    order_items,
    write_tasks,
)

BATCH_COLUMNS = [*COLUMNS, "rule", "probability", "settled"]
STOP_COLUMNS = (
    "query_id facet state n_pool n_asked n_judged n_found n_relevant recall recall_low recall_high"
).split()

ALL = "all"
"""Stands for query and facet in the row of all pairs together."""

_LOG = logging.getLogger("paperpool")


@dataclass(frozen=True)
class Asking:
    """Requests by batch, settled grades, the waiting ``batch`` (or last), and the run's ``key``."""

    courses: dict[Pair, Course]
    batch: int
    key: str
    gold: dict[Item, int]

    def items(self) -> dict[Item, int]:
        """Return the batch of every requested item, by query and facet."""
        items = {}
        for pair, course in self.courses.items():
            for asked in course.asked:
                items[Item(*pair, course.pool.candidates[asked.place])] = asked.batch
        return items

    def marks(self) -> dict[Item, dict[str, str]]:
        """Return the batch's marks in the task of each requested item."""
        marks = {}
        for item, batch in self.items().items():
            marks[item] = {"batch": str(batch), "batch_key": self.key}
        return marks

    def waiting(self) -> list[Item]:
        """Return the items of the batch that waits to be judged, or None if every pair stopped."""
        if all(course.state != RUNNING for course in self.courses.values()):
            return []
        return [item for item, batch in self.items().items() if batch == self.batch]


def pool_material(
    material: Material,
    sources: Mapping[str, Mapping[str, Sequence[str]]],
    seed: int,
    embeddings: Mapping[str, NDArray] | None = None,
) -> dict[Pair, JudgingPool]:
    """Return the pools of the material of annotation, candidates by id.

    ``sources`` are the rankings of the pools' sources, by name and query paper, for any facet.
    ``embeddings`` are those of ``embed_papers``.
    """
    candidates: dict[Pair, list[str]] = {}
    rankings: dict[Pair, list[Ranking]] = {}
    for query, facet in sorted((query.paper_id, query.facet) for query in material.queries):
        candidates[query, facet] = sorted(material.pools[query].candidates)
        rankings[query, facet] = []
        for run in sources.values():
            rankings[query, facet].append([(paper, 0.0) for paper in run.get(query, [])])

    texts = {}
    for paper_id, paper in sorted(material.papers.items()):
        texts[paper_id] = f"{paper.title} {paper.abstract}"
    return assemble_pools(candidates, texts, rankings, seed, embeddings)


def follow_gold(
    pools: Mapping[Pair, JudgingPool],
    gold: Mapping[Item, int],
    rules: BatchRules,
    seed: int,
    scheme: Scheme,
) -> Asking:
    """Return the batches that follow from settled grades of ``scheme``."""
    places: dict[Pair, dict[str, int]] = {}
    for pair, pool in pools.items():
        places[pair] = {candidate: place for place, candidate in enumerate(pool.candidates)}
    judged: dict[Pair, dict[int, bool]] = {pair: {} for pair in pools}
    for item, grade in gold.items():
        pair = (item.query_id, item.facet)
        judged[pair][places[pair][item.candidate_id]] = grade >= scheme.relevant

    courses, batch = follow_batches(pools, judged, rules)
    return Asking(courses, batch, make_key(pools, rules, seed), dict(gold))


def make_key(pools: Mapping[Pair, JudgingPool], rules: BatchRules, seed: int) -> str:
    """Return the digest (16 hex digits) of the settings that decide on batches, without weights."""
    settings = astuple(replace(rules, encoder=None))[:-1]
    digest = hashlib.sha256(repr((seed, settings)).encode())
    if rules.encoder is not None:
        digest.update(repr(sorted(rules.encoder.items())).encode())
    for pair, pool in pools.items():
        digest.update(repr((pair, pool.candidates, pool.ranks.tolist())).encode())
    return digest.hexdigest()[:16]


def make_batch_tasks(
    items: Sequence[Item], asking: Asking, material: Material, seed: int
) -> Iterator[Task]:
    """Yield the tasks of some requested items, shuffled within a query and facet."""
    marks = asking.marks()
    for item in order_items(items, seed):
        task = make_task(item, material, ANNOTATION)
        task["data"] |= marks[item]
        yield task


def list_batches(asking: Asking) -> pd.DataFrame:
    """Return all requests by query, facet, batch and candidate, with ``settled`` grades."""
    rows = []
    for pair, course in asking.courses.items():
        for asked in course.asked:
            item = Item(*pair, course.pool.candidates[asked.place])
            rows.append((*item, asked.batch, asked.rule, asked.probability, asking.gold.get(item)))
    rows.sort(key=lambda row: (*row[:2], row[3], row[2]))
    table = pd.DataFrame(rows, columns=BATCH_COLUMNS)
    return table.astype({"probability": "float64", "settled": "Int64"})


def list_stops(asking: Asking, confidence: float) -> pd.DataFrame:
    """Return the state and recall (of whole batches) of each pair, and a last row of all."""
    courses = asking.courses
    samples: list[Sample] = []
    for course in courses.values():
        samples += course.samples
    shares = share_hits(samples)
    estimates: dict[Pair, tuple[float, float] | None] = {}
    for pair, course in courses.items():
        if course.state == WHOLE:
            estimates[pair] = (float(course.n_found), 0.0)  # nothing is left to estimate
        else:
            estimates[pair] = estimate_relevant(course.samples, shares)

    groups = [((*pair, course.state), [pair]) for pair, course in courses.items()]
    groups.append(((ALL, ALL, RUNNING if asking.waiting() else "done"), list(courses)))
    rows = []
    for names, pairs in groups:
        of_group = [courses[pair] for pair in pairs]
        found = sum(course.n_found for course in of_group)
        recall = estimate_recall(found, [estimates[pair] for pair in pairs], confidence)
        n_pool = sum(course.pool.size for course in of_group)
        n_asked = sum(len(course.asked) for course in of_group)
        n_judged = sum(len(course.known) for course in of_group)
        rows.append((*names, n_pool, n_asked, n_judged, *astuple(recall)))
    return pd.DataFrame(rows, columns=STOP_COLUMNS, dtype=object)


def ask_with_exports(
    material: Material,
    pools: dict[Pair, JudgingPool],
    exports: Sequence[str | Path],
    rules: BatchRules,
    seed: int,
) -> Asking:
    """Return the batches after exports, empty before the first; UserError as of ``check_tasks``."""
    annotations = Exports()
    if exports:
        annotations = read_exports(exports, material.items(), material.scheme)
    gold = settle(material.items(), annotations).gold
    asking = follow_gold(pools, gold, rules, seed, material.scheme)
    check_tasks(annotations.tasks, asking.items(), asking.key)
    return asking


def write_batch(
    asking: Asking,
    material: Material,
    seed: int,
    confidence: float,
    tasks: str | Path,
    table: str | Path,
    batches: str | Path,
    stops: str | Path,
) -> None:
    """Write the waiting batch and its history; if all pairs have stopped, the tasks of all batches.

    The tasks are written for Label Studio, and to ``table`` for other tools.

    The same batch has the same tasks however much of it is judged.
    """
    waiting = asking.waiting()
    states = list_stops(asking, confidence)
    items = waiting or list(asking.items())
    write_tasks(make_batch_tasks(items, asking, material, seed), tasks)
    ordered = order_items(items, seed)
    write_task_table(ordered, material.papers, material.scheme, ANNOTATION, table, asking.marks())
    write_csv(batches, list_batches(asking))
    write_csv(stops, states)

    end = states.iloc[-1]
    if waiting:
        n_open = sum(item not in asking.gold for item in waiting)
        _LOG.warning(
            "Batch %d waits: %d of its %d tasks have no settled grade.",
            asking.batch,
            n_open,
            len(waiting),
        )
    else:
        _LOG.warning(
            "Every query and facet has stopped, after %d of %d candidates.",
            end.n_judged,
            end.n_pool,
        )
    if end.recall is not None:
        _LOG.warning(
            "Of the relevant candidates %.0f%% are found (%.0f%% to %.0f%%).",
            100 * end.recall,
            100 * end.recall_low,
            100 * end.recall_high,
        )

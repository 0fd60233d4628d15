"""Score rankings of one of other people's collections, as the workflow's section does."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.benchmarks.collections import TREC_EVAL
from paperpool.collections.collection import OpenCollection
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import find_readers, make_reader
from paperpool.collections.stored import read_stored
from paperpool.commands.scoring.checking import check_runs, read_by_topics
from paperpool.commands.scoring.score_tables import list_tables, read_task, write_tables
from paperpool.commands.scoring.task import Place, Scored, Task
from paperpool.errors import Problem, UserError
from paperpool.evaluation.open_collections import evaluate
from paperpool.evaluation.runs import Run, first_runs
from paperpool.evaluation.tables import Evaluation
from paperpool.io.cycles import without_cycle_search
from paperpool.io.files import read_json, write_json
from paperpool.pages.described_collection import describe_collection
from paperpool.pages.run_info import RunLabel
from paperpool.pages.scores import read_scores

if TYPE_CHECKING:  # brings the page's templates in
    from paperpool.pages.fragments import Fragment

logger = logging.getLogger("paperpool")


def score(task: Task) -> Scored:
    """Evaluate the entries, write the tables, return the scores; raise UserError for bad input."""
    name = task.place.name
    with without_cycle_search():
        collection, summary = read_place(task.place)
        evaluation, notes = evaluate_task(task, collection, read_by_topics(collection))
    write_tables(evaluation, task)
    [split] = collection.folds["all"]
    benchmark = describe_collection(name, read_scores(task.file("metrics.csv")))
    results, measures = read_task(task, benchmark), list(benchmark.measure_titles)
    what = {(TREC_EVAL, split): f"as trec_eval scores, {benchmark.splits[split].lower()}"}
    return Scored(
        title=name,
        **list_tables(task, results, what, measures, benchmark.slices, (name, measures)),
        notes=[*notes, *evaluation.notes],
        doubts=evaluation.doubts,
        section=partial(_build_section, task, summary),
    )


def evaluate_task(
    task: Task, collection: OpenCollection, read: Callable[[str, str], Run]
) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of runs by ``read``, and notes; raise UserError as checks do."""
    runs, checks, notes = check_runs(task, collection, read)
    settings = task.place.settings
    reader = find_readers().get(settings.get("format", ""))
    evaluation = evaluate(
        task.place.name,
        collection,
        first_runs(runs),
        checks,
        settings.get("measures"),
        reader.own_measures if reader else None,
        task.paired,
        settings.get("slices"),
    )
    return evaluation, notes


def read_place(place: Place) -> tuple[OpenCollection, dict[str, Any]]:
    """Return the collection of a place and its counts of rows; raise UserError for bad files."""
    if place.is_stored:
        counts = place.folder.parent / "summary.json"
        if not counts.is_file():
            hint = "Finish the run that reads it: snakemake collections."
            raise UserError(Problem("The collection is read only in part.", str(counts), hint))
        return read_stored(place.folder), read_json(counts)
    reader = make_reader(place.settings)
    missing = [file for file in reader.files().values() if not Path(file).is_file()]
    if missing:
        hint = "A BEIR folder has corpus.jsonl, queries.jsonl and qrels/<split>.tsv."
        raise UserError([Problem("A file is missing.", file, hint) for file in missing])
    found = reader.read()
    if found.bad:
        logger.warning("%d rows of %s cannot be used.", len(found.bad), place.folder)
    collection = assemble(found, reader.split, reader.relevant, reader.depth)
    return collection, found.summarise(collection)


def _build_section(task: Task, summary: dict[str, Any]) -> Fragment:
    from paperpool.report.collections.section import CollectionFiles, OneCollection, build_section

    name, counts = task.place.name, task.file("summary.json")
    write_json(counts, summary)
    bias = task.file("pool_bias.csv")
    one = OneCollection(**task.results(), pool_bias=bias, summary=counts)
    files = CollectionFiles({name: one}, dict.fromkeys(task.published_names, "run"))
    return build_section(RunLabel("score", is_demo=False), files)

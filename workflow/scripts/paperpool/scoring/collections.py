"""Score rankings of one of other people's collections, as the workflow's section does."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from paperpool.benchmarks.collections import TREC_EVAL
from paperpool.collections.collection import STORED_FILES, OpenCollection
from paperpool.collections.found import assemble
from paperpool.collections.readers.registry import find_readers, make_reader
from paperpool.collections.stored import read_stored
from paperpool.errors import Problem, UserError
from paperpool.evaluation.open_collections import evaluate
from paperpool.evaluation.runs import Run, first_runs
from paperpool.evaluation.tables import Evaluation
from paperpool.finished_runs import FinishedRun
from paperpool.io.csv_rows import read_records
from paperpool.io.cycles import without_cycle_search
from paperpool.io.files import read_json
from paperpool.io.tables import list_records
from paperpool.pages.described_collection import describe_collection
from paperpool.pages.scores import Score
from paperpool.scoring.checking import check_runs, read_by_topics
from paperpool.scoring.places import stored_place
from paperpool.scoring.score_tables import make_scored, read_results
from paperpool.scoring.task import Place, Scored, Task

logger = logging.getLogger("paperpool")


_BEIR_FILES = ("corpus.jsonl*", "queries.jsonl*", "qrels/**", "top_ranked/**")
_TREC_FILES = ("documents.*", "topics.*", "qrels.*")

FILES = _BEIR_FILES + _TREC_FILES + tuple(STORED_FILES)
FIXED_SLICES = None
IS_GRADED = True
TAKES_FOLDERS = False
HAS_OWN_RANKERS = False


def score(task: Task) -> Scored:
    """Evaluate the entries and return the scores; raise UserError for bad input."""
    with without_cycle_search():
        collection, summary = read_place(task.place)
        evaluation, notes = evaluate_task(task, collection, read_by_topics(collection))
    scored = present(task, evaluation, collection)
    return replace(scored, notes=[*notes, *scored.notes], facts={"summary": summary})


def present(task: Task, evaluation: Evaluation, data: OpenCollection) -> Scored:
    """Return an evaluation as it is printed; the collection is called as the place is."""
    name = task.place.name
    [split] = data.folds["all"]
    benchmark = describe_collection(name, read_records(list_records(evaluation.metrics), Score))
    results = read_results(task, evaluation, benchmark)
    measures = list(benchmark.measure_titles)
    texts = {(TREC_EVAL, split): f"as trec_eval scores, {benchmark.splits[split].lower()}"}
    headline = (name, measures)
    return make_scored(task, evaluation, results, texts, measures, benchmark.slices, headline)


def find_places(run: FinishedRun) -> list[Place]:
    """Return the places of the collections that a run has read."""
    folders = [run.collection_steps(name) for name in run.list_collections()]
    return [stored_place(folder) for folder in folders if (folder / "collection.json").is_file()]


def open_data(place: Place) -> OpenCollection:
    """Return the collection of a place; raise UserError for bad files."""
    return read_place(place)[0]


def read_rankings(path: str, data: OpenCollection) -> Run:
    """Return the run at a path; raise UserError if it is missing or malformed."""
    return read_by_topics(data)(path, path)


def evaluate_runs(task: Task, data: OpenCollection, runs: Mapping[str, Run]) -> Evaluation:
    """Return the evaluation of runs by their names; raise UserError as checks do."""
    return evaluate_task(task, data, lambda name, _: runs[name])[0]


def evaluate_task(
    task: Task, collection: OpenCollection, read: Callable[[str, str], Run]
) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of runs by ``read``, and notes; raise UserError as checks do."""
    runs, checks, notes = check_runs(task, collection, read)
    settings = task.place.settings
    format_measures = None
    reader = find_readers().get(settings.get("format", ""))
    if reader:
        format_measures = reader.own_measures
    evaluation = evaluate(
        task.place.name,
        collection,
        first_runs(runs),
        checks,
        settings.get("measures"),
        format_measures,
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
        first = found.bad[0]
        warning = "%d rows of %s cannot be used. The first: %s, line %d (%s)."
        logger.warning(warning, len(found.bad), place.folder, first.file, first.line, first.reason)
    collection = assemble(found, reader.split, reader.relevant, reader.depth)
    return collection, found.summarise(collection)

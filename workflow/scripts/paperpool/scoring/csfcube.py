"""Score rankings of CSFCube's pools, or of its whole corpus, as the workflow's section does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from paperpool.benchmarks.benchmark import CORRECTED, OFFICIAL
from paperpool.benchmarks.csfcube import BENCHMARK, CORPUS_PROTOCOLS, TABLES
from paperpool.benchmarks.csfcube import CORPUS as WHOLE_CORPUS
from paperpool.collections.collection import Collection, OpenCollection
from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.collections.csfcube_release import REQUIRED, read_collection
from paperpool.collections.facets import FACETS
from paperpool.collections.named import name_by_folder, read_named
from paperpool.csfcube.corpus_evaluation import evaluate_corpus
from paperpool.csfcube.evaluation import evaluate, read_own_slices, read_published
from paperpool.evaluation.foreign_runs import read_foreign_run, run_files
from paperpool.evaluation.published import scores_beside
from paperpool.evaluation.runs import Run, first_runs
from paperpool.evaluation.tables import Evaluation
from paperpool.finished_runs import FinishedRun
from paperpool.io.csv_rows import read_records
from paperpool.io.tables import list_records
from paperpool.pages.described_collection import add_slices, describe_own_csfcube
from paperpool.pages.scores import Score
from paperpool.scoring.checking import check_runs, find_missing_files, read_by_topics
from paperpool.scoring.score_tables import list_tables, read_results
from paperpool.scoring.task import PUBLISHED, Place, Scored, Task

PRINTED = PUBLISHED / str(BENCHMARK.published)
RELEASED_QUERIES = PUBLISHED / "csfcube_queries.txt"

SPLIT = "test"
"""The split that is printed, and that papers publish."""

HEADLINE = "Table 3"


FILES = (*REQUIRED, "ranked_pools/**")
FIXED_SLICES = None
TAKES_FOLDERS = False
HAS_OWN_RANKERS = False


def score(task: Task) -> Scored:
    """Evaluate the entries and return the scores; raise UserError for bad input."""
    collection = read_collection(task.place.folder)
    data: Collection = collection
    if task.place.is_further:
        data = open_corpus(collection)
        evaluation, notes = evaluate_corpus_task(task, collection, data, read_by_topics(data))
    else:
        evaluation, notes = evaluate_task(task, collection, _read)
    scored = present(task, evaluation, data)
    return replace(scored, notes=[*notes, *scored.notes])


def present(task: Task, evaluation: Evaluation, data: Collection) -> Scored:
    """Return an evaluation as it is printed, that of the release with CSFCube's names.

    The place's setting ``title`` is the name of another collection, by default that of its folder.
    """
    if task.place.is_further:
        return _present_corpus(task, evaluation)
    notes = []
    scores = read_published(PRINTED, RELEASED_QUERIES, data)
    if not scores and any(task.published_names.values()):
        notes.append("The queries are not those of the release: no published score is comparable.")
    benchmark, protocols, table = BENCHMARK, (OFFICIAL, CORRECTED), f"{HEADLINE} of CSFCube"
    if not scores:
        benchmark = describe_own_csfcube(_name(task.place))
        protocols, table = (CORRECTED, OFFICIAL), benchmark.title
    benchmark = add_slices(benchmark, read_records(list_records(evaluation.metrics), Score))
    results = read_results(task, evaluation, benchmark, scores)
    title = benchmark.splits[SPLIT].lower()
    what = {(p, SPLIT): f"{p} protocol, {title}" for p in protocols}
    slices = {name: words for name, words in benchmark.slices.items() if name not in FACETS}
    headline = (table, TABLES[HEADLINE])
    return Scored(
        title=benchmark.title,
        evaluation=evaluation,
        **list_tables(task, results, what, list(benchmark.measure_titles), slices, headline),
        notes=[*notes, *evaluation.notes],
        doubts=evaluation.doubts,
    )


def find_places(run: FinishedRun) -> list[Place]:
    """Return the place of a run's collection, and that of its whole corpus."""
    folder = run.collection_folder
    if folder is None:
        return []
    setting = run.setting("data.csfcube")
    title = read_named(setting).name if setting else name_by_folder(folder)
    names = (BENCHMARK.name, *BENCHMARK.protocols)
    return [Place(BENCHMARK.name, folder, name, {"title": title}) for name in names]


def open_data(place: Place) -> Collection:
    """Return the collection of a place, or its whole corpus; raise UserError for bad files."""
    release = read_collection(place.folder)
    return open_corpus(release) if place.is_further else release


def read_rankings(path: str, data: Collection) -> Run:
    """Return the run at a path; raise UserError if it is missing or malformed."""
    if isinstance(data, OpenCollection):
        return read_by_topics(data)(path, path)
    return _read(path, path)


def evaluate_runs(task: Task, data: Collection, runs: Mapping[str, Run]) -> Evaluation:
    """Return the evaluation of runs by their names; raise UserError as checks do."""

    def read(name: str, _: str) -> Run:
        return runs[name]

    if task.place.is_further:
        return evaluate_corpus_task(task, read_collection(task.place.folder), data, read)[0]
    return evaluate_task(task, data, read)[0]


def evaluate_task(
    task: Task, collection: Collection, read: Callable[[str, str], Run]
) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of runs by ``read``, and notes; raise UserError as checks do."""
    runs, checks, notes = check_runs(task, collection, read)
    scores = read_published(PRINTED, RELEASED_QUERIES, collection)
    beside = scores_beside(scores, task.published_names)
    file = task.place.settings.get("slices")
    slices = read_own_slices(file, collection) if file else {}
    return evaluate(collection, runs, checks, beside, task.paired, slices), notes


def _read(name: str, path: str) -> Run:
    find_missing_files(name, run_files(path))
    return read_foreign_run(name, path)


def _present_corpus(task: Task, evaluation: Evaluation) -> Scored:
    benchmark = add_slices(WHOLE_CORPUS, read_records(list_records(evaluation.metrics), Score))
    results, measures = read_results(task, evaluation, benchmark), list(benchmark.measure_titles)
    title = WHOLE_CORPUS.title
    if not read_published(PRINTED, RELEASED_QUERIES, read_collection(task.place.folder)):
        title = f"{_name(task.place)}, whole corpus"
        results = replace(results, benchmark=replace(benchmark, title=title))
    what = {(protocol, SPLIT): f"protocol {protocol}" for protocol in CORPUS_PROTOCOLS}
    return Scored(
        title=title,
        evaluation=evaluation,
        **list_tables(task, results, what, measures, benchmark.slices, (title, measures)),
        notes=evaluation.notes,
        doubts=evaluation.doubts,
    )


def _name(place: Place) -> str:
    return place.settings.get("title") or name_by_folder(place.folder)


def evaluate_corpus_task(
    task: Task, release: Collection, corpus: Collection, read: Callable[[str, str], Run]
) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of runs over ``corpus``, and notes; raise UserError as checks do."""
    runs, checks, notes = check_runs(task, corpus, read)
    first, slices = first_runs(runs), task.place.settings.get("slices")
    evaluation = evaluate_corpus(release, first, task.paired, slices)
    return checks.complete(evaluation, first), notes

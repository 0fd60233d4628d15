"""Score rankings of CSFCube's pools, or of its whole corpus, as the workflow's section does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from paperpool.benchmarks.benchmark import CORRECTED, OFFICIAL
from paperpool.benchmarks.csfcube import BENCHMARK, CORPUS_PROTOCOLS, TABLES
from paperpool.benchmarks.csfcube import CORPUS as WHOLE_CORPUS
from paperpool.collections.collection import Collection, OpenCollection
from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.collections.csfcube_release import JUDGMENTS, list_files, read_collection
from paperpool.collections.named import name_by_folder, read_named
from paperpool.collections.schemes import SCHEME, default_scheme
from paperpool.csfcube.corpus_evaluation import evaluate_corpus
from paperpool.csfcube.evaluation import evaluate, read_own_slices, read_published
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.published import scores_beside
from paperpool.evaluation.runs import Run, first_runs, run_files
from paperpool.evaluation.tables import Evaluation
from paperpool.finished_runs import FinishedRun
from paperpool.io.csv_rows import read_records
from paperpool.io.tables import list_records
from paperpool.pages.described_collection import add_slices, describe_own_csfcube
from paperpool.pages.scores import Score
from paperpool.scoring.checking import check_runs, find_missing_files, read_by_topics
from paperpool.scoring.score_tables import make_scored, read_results
from paperpool.scoring.task import PUBLISHED, Place, Scored, Task

PRINTED = PUBLISHED / str(BENCHMARK.published)
RELEASED_QUERIES = PUBLISHED / "csfcube_queries.txt"

SPLIT = "test"
"""The split that is printed, and that papers publish."""

HEADLINE = "Table 3"


FILES = (*list_files(default_scheme()), JUDGMENTS.format(facet="*"), SCHEME, "ranked_pools/**")
FIXED_SLICES = None
IS_GRADED = True
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
        evaluation, notes = evaluate_task(task, collection, _reader(collection))
    scored = present(task, evaluation, data)
    return replace(scored, notes=[*notes, *scored.notes])


def present(task: Task, evaluation: Evaluation, data: Collection) -> Scored:
    """Return an evaluation as it is printed, that of the release with CSFCube's names.

    The place's setting ``title`` is the name of another collection, by default that of its folder.
    """
    if task.place.is_further:
        return _present_corpus(task, evaluation)

    notes = []
    published = read_published(PRINTED, RELEASED_QUERIES, data)
    if not published and any(task.published_names.values()):
        notes.append("The queries are not those of the release: no published score is comparable.")

    # beside the release's published scores the official protocol comes first
    benchmark = BENCHMARK
    protocols = [OFFICIAL, CORRECTED]
    table = f"{HEADLINE} of CSFCube"
    if not published:
        benchmark = describe_own_csfcube(_name(task.place), data.scheme)
        protocols = [CORRECTED, OFFICIAL]
        table = benchmark.title

    benchmark = add_slices(benchmark, read_records(list_records(evaluation.metrics), Score))
    results = read_results(task, evaluation, benchmark, published)
    split_title = benchmark.splits[SPLIT].lower()
    texts = {(protocol, SPLIT): f"{protocol} protocol, {split_title}" for protocol in protocols}
    measures = list(benchmark.measure_titles)
    facets = data.scheme.facet_names
    slices = {name: title for name, title in benchmark.slices.items() if name not in facets}
    headline = (table, TABLES[HEADLINE])
    scored = make_scored(task, evaluation, results, texts, measures, slices, headline)
    return replace(scored, notes=[*notes, *evaluation.notes])


def find_places(run: FinishedRun) -> list[Place]:
    """Return the place of a run's collection, and that of its whole corpus."""
    folder = run.collection_folder
    if folder is None:
        return []

    setting = run.setting("data.csfcube")
    title = read_named(setting).name if setting else name_by_folder(folder)
    protocols = (BENCHMARK.name, *BENCHMARK.protocols)
    return [Place(BENCHMARK.name, folder, protocol, {"title": title}) for protocol in protocols]


def open_data(place: Place) -> Collection:
    """Return the collection of a place, or its whole corpus; raise UserError for bad files."""
    release = read_collection(place.folder)
    if place.is_further:
        return open_corpus(release)
    return release


def read_rankings(path: str, data: Collection) -> Run:
    """Return the run at a path; raise UserError if it is missing or malformed."""
    if isinstance(data, OpenCollection):
        return read_by_topics(data)(path, path)
    return _reader(data)(path, path)


def evaluate_runs(task: Task, data: Collection, runs: Mapping[str, Run]) -> Evaluation:
    """Return the evaluation of runs by their names; raise UserError as checks do."""

    def read(name: str, _: str) -> Run:
        """Return a run by its name, in place of reading it."""
        return runs[name]

    if task.place.is_further:
        release = read_collection(task.place.folder)
        evaluation, _ = evaluate_corpus_task(task, release, data, read)
    else:
        evaluation, _ = evaluate_task(task, data, read)
    return evaluation


def evaluate_task(
    task: Task, collection: Collection, read: Callable[[str, str], Run]
) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of runs by ``read``, and notes; raise UserError as checks do."""
    runs, checks, notes = check_runs(task, collection, read)
    printed = read_published(PRINTED, RELEASED_QUERIES, collection)
    published = scores_beside(printed, task.published_names)
    file = task.place.settings.get("slices")
    slices = read_own_slices(file, collection) if file else {}
    return evaluate(collection, runs, checks, published, task.paired, slices), notes


def _reader(collection: Collection) -> Callable[[str, str], Run]:
    """Return the function that reads a run of a collection by its name and path."""
    facets = collection.scheme.facet_names

    def read(name: str, path: str) -> Run:
        """Read a run; raise UserError if a file of it is missing."""
        find_missing_files(name, run_files(path, facets))
        return read_foreign_run(name, path, facets)

    return read


def _present_corpus(task: Task, evaluation: Evaluation) -> Scored:
    benchmark = add_slices(WHOLE_CORPUS, read_records(list_records(evaluation.metrics), Score))
    results = read_results(task, evaluation, benchmark)
    title = WHOLE_CORPUS.title
    if not read_published(PRINTED, RELEASED_QUERIES, read_collection(task.place.folder)):
        title = f"{_name(task.place)}, whole corpus"
        results = replace(results, benchmark=replace(benchmark, title=title))

    texts = {(protocol, SPLIT): f"protocol {protocol}" for protocol in CORPUS_PROTOCOLS}
    measures = list(benchmark.measure_titles)
    headline = (title, measures)
    return make_scored(task, evaluation, results, texts, measures, benchmark.slices, headline)


def _name(place: Place) -> str:
    return place.settings.get("title") or name_by_folder(place.folder)


def evaluate_corpus_task(
    task: Task, release: Collection, corpus: Collection, read: Callable[[str, str], Run]
) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of runs over ``corpus``, and notes; raise UserError as checks do."""
    runs, checks, notes = check_runs(task, corpus, read)
    first = first_runs(runs)
    slices = task.place.settings.get("slices")
    evaluation = evaluate_corpus(release, first, task.paired, slices)
    return checks.complete(evaluation, first), notes

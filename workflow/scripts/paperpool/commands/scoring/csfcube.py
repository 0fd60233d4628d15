"""Score rankings of CSFCube's pools, or of its whole corpus, as the workflow's section does."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from paperpool.benchmarks.benchmark import CORRECTED, OFFICIAL
from paperpool.benchmarks.csfcube import BENCHMARK, CORPUS_PROTOCOLS, TABLES
from paperpool.benchmarks.csfcube import CORPUS as WHOLE_CORPUS
from paperpool.collections.collection import Collection
from paperpool.collections.csfcube_corpus import open_corpus
from paperpool.collections.csfcube_release import QUERIES, read_collection
from paperpool.collections.facets import FACETS
from paperpool.collections.named import name_by_folder
from paperpool.commands.scoring.checking import check_runs, find_missing_files, read_by_topics
from paperpool.commands.scoring.places import CORPUS
from paperpool.commands.scoring.score_tables import list_tables, read_task, write_tables
from paperpool.commands.scoring.task import PUBLISHED, Scored, Task
from paperpool.csfcube.corpus_evaluation import evaluate_corpus
from paperpool.csfcube.evaluation import evaluate, read_own_slices, read_published
from paperpool.errors import Problem, UserError
from paperpool.evaluation.foreign_runs import read_foreign_run, run_files
from paperpool.evaluation.published import scores_beside
from paperpool.evaluation.runs import Run, first_runs
from paperpool.evaluation.tables import Evaluation
from paperpool.pages.described_collection import add_slices, describe_own_csfcube
from paperpool.pages.run_info import RunLabel
from paperpool.pages.scores import read_scores

if TYPE_CHECKING:  # brings the page's templates in
    from paperpool.pages.fragments import Fragment

PRINTED = PUBLISHED / str(BENCHMARK.published)
RELEASED_QUERIES = PUBLISHED / "csfcube_queries.txt"

SPLIT = "test"
"""The split that is printed, and that papers publish."""

HEADLINE = "Table 3"


def score(task: Task) -> Scored:
    """Evaluate the entries, write the tables, return the scores; raise UserError for bad input."""
    collection = read_collection(task.place.folder)
    if task.place.name == CORPUS:
        return _score_corpus(task, collection)
    evaluation, notes = evaluate_task(task, collection, _read)
    scores = read_published(PRINTED, RELEASED_QUERIES, collection)
    if not scores and any(task.published_names.values()):
        notes.append("The queries are not those of the release: no published score is comparable.")
    write_tables(evaluation, task)
    benchmark, protocols, table = BENCHMARK, (OFFICIAL, CORRECTED), f"{HEADLINE} of CSFCube"
    if not scores:
        benchmark = describe_own_csfcube(name_by_folder(task.place.folder))
        protocols, table = (CORRECTED, OFFICIAL), benchmark.title
    benchmark = add_slices(benchmark, read_scores(task.file("metrics.csv")))
    results = read_task(task, benchmark, scores)
    title = benchmark.splits[SPLIT].lower()
    what = {(p, SPLIT): f"{p} protocol, {title}" for p in protocols}
    slices = {name: words for name, words in benchmark.slices.items() if name not in FACETS}
    headline = (table, TABLES[HEADLINE])
    return Scored(
        title=benchmark.title,
        **list_tables(task, results, what, list(benchmark.measure_titles), slices, headline),
        notes=[*notes, *evaluation.notes],
        doubts=evaluation.doubts,
        section=partial(_build_section, task),
    )


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


def _build_section(task: Task) -> Fragment:
    from paperpool.report.csfcube.section import CsfcubeFiles, build_section  # draws figures

    files = CsfcubeFiles(
        **task.results(),
        per_query=task.file("per_query.parquet"),
        collection=[task.place.folder / QUERIES],
        published=PRINTED,
        released_queries=RELEASED_QUERIES,
        kinds=dict.fromkeys(task.published_names, "run"),
        pool_bias=task.file("pool_bias.csv"),
        name=name_by_folder(task.place.folder),
    )
    return build_section(RunLabel("score", is_demo=False), files)


def _score_corpus(task: Task, release: Collection) -> Scored:
    corpus = open_corpus(release)
    evaluation, notes = evaluate_corpus_task(task, release, corpus, read_by_topics(corpus))
    write_tables(evaluation, task)
    benchmark = add_slices(WHOLE_CORPUS, read_scores(task.file("metrics.csv")))
    results, measures = read_task(task, benchmark), list(benchmark.measure_titles)
    title = WHOLE_CORPUS.title
    if not read_published(PRINTED, RELEASED_QUERIES, release):
        title = f"{name_by_folder(task.place.folder)}, whole corpus"
        results = replace(results, benchmark=replace(benchmark, title=title))
    what = {(protocol, SPLIT): f"protocol {protocol}" for protocol in CORPUS_PROTOCOLS}
    return Scored(
        title=title,
        **list_tables(task, results, what, measures, benchmark.slices, (title, measures)),
        notes=[*notes, *evaluation.notes],
        doubts=evaluation.doubts,
        section=_refuse_page,
    )


def evaluate_corpus_task(
    task: Task, release: Collection, corpus: Collection, read: Callable[[str, str], Run]
) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of runs over ``corpus``, and notes; raise UserError as checks do."""
    runs, checks, notes = check_runs(task, corpus, read)
    first, slices = first_runs(runs), task.place.settings.get("slices")
    evaluation = evaluate_corpus(release, first, task.paired, slices)
    return checks.complete(evaluation, first), notes


def _refuse_page() -> Fragment:
    what = "The whole corpus has no page of its own."
    hint = "Leave --html out: --csv and --tex write its scores, the report of a run shows them."
    raise UserError(Problem(what, "--html", hint))

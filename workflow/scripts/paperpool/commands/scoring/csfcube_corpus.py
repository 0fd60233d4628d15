"""Score rankings of CSFCube's whole corpus, as the workflow's section does."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from paperpool.benchmarks.csfcube import CORPUS, CORPUS_PROTOCOLS
from paperpool.collections.collection import Collection
from paperpool.collections.csfcube_corpus import SPLIT, open_corpus
from paperpool.commands.scoring.checking import check_runs, read_by_topics
from paperpool.commands.scoring.figures import list_tables, read_task, write_tables
from paperpool.commands.scoring.task import PUBLISHED, Scored, Task
from paperpool.csfcube.corpus_evaluation import evaluate_corpus
from paperpool.csfcube.evaluation import read_published
from paperpool.errors import Problem, UserError
from paperpool.evaluation.published import scores_beside
from paperpool.evaluation.runs import Run, first_runs
from paperpool.evaluation.tables import Evaluation

if TYPE_CHECKING:  # brings the page's templates in
    from paperpool.pages.fragments import Fragment


def score_corpus(task: Task, collection: Collection) -> Scored:
    """Evaluate the entries, write the tables, return the scores; raise UserError for bad input."""
    corpus = open_corpus(collection)
    evaluation, notes = evaluate_task(task, collection, corpus, read_by_topics(corpus))
    write_tables(evaluation, task)
    results, measures = read_task(task, CORPUS), list(CORPUS.measure_titles)
    what = {(protocol, SPLIT): f"protocol {protocol}" for protocol in CORPUS_PROTOCOLS}
    return Scored(
        title=CORPUS.title,
        **list_tables(task, results, what, measures, CORPUS.slices, (CORPUS.title, measures)),
        notes=notes,
        doubts=evaluation.doubts,
        section=_refuse_page,
    )


def evaluate_task(
    task: Task, collection: Collection, corpus: Collection, read: Callable[[str, str], Run]
) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of runs over ``corpus``, and notes; raise UserError as checks do."""
    runs, checks, notes = check_runs(task, corpus, read)
    first, printed = first_runs(runs), PUBLISHED / str(CORPUS.published)
    figures = read_published(printed, PUBLISHED / "csfcube_queries.txt", collection)
    beside = scores_beside(figures, task.published_names, ("protocol", "ranker", "measure"))
    return checks.complete(evaluate_corpus(collection, first, beside, task.paired), first), notes


def _refuse_page() -> Fragment:
    what = "The whole corpus has no page of its own."
    hint = "Leave --html out: --csv and --tex write its figures, the report of a run shows them."
    raise UserError(Problem(what, "--html", hint))

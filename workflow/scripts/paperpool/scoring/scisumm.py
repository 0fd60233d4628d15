"""Score submissions to CL-SciSumm's task 1a, as the workflow's section does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.errors import Problem, UserError
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.published import read_published_scores
from paperpool.evaluation.tables import Evaluation
from paperpool.finished_runs import FinishedRun
from paperpool.io.tables import list_records
from paperpool.pages.grid import Grid
from paperpool.pages.score_table import tell_few
from paperpool.scisumm.names import PROTOCOLS
from paperpool.scisumm.read.release import Release, read_release
from paperpool.scisumm.read.submitted import read_submissions
from paperpool.scisumm.scoring.evaluation import Submission
from paperpool.scisumm.scoring.evaluator import Judge, read_published_scisumm
from paperpool.scoring.checking import for_each
from paperpool.scoring.scisumm_tables import Source, paired_table, ranker_table, read_human
from paperpool.scoring.score_tables import list_ranks, read_results
from paperpool.scoring.task import PUBLISHED, Place, Scored, Task

PRINTED = PUBLISHED / str(BENCHMARK.published)

K = 2
"""Sentences that the task's systems choose for a citing sentence."""

HEADLINE = "Table 2 of Ricci et al., official protocol (x100)"

RELEASED = {"train": 40, "test": 20}
"""The reference papers of the release, by split."""


FILES = (
    "Training-Set-*/**",
    "Test-Set-*/**",
    "*/Training-Set-*/**",
    "*/Test-Set-*/**",
    "files.csv",
)
FIXED_SLICES = "CL-SciSumm is scored by reference paper and by annotator"
IS_GRADED = False
TAKES_FOLDERS = True
HAS_OWN_RANKERS = True


def score(task: Task) -> Scored:
    """Evaluate the entries and return the scores; raise UserError for bad input."""
    release = read_release(task.place.folder, sources=())
    return present(task, evaluate_task(task, release), release)


def present(task: Task, evaluation: Evaluation, data: Release | None) -> Scored:
    """Return an evaluation as it is printed, the released data's beside published scores.

    Raises UserError without any score. ``data`` are read again if they are missing.
    """
    release = data or read_release(task.place.folder, sources=())
    judge = Judge(release.sentences, release.citances, release.gold, K)
    is_released = _is_released(judge)
    printed = read_published_scores(PRINTED) if is_released else []
    task_scores = [score for score in printed if score.benchmark == BENCHMARK.name]
    published = {}
    for score in printed:
        published[score.benchmark, score.split, score.system, score.measure] = score.value
    source = Source(
        results=read_results(task, evaluation, BENCHMARK, task_scores, BENCHMARK.name),
        rankers=[entry.name for entry in task.entries],
        human=read_human(list_records(evaluation.others["human"])),
        published=published,
    )
    if not source.results.scores:
        message = "None of the reference papers of these runs has gold: nothing can be scored."
        hint = "Give the release's training set, or the gold of the test set."
        raise UserError(Problem(message, str(task.place.folder), hint))

    texts = {}
    for protocol in PROTOCOLS:
        for split, title in BENCHMARK.splits.items():
            texts[protocol, split] = f"{protocol} protocol, {title.lower()}"
    return Scored(
        title=BENCHMARK.title,
        evaluation=evaluation,
        tables=[_list_scores(source, protocol) for protocol in PROTOCOLS],
        tests=_list_tests(task, source),
        headline=replace(ranker_table(source, OFFICIAL), title=HEADLINE),
        notes=_list_notes(task, judge, is_released),
        doubts=evaluation.doubts,
        ranks=list_ranks(source.results, texts),
        few=tell_few(source.results, source.results.scores),
        facts={"release": release, "is_released": is_released},
    )


def find_places(run: FinishedRun) -> list[Place]:
    """Return the place of the data that a run scored."""
    folder = run.setting("data").get("scisumm")
    if not folder:
        return []
    return [Place(BENCHMARK.name, Path(folder), BENCHMARK.name)]


def open_data(place: Place) -> NoReturn:
    """Raise UserError: no papers are ranked here."""
    message = "CL-SciSumm has no rankings of papers: its runs are folders of sentences."
    hint = "Give pp.evaluate the folders of submissions; the workflow makes them."
    raise UserError(Problem(message, str(place.folder), hint))


def evaluate_runs(task: Task, data: None, runs: Mapping[str, str]) -> Evaluation:
    """Return the evaluation of the folders at a task's paths; raise UserError as checks do."""
    return evaluate_task(task, read_release(task.place.folder, sources=()))


def evaluate_task(task: Task, release: Release) -> Evaluation:
    """Return the evaluation of the submissions; raise UserError if a check refuses one."""
    judge = Judge(release.sentences, release.citances, release.gold, K)
    submissions: dict[str, Mapping[str, Submission]] = {}

    def read(name: str, paths: Sequence[str]) -> None:
        """Read the folder of a submission, and keep what the judge makes of it."""
        if not Path(paths[0]).is_dir():
            hint = "A run of CL-SciSumm is a folder with a file <RP>.csv for each reference paper."
            raise UserError(Problem(f"Run {name!r}: there is no such folder.", paths[0], hint))
        sentences = release.sentences.select(["paper_id", "sid"])
        rows = read_submissions(name, paths[0], release.citances, sentences, task.strict)
        submissions[name] = judge.submit_rows(rows)

    for_each(task, read)

    found = {name: {"doubts": []} for name in submissions}
    checks = Checks(found, task.refuses_doubts, task.outside)
    published = {}
    if _is_released(judge):
        published = read_published_scisumm(PRINTED, task.published_names)
    return judge.evaluate(submissions, checks, published, task.paired)


def _is_released(judge: Judge) -> bool:
    return {split: len(judge.papers(split)) for split in RELEASED} == RELEASED


def _list_notes(task: Task, judge: Judge, is_released: bool) -> list[str]:
    notes = []
    for split, title in BENCHMARK.splits.items():
        if judge.papers(split) and not judge.is_judged(split):
            notes.append(
                f"{title}: some reference papers have no gold here; scores leave them out."
            )
    if not is_released and any(task.published_names.values()):
        notes.append("The data are not the whole release: no published score is comparable.")
    return notes


def _list_scores(source: Source, protocol: str) -> Grid:
    label = f"{protocol} protocol"
    title = f"{BENCHMARK.title}, {label} (×100)"
    return replace(ranker_table(source, protocol), title=title, label=label)


def _list_tests(task: Task, source: Source) -> list[Grid]:
    """Return the paired tests against each baseline, each pair of rankers once."""
    tables = []
    for protocol in PROTOCOLS:
        for i, baseline in enumerate(task.baselines):
            table = paired_table(source, protocol, baseline, left_out=task.baselines[:i])
            if table.rows:
                tables.append(table)
    return tables

"""Score pairs of MDCR's benchmark, as the workflow's section does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from paperpool.benchmarks.benchmark import CORRECTED, OFFICIAL
from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.collections.mdcr_benchmark import SPLITS, Benchmark, read_benchmark
from paperpool.commands.scoring.checking import find_missing_files, for_each
from paperpool.commands.scoring.score_tables import list_tables, read_task, write_tables
from paperpool.commands.scoring.task import PUBLISHED, Scored, Task
from paperpool.errors import Problem, UserError
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.doubts import find_score_doubts, store_doubts
from paperpool.evaluation.float_scores import is_beyond, note_beyond
from paperpool.evaluation.pair_scores import Scores, check_scores, pair_keys, read_scores
from paperpool.evaluation.published import read_published_scores, scores_beside
from paperpool.evaluation.tables import Evaluation
from paperpool.mdcr.evaluation import PUBLISHED_KEYS, evaluate
from paperpool.mdcr.names import comparable_benchmarks
from paperpool.pages.run_info import RunLabel

if TYPE_CHECKING:  # brings the page's templates in
    from paperpool.pages.fragments import Fragment

PRINTED = PUBLISHED / str(BENCHMARK.published)

SPLIT = "test"
"""The split that is printed, and that papers publish."""

HEADLINE = ("map", "recall_5")
"""The measures of the paper's table of the benchmark."""

Raw = Mapping[str, object]
"""The scores of a split's pairs as a file has them, by key."""

_BUILT = "provenance.parquet"
"""The files beside a benchmark that a run built, and not beside the release."""


def score(task: Task) -> Scored:
    """Evaluate the entries, write the tables, return the scores; raise UserError for bad input."""
    evaluation, notes = evaluate_task(task)
    released = _is_released(task)
    comparable = comparable_benchmarks({}, released)
    printed = read_published_scores(PRINTED, comparable)
    if not released and any(task.published_names.values()):
        notes.append("The benchmark is not the released one: no published score is comparable.")
    write_tables(evaluation, task)
    printed = [p for p in printed if (p.benchmark, p.split) == (BENCHMARK.name, SPLIT)]
    results = read_task(task, BENCHMARK, printed, BENCHMARK.name)
    title = BENCHMARK.splits[SPLIT].lower()
    what = {(p, SPLIT): f"{p} protocol, {title}" for p in (OFFICIAL, CORRECTED)}
    slices = {"all": BENCHMARK.slices["all"]}
    measures = [measure for measure in BENCHMARK.measure_titles if measure != "recall_30"]
    return Scored(
        title=BENCHMARK.title,
        **list_tables(task, results, what, measures, slices, ("MDCR's benchmark", HEADLINE)),
        notes=[*notes, *evaluation.notes],
        doubts=evaluation.doubts,
        section=lambda: _build_section(task, comparable, released),
    )


def read_files(name: str, path: str) -> dict[str, Raw]:
    """Return the scores at a path, by split: of both if it has {split}, else of test."""
    splits = SPLITS if "{split}" in path else (SPLIT,)
    files = {split: path.replace("{split}", split) for split in splits}
    find_missing_files(name, list(files.values()))
    return {split: read_scores(name, file) for split, file in files.items()}


def evaluate_task(
    task: Task, read: Callable[[str, str], Mapping[str, Raw]] = read_files
) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of scores by ``read``, and notes; raise UserError as checks do."""
    scores, checks = _read_all(task, read)
    notes = [problem for found in checks.found.values() for problem in found["problems"]]
    splits = {
        split: (read_benchmark(_benchmark_file(task, split)), scores[split])
        for split in SPLITS
        if split in scores
    }
    beyond: dict[str, str] = {}
    for of_split in scores.values():
        for name, runs in of_split.items():
            if is_beyond(runs[0].values()):
                beyond[name] = note_beyond(name)
    printed = read_published_scores(PRINTED, comparable_benchmarks({}, _is_released(task)))
    beside = scores_beside(printed, task.published_names, PUBLISHED_KEYS)
    evaluation = evaluate({}, "", "", splits, checks, beside, task.paired)
    return replace(evaluation, notes=[*evaluation.notes, *beyond.values()]), notes


def _is_released(task: Task) -> bool:
    return not (task.place.folder / _BUILT).is_file()


def _read_all(
    task: Task, read_raw: Callable[[str, str], Mapping[str, Raw]]
) -> tuple[dict[str, dict[str, list[Scores]]], Checks]:
    """Return the checked scores by split and ranker, and the findings in each ranker's."""
    scores: dict[str, dict[str, list[Scores]]] = {}
    checks = Checks({}, task.refuses_doubts, task.outside)

    @cache
    def benchmarks(split: str) -> Benchmark:
        return read_benchmark(_benchmark_file(task, split))

    def read(name: str, paths: Sequence[str]) -> None:
        noticed: list[str] = []
        doubts: list[Problem] = []
        of_paths = [(path, read_raw(name, path)) for path in paths]
        for split in SPLITS:
            for path, raw in of_paths:
                if split not in raw:
                    continue
                file, benchmark = path.replace("{split}", split), benchmarks(split)
                keys = pair_keys(benchmark)
                checked, notes = check_scores(name, file, raw[split], keys, task.strict)
                if name in task.outside:
                    doubts += find_score_doubts(name, file, checked, benchmark)
                scores.setdefault(split, {}).setdefault(name, []).append(checked)
                noticed += notes
        if doubts and task.refuses_doubts:
            raise UserError(doubts)
        checks.found[name] = {"problems": noticed, "doubts": store_doubts(doubts)}

    for_each(task, read)
    return scores, checks


def _benchmark_file(task: Task, split: str) -> Path:
    file = task.place.folder / f"mdcr_{split}.json"
    if not file.is_file():
        hint = "Download it: paperpool fetch mdcr."
        raise UserError(Problem("A file of MDCR is missing.", str(file), hint))
    return file


def _build_section(task: Task, comparable: Sequence[str], released: bool) -> Fragment:
    from paperpool.report.mdcr.section import MdcrFiles, build_section  # draws figures

    files = MdcrFiles(
        **task.results(), published=PRINTED, comparable=comparable, is_released=released
    )
    return build_section(RunLabel("score", is_demo=False), files)

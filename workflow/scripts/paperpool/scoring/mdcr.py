"""Score pairs of MDCR's benchmark, as the workflow's section does."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from paperpool.benchmarks.benchmark import CORRECTED, OFFICIAL
from paperpool.benchmarks.mdcr import BENCHMARK
from paperpool.collections.collection import Collection
from paperpool.collections.mdcr_benchmark import SPLITS, Benchmark, name_splits, read_benchmark
from paperpool.collections.mdcr_collection import read_mdcr
from paperpool.errors import Problem, UserError, name_some
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.doubts import find_score_doubts
from paperpool.evaluation.float_scores import is_beyond, note_beyond
from paperpool.evaluation.pair_scores import (
    Scores,
    check_scores,
    pair_key,
    pair_keys,
    read_run_scores,
    read_scores,
)
from paperpool.evaluation.published import read_published_scores, scores_beside
from paperpool.evaluation.runs import Run
from paperpool.evaluation.stored_doubts import store_doubts
from paperpool.evaluation.tables import Evaluation
from paperpool.finished_runs import FinishedRun
from paperpool.mdcr.evaluation import PUBLISHED_KEYS, evaluate
from paperpool.mdcr.names import comparable_benchmarks
from paperpool.scoring.checking import find_missing_files, for_each, read_by_topics
from paperpool.scoring.score_tables import make_scored, read_results
from paperpool.scoring.task import PUBLISHED, Place, Scored, Task

PRINTED = PUBLISHED / str(BENCHMARK.published)

SPLIT = "test"
"""The split that is printed, and that papers publish."""

HEADLINE = ("map", "recall_5")
"""The measures of the paper's table of the benchmark."""

Raw = Mapping[str, object]
"""The scores of a split's pairs as a file has them, by key."""

_BUILT = "provenance.parquet"
"""The files beside a benchmark that a run built, and not beside the release."""


FILES = ("mdcr_*.json", "*.parquet")
FIXED_SLICES = "MDCR is scored by field and by type of negative"
IS_GRADED = False
TAKES_FOLDERS = False
HAS_OWN_RANKERS = False


def score(task: Task) -> Scored:
    """Evaluate the entries and return the scores; raise UserError for bad input."""
    evaluation, notes = evaluate_task(task)
    scored = present(task, evaluation, None)
    return replace(scored, notes=[*notes, *scored.notes])


def present(task: Task, evaluation: Evaluation, data: Collection | None) -> Scored:
    """Return an evaluation as it is printed, the released benchmark's beside published scores."""
    is_released = _is_released(task)
    comparable = comparable_benchmarks({}, is_released)
    notes = []
    if not is_released and any(task.published_names.values()):
        notes.append("The benchmark is not the released one: no published score is comparable.")

    printed = []
    for score in read_published_scores(PRINTED, comparable):
        if score.benchmark == BENCHMARK.name and score.split == SPLIT:
            printed.append(score)
    results = read_results(task, evaluation, BENCHMARK, printed, BENCHMARK.name)
    split_title = BENCHMARK.splits[SPLIT].lower()
    texts = {}
    for protocol in (OFFICIAL, CORRECTED):
        texts[protocol, SPLIT] = f"{protocol} protocol, {split_title}"
    slices = {"all": BENCHMARK.slices["all"]}
    measures = [measure for measure in BENCHMARK.measure_titles if measure != "recall_30"]
    headline = ("MDCR's benchmark", HEADLINE)
    scored = make_scored(task, evaluation, results, texts, measures, slices, headline)
    return replace(
        scored,
        notes=[*notes, *evaluation.notes],
        facts={"comparable": comparable, "is_released": is_released},
    )


def read_files(name: str, path: str) -> dict[str, Raw]:
    """Return the scores at a path, by split: of both if it has {split}, else of test."""
    splits = SPLITS if "{split}" in path else (SPLIT,)
    files = {split: path.replace("{split}", split) for split in splits}
    find_missing_files(name, list(files.values()))
    return {split: read_scores(name, file) for split, file in files.items()}


def find_places(run: FinishedRun) -> list[Place]:
    """Return the place of the benchmark that a run scored, the release or one that it built."""
    folder = Path(run.setting("data").get("mdcr") or run.folder / BENCHMARK.name)
    if not (folder / f"mdcr_{SPLIT}.json").is_file():
        return []
    return [Place(BENCHMARK.name, folder, BENCHMARK.name)]


def open_data(place: Place) -> Collection:
    """Return the benchmark of a place as a collection; raise UserError for bad files."""
    return read_mdcr(name_splits(place.folder))


def read_rankings(path: str, data: Collection) -> Run:
    """Return the run at a path, a file of rankings or of the scores of pairs, by split.

    Raises UserError if it is missing or malformed.
    """
    if path.endswith((".trec", ".parquet")):
        return read_by_topics(data)(path, path)
    splits = list(data.folds["all"]) if "{split}" in path else [SPLIT]
    files = {split: path.replace("{split}", split) for split in splits}
    find_missing_files(path, list(files.values()))
    return read_run_scores(path, files, data)


def evaluate_runs(task: Task, data: Collection, runs: Mapping[str, Run]) -> Evaluation:
    """Return the evaluation of runs by their names; raise UserError as checks do."""

    def read(name: str, _: str) -> dict[str, Raw]:
        """Return the scores of a run by its name, in place of reading them."""
        return list_pair_scores(name, runs[name], data)

    evaluation, _ = evaluate_task(task, read)
    return evaluation


def list_pair_scores(name: str, run: Run, data: Collection) -> dict[str, Raw]:
    """Return the scores of the pairs of ``data``, by split, of the splits that a run has topics of.

    Raises UserError for queries that the benchmark does not have.
    """
    names = data.topic_names()
    unknown = sorted("_".join(pair).removesuffix("_") for pair in run if pair not in names)
    if unknown:
        message = (
            f"{len(unknown):,} of {len(run):,} queries are none of MDCR's: {name_some(unknown)}."
        )
        hint = f"A query's id is such as {next(iter(names.values()))!r}."
        raise UserError(Problem(message, f"runs[{name!r}]", hint))

    scores: dict[str, Raw] = {}
    for split, pairs in data.folds["all"].items():
        scores_of_split: dict[str, float] = {}
        for pair in pairs:
            for candidate, score in run.get(pair, []):
                scores_of_split[pair_key(pair[0], candidate)] = score
        if scores_of_split:
            scores[split] = scores_of_split
    return scores


def evaluate_task(
    task: Task, read: Callable[[str, str], Mapping[str, Raw]] = read_files
) -> tuple[Evaluation, list[str]]:
    """Return the evaluation of scores by ``read``, and notes; raise UserError as checks do."""
    scores, checks = _read_all(task, read)
    notes: list[str] = []
    for found in checks.found.values():
        notes += found["problems"]

    splits = {}
    for split in SPLITS:
        if split in scores:
            splits[split] = (read_benchmark(_benchmark_file(task, split)), scores[split])

    beyond: dict[str, str] = {}
    for runs_by_name in scores.values():
        for name, runs in runs_by_name.items():
            if is_beyond(runs[0].values()):
                beyond[name] = note_beyond(name)

    printed = read_published_scores(PRINTED, comparable_benchmarks({}, _is_released(task)))
    published = scores_beside(printed, task.published_names, PUBLISHED_KEYS)
    evaluation = evaluate({}, "", "", splits, checks, published, task.paired)
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
    def read_split(split: str) -> Benchmark:
        """Return the benchmark of a split; it is read once for all rankers."""
        return read_benchmark(_benchmark_file(task, split))

    def read(name: str, paths: Sequence[str]) -> None:
        """Read and check the scores of a ranker, a run at each path."""
        noticed: list[str] = []
        doubts: list[Problem] = []
        raw_by_path = [(path, read_raw(name, path)) for path in paths]
        for split in SPLITS:
            for path, raw in raw_by_path:
                if split not in raw:
                    continue
                file = path.replace("{split}", split)
                benchmark = read_split(split)
                keys = pair_keys(benchmark)
                checked, findings = check_scores(name, file, raw[split], keys, task.strict)
                noticed += findings
                if name in task.outside:
                    doubts += find_score_doubts(name, file, checked, benchmark)
                scores.setdefault(split, {}).setdefault(name, []).append(checked)

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

"""Evaluate runs: every score with its interval, and tested against a baseline."""

from __future__ import annotations

import importlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.api.rankers import rank_or_read
from paperpool.api.runs import Run
from paperpool.api.test_collection import TestCollection
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.collections.readers.registry import find_readers
from paperpool.commands.score import SEED
from paperpool.commands.scoring.places import CORPUS
from paperpool.commands.scoring.task import Entry, Place, Task
from paperpool.errors import Problem, UserError, guess
from paperpool.evaluation.named_measures import find_measure_problems
from paperpool.evaluation.pair_scores import pair_key
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.runs import Run as Rankings
from paperpool.evaluation.tables import Evaluation
from paperpool.scisumm.read.release import read_release

if TYPE_CHECKING:
    import pandas as pd

logger = logging.getLogger("paperpool")

_PLACE = ["protocol", "split", "slice", "measure"]


def evaluate(
    collection: TestCollection,
    runs: Mapping[str, Any],
    baseline: str | None = None,
    measures: Sequence[str] | None = None,
    checks: str = "strict",
    seed: int = SEED,
    slices: str | Path | None = None,
) -> pd.DataFrame:
    """Return every score of some runs, by their names, as ``paperpool score`` and the workflow do.

    ``runs`` are rankers or any input of ``read_run``; of CL-SciSumm folders of submissions.
    ``measures`` are names or titles of the collection's tables (``ndcg%20``, ``NDCG%20``), of other
    people's collections any of ir_measures'. With ``checks="warn"`` a run that leaves candidates
    out is reported and scored. ``slices`` is a CSV file with query_id and slice: further slices of
    CSFCube, where a query may be a paper for all its facets, and of other people's collections.

    Columns are protocol, split, slice, measure, run, value, lower and upper (ends of the interval),
    p (against ``baseline``, after Holm's correction) and tied_with_best (by headline measures, of
    all pairs; else missing). Of other people's collections also expected, the mean over all orders
    of equal scores, for the slice all and runs that have such. Raises UserError for an unknown
    measure or baseline, and for runs that the checks refuse.
    """
    if checks not in ("strict", "warn"):
        raise UserError(Problem(f"checks cannot be {checks!r}.", "checks", "strict or warn."))
    for name in [] if baseline is None else [baseline]:
        if name not in runs:
            hint = f"{guess(name, runs)} One of {', '.join(runs)}.".lstrip()
            raise UserError(Problem(f"No run is called {name!r}.", "baseline", hint))
    place = collection.place.with_slices(None if slices is None else str(slices), "slices")
    if measures and place.benchmark == "collections":
        place, measures = _set_measures(place, measures), None
    if place.benchmark == "scisumm":
        made = {name: str(run) for name, run in runs.items()}
    else:
        made = {name: rank_or_read(run, collection) for name, run in runs.items()}
    evaluation = _evaluate(place, collection, made, baseline, checks, seed)
    for warning in evaluation.warnings:
        logger.warning("%s", warning)
    table = _tabulate(evaluation, baseline)
    return table if measures is None else _choose(table, measures, place.benchmark)


def _evaluate(
    place: Place,
    collection: TestCollection,
    runs: Mapping[str, Any],
    baseline: str | None,
    checks: str,
    seed: int,
) -> Evaluation:
    """Return the evaluation of runs by their names, by the function that the command uses."""
    paths = {name: getattr(run, "where", run) or name for name, run in runs.items()}
    task = Task(
        place,
        [Entry(name, (str(path),)) for name, path in paths.items()],
        [baseline or next(iter(runs), "")],
        Resampling(seed),
        checks == "strict",
        Path(),
    )
    adapter: Any = importlib.import_module(f"paperpool.commands.scoring.{place.benchmark}")
    if place.benchmark == "scisumm":
        return adapter.evaluate_task(task, read_release(place.folder, sources=()))
    if place.benchmark == "mdcr":
        return adapter.evaluate_task(task, lambda run, _: _score_pairs(runs[run], collection))[0]

    def read(run: str, _: str) -> Rankings:
        return runs[run].rankings

    if place.name == CORPUS:
        release, corpus = collection.release, collection.data
        return adapter.evaluate_corpus_task(task, release, corpus, read)[0]
    return adapter.evaluate_task(task, collection.data, read)[0]


def _score_pairs(run: Run, collection: TestCollection) -> dict[str, dict[str, float]]:
    """Return the scores of MDCR's pairs, by split, of the splits that a run has topics of."""
    scores: dict[str, dict[str, float]] = {}
    for split, pairs in collection.data.folds["all"].items():
        of_split = {
            pair_key(pair[0], candidate): score
            for pair in pairs
            for candidate, score in run.rankings.get(pair, [])
        }
        if of_split:
            scores[split] = of_split
    return scores


def _set_measures(place: Place, measures: Sequence[str]) -> Place:
    """Return one of other people's collections with its measures set, by ir_measures' names."""
    reader = find_readers().get(place.settings.get("format", ""))
    own = reader.own_measures if reader else {}
    if problems := list(find_measure_problems(measures, "measures", own)):
        raise UserError(problems)
    return replace(place, settings={**place.settings, "measures": list(measures)})


def _choose(table: pd.DataFrame, measures: Sequence[str], benchmark: str) -> pd.DataFrame:
    """Return the rows of measures, named as in the table or by their titles."""
    known = dict.fromkeys(table["measure"])
    names = {name: name for name in known}
    titles = find_benchmarks()[benchmark].measure_titles
    names |= {title: name for name, title in titles.items() if name in known}
    problems = [
        Problem(
            f"{measure!r} is no measure of {benchmark}.",
            f"measures.{i}",
            f"{guess(measure, names)} Measures: {', '.join(names)}.".lstrip(),
        )
        for i, measure in enumerate(measures)
        if measure not in names
    ]
    if problems:
        raise UserError(problems)
    wanted = table["measure"].isin([names[measure] for measure in measures])
    return table[wanted].reset_index(drop=True)


def _tabulate(evaluation: Evaluation, baseline: str | None) -> pd.DataFrame:
    """Return the columns of ``evaluate`` from the tables of an evaluation."""
    names = {"metric": "measure", "ranker": "run", "ci_low": "lower", "ci_high": "upper"}
    table = evaluation.metrics.rename(columns=names)
    table = table[[*_PLACE, "run", "value", "lower", "upper"]]
    tests = evaluation.significance.rename(columns={**names, "p_holm": "p", "p": "raw"})
    tests = tests[tests["baseline"] == baseline]
    ranks = evaluation.ranks.rename(columns=names)
    for other in (tests[[*_PLACE, "run", "p"]], ranks[[*_PLACE, "run", "tied_with_best"]]):
        table = table.merge(other, how="left", on=[*_PLACE, "run"])
    if "ties" in evaluation.others:
        ties = evaluation.others["ties"].rename(columns=names)[["run", "measure", "expected"]]
        table = table.merge(ties.assign(slice="all"), how="left", on=["slice", "run", "measure"])
    return table

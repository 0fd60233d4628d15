"""Evaluate runs: every score with its interval, and tested against a baseline."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from paperpool.api.arguments import (
    check_choices,
    list_measures,
    name_baseline,
)
from paperpool.api.named_runs import name_runs
from paperpool.api.rankers import rank_or_read
from paperpool.api.runs import Run
from paperpool.api.test_collection import TestCollection, as_collection
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.collections.readers.registry import find_readers
from paperpool.errors import Problem, UserError, guess
from paperpool.evaluation.named_measures import find_measure_problems
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.seeds import SEED
from paperpool.evaluation.tables import Evaluation
from paperpool.scoring.adapters import find_adapter
from paperpool.scoring.task import Entry, Place, Task

if TYPE_CHECKING:
    import pandas as pd

logger = logging.getLogger("paperpool")

_PLACE = ["protocol", "split", "slice", "measure"]

_NAMES = {"metric": "measure", "ranker": "run", "ci_low": "lower", "ci_high": "upper"}
"""The columns of results, as they are called here."""


def evaluate(
    collection: TestCollection | str | Path,
    runs: object,
    baseline: object = None,
    measures: str | Iterable[str] | None = None,
    checks: str = "strict",
    seed: int = SEED,
    slices: str | Path | None = None,
    per_query: bool = False,
) -> pd.DataFrame:
    """Return every score of some runs, by their names, as ``paperpool score`` and the workflow do.

    ``collection`` is one of ``collection``, or its name or folder. ``runs`` are rankers or any
    input of ``read_run``, by their names; or a list of them, or a single one. Of CL-SciSumm they
    are folders of submissions. ``baseline`` is the name of a run, or the run itself. ``measures``
    are names or titles of the collection's tables (``ndcg%20``, ``NDCG%20``), of other people's
    collections any of ir_measures'; a single one may stand alone. With ``checks="warn"`` a run that
    leaves candidates out is reported and scored. ``slices`` is a CSV file with query_id and slice:
    further slices of CSFCube, where a query may be a paper for all its facets, and of other
    people's collections.

    Columns are protocol, split, slice, measure, run, value, lower and upper (ends of the interval),
    p (against ``baseline``, after Holm's correction) and tied_with_best (by headline measures, of
    all pairs; else missing). Of other people's collections also expected, the mean over all orders
    of equal scores, for the slice all and runs that have such. With ``per_query`` there is a row
    per query instead: protocol, split, slice, measure, run, query_id and value. Raises UserError
    for an unknown measure or baseline, and for runs that the checks refuse.
    """
    seed = check_choices(checks, seed, slices)
    collection = as_collection(collection)
    place = collection.place.with_slices(None if slices is None else str(slices), "slices")
    is_open = place.benchmark == "collections"

    names = list_measures(measures, named_by_ir_measures=is_open)
    problems: list[Problem] = []
    named: dict[str, Any] = {}
    try:
        named = name_runs(runs)
    except UserError as error:
        problems += error.problems
    if is_open and names:
        problems += find_measure_problems(names, "measures", _find_further_measures(place))
    if problems:
        raise UserError(problems)

    baseline_name = name_baseline(baseline, named)
    if is_open and names:
        # measures of other people's collections are chosen before the evaluation, not after it
        place = replace(place, settings={**place.settings, "measures": names})
        names = None
    made = {name: _make_run(name, run, collection) for name, run in named.items()}
    evaluation = _evaluate(place, collection, made, baseline_name, checks, seed)
    for warning in evaluation.warnings:
        logger.warning("%s", warning)

    if per_query:
        table = _tabulate_queries(evaluation)
    else:
        table = _tabulate(evaluation, baseline_name)
    if names is None:
        return table
    return _choose(table, names, place.benchmark)


def _evaluate(
    place: Place,
    collection: TestCollection,
    runs: Mapping[str, Run | str],
    baseline: str | None,
    checks: str,
    seed: int,
) -> Evaluation:
    """Return the evaluation of runs by their names, by the function that the command uses."""
    entries = []
    for name, run in runs.items():
        path = run.where if isinstance(run, Run) else run
        entries.append(Entry(name, (str(path or name),)))
    baselines = [baseline or next(iter(runs), "")]
    task = Task(place, entries, baselines, Resampling(seed), checks == "strict")

    adapter = find_adapter(place.benchmark)
    if adapter.TAKES_FOLDERS:
        return adapter.evaluate_runs(task, None, runs)
    rankings = {name: run.rankings for name, run in runs.items() if isinstance(run, Run)}
    return adapter.evaluate_runs(task, collection.data, rankings)


def _make_run(name: str, run: object, collection: TestCollection) -> Run | str:
    """Return the run called ``name``, or the path of its folder where runs are folders."""
    argument = f"runs[{name!r}]"
    if not find_adapter(collection.place.benchmark).TAKES_FOLDERS:
        return rank_or_read(run, collection, argument)
    if not isinstance(run, str | Path):
        message = f"A run of CL-SciSumm cannot be of type {type(run).__name__}."
        raise UserError(Problem(message, argument, "Give the path of a folder of submissions."))
    return str(run)


def _find_further_measures(place: Place) -> Mapping[str, Any]:
    """Return the measures that a format of other people's collections has besides ir_measures'."""
    reader = find_readers().get(place.settings.get("format", ""))
    if reader is None:
        return {}
    return reader.own_measures


def _choose(table: pd.DataFrame, measures: Sequence[str], benchmark: str) -> pd.DataFrame:
    """Return the rows of measures, named as in the table or by their titles."""
    known = dict.fromkeys(table["measure"])
    names = {name: name for name in known}
    titles = find_benchmarks()[benchmark].measure_titles
    names |= {title: name for name, title in titles.items() if name in known}
    problems = []
    for i, measure in enumerate(measures):
        if measure not in names:
            message = f"{measure!r} is no measure of {benchmark}."
            hint = f"{guess(measure, names)} Measures: {', '.join(names)}.".lstrip()
            problems.append(Problem(message, f"measures.{i}", hint))
    if problems:
        raise UserError(problems)
    wanted = table["measure"].isin([names[measure] for measure in measures])
    return table[wanted].reset_index(drop=True)


def _tabulate(evaluation: Evaluation, baseline: str | None) -> pd.DataFrame:
    """Return the columns of ``evaluate`` from the tables of an evaluation."""
    key = [*_PLACE, "run"]
    scores = evaluation.metrics.rename(columns=_NAMES)
    table = scores[[*key, "value", "lower", "upper"]]

    # the corrected p is the one that is shown
    tests = evaluation.significance.rename(columns={**_NAMES, "p_holm": "p", "p": "raw"})
    tests = tests[tests["baseline"] == baseline]
    table = table.merge(tests[[*key, "p"]], how="left", on=key)

    ranks = evaluation.ranks.rename(columns=_NAMES)
    table = table.merge(ranks[[*key, "tied_with_best"]], how="left", on=key)
    if "ties" in evaluation.others:
        ties = evaluation.others["ties"].rename(columns=_NAMES)[["run", "measure", "expected"]]
        table = table.merge(ties.assign(slice="all"), how="left", on=["slice", "run", "measure"])
    return table


def _tabulate_queries(evaluation: Evaluation) -> pd.DataFrame:
    """Return the value of each query, measure and run, in the columns of ``evaluate``."""
    values = evaluation.per_query.rename(columns=_NAMES)
    return values[[*_PLACE, "run", "query_id", "value"]]

"""Evaluate rankers on MDCR: the two large-scale evaluations and the benchmark.

Source: MDCR sections 3 and 4.3, and the release's ``evaluate.py``. A score over all fields is the
mean of the fields' scores, and its queries are resampled within their field. Pools with one type of
negatives are those of section 4.4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np

from paperpool.collections.mdcr_benchmark import (
    SPLITS,
    TRUE,
    Benchmark,
    Pool,
    find_oddities,
    negative_types,
)
from paperpool.errors import Problem, UserError
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.pair_scores import Scores, order_pools, pair_key
from paperpool.evaluation.paired_draws import Paired
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Run
from paperpool.evaluation.tables import (
    Evaluation,
    EvaluationRows,
    Slice,
    SliceScores,
    measure_slice,
)
from paperpool.evaluation.trec_measures import BENCHMARK, LARGE_SCALE, measure
from paperpool.mdcr import large_scale
from paperpool.mdcr.names import ALL, LEVELS, TYPE

Published = Mapping[tuple[str, str, str, str], float]
"""Published scores by PUBLISHED_KEYS, of the official protocol and the test split."""

FieldMeasures = Mapping[str, Floats]
"""The measures of each field's queries, shape (queries, measures)."""

RANKED = (BENCHMARK.index("map"),)
"""The column of the measure that ranks the rankers: the first in both lists of measures."""

PUBLISHED_KEYS = ("benchmark", "ranker", "slice", "measure")


def evaluate(
    large: Mapping[str, Mapping[str, str | Path]],
    queries: str | Path,
    cited: str | Path,
    splits: Mapping[str, tuple[Benchmark, Mapping[str, Sequence[Scores]]]],
    checks: Checks,
    published: Published,
    paired: Paired,
    positives: int = 5,
) -> Evaluation:
    """Evaluate rankers on large pools and on splits of the benchmark.

    ``large`` has the run files by level and ranker, ``queries`` and ``cited`` are their tables (see
    ``add_large_scale``), ``splits`` has the benchmark and the rankers' scores (see
    ``add_benchmark``). Notes list oddities of the benchmark; a query should have ``positives``.
    Raises UserError if doubts are refused.
    """
    rows = EvaluationRows()
    for level, runs in large.items():
        add_large_scale(rows, level, runs, queries, cited, paired, published)

    ordered: dict[str, Run] = {}
    notes = []
    for split, (benchmark, scores) in splits.items():
        for oddity in find_oddities(benchmark, positives):
            notes.append(f"mdcr_{split}.json: {oddity}.")
        add_benchmark(rows, split, benchmark, scores, paired, published)

        # the checks look at the first run of a ranker, on the split that is reported
        if split == "test":
            ordered = {name: order_pools(runs[0], benchmark) for name, runs in scores.items()}
    return replace(checks.complete(rows.tables(), ordered), notes=notes)


def _published_in(
    published: Published, benchmark: str, slice_name: str
) -> dict[tuple[str, str], float]:
    """Return the published scores of a slice of a benchmark by (ranker, measure)."""
    found = {}
    for (published_benchmark, ranker, name, measure_name), value in published.items():
        if published_benchmark == benchmark and name == slice_name:
            found[ranker, measure_name] = value
    return found


def add_large_scale(
    rows: EvaluationRows,
    level: str,
    runs: Mapping[str, str | Path],
    queries: str | Path,
    cited: str | Path,
    paired: Paired,
    published: Published,
) -> None:
    """Add the test scores of a level, ``dataset`` or ``field``, as means over samplings.

    ``runs`` are the rankers' files (MDCR_RUN); ``queries`` and ``cited`` have schemas MDCR_QUERIES
    and MDCR_CITED. Raises UserError if a run lacks a pool that others have.
    """
    benchmark = f"mdcr-{level}"
    by_field = large_scale.read_queries(queries, level, "test")
    relevant = large_scale.read_relevant(cited)
    measured: dict[str, dict[str, Floats]] = {}
    for ranker, path in runs.items():
        measured[ranker] = large_scale.measure_run(path, "test", by_field, relevant)

    # at the dataset level a slice is a size of the pools, and all have the same queries
    by_size = None in by_field
    if by_size:
        sizes: set[str] = set()
        for slices_of_ranker in measured.values():
            sizes.update(slices_of_ranker)
        slices = sorted(sizes, key=int)
    else:
        slices = [field for field in by_field if field]
    _require_pools(measured, slices, runs)

    stream = 1 + LEVELS.index(level)
    draws_of_all = paired.draws([len(ids) for ids in by_field.values()], stream, 0)
    every_query: list[str] = []
    for ids in by_field.values():
        every_query += ids
    names = slices if by_size else [*slices, ALL]
    for number, name in enumerate(names, 1):
        if by_size or name == ALL:
            ids = every_query
            draws = draws_of_all
        else:
            ids = by_field[name]
            draws = paired.draws([len(ids)], stream, number)

        parts = slices if name == ALL else [name]
        stacks = {}
        for ranker, slices_of_ranker in measured.items():
            stacks[ranker] = _join([slices_of_ranker[part] for part in parts])
        rows.add(
            Slice(benchmark, "official", "test", name, LARGE_SCALE, ids),
            measure_slice(stacks, draws, paired.among(stacks), RANKED),
            _published_in(published, benchmark, name),
        )


def _require_pools(
    measured: Mapping[str, Mapping[str, Floats]],
    slices: Sequence[str],
    runs: Mapping[str, str | Path],
) -> None:
    """Raise UserError if the run of a ranker lacks the pools of a slice."""
    problems = []
    for ranker, slices_of_ranker in measured.items():
        for name in slices:
            if name not in slices_of_ranker:
                message = f"The run of {ranker!r} has nothing of test pool {name!r}."
                problems.append(Problem(message, str(runs[ranker])))
    if problems:
        raise UserError(problems)


def _join(stacks: Sequence[Floats]) -> Floats:
    """Return the queries of all fields in one stack.

    A field with fewer samplings than others gets its mean as each missing sampling.
    """
    n_samplings = max(stack.shape[1] for stack in stacks)
    filled = []
    for stack in stacks:
        n_missing = n_samplings - stack.shape[1]
        mean = stack.mean(axis=1, keepdims=True)
        filled.append(np.concatenate([stack, np.repeat(mean, n_missing, axis=1)], axis=1))
    return np.concatenate(filled)


class _Part(NamedTuple):
    """Fields whose queries make a slice, and the number of the slice's draws."""

    name: str
    fields: Sequence[str]
    number: int


def _list_parts(fields: Sequence[str], kind: str | None) -> list[_Part]:
    """Return the slices that pools with negatives of type ``kind`` make: all if it is None."""
    if kind is not None:
        return [_Part(f"{TYPE}{kind}", fields, 0)]
    parts = [_Part(field, [field], number) for number, field in enumerate(fields, 1)]
    return [*parts, _Part(ALL, fields, 0)]


def add_benchmark(
    rows: EvaluationRows,
    split: str,
    benchmark: Benchmark,
    scores: Mapping[str, Sequence[Scores]],
    paired: Paired,
    published: Published,
) -> None:
    """Add the scores of a split of the benchmark, under both protocols.

    ``scores`` has every pair's score in each run, by ranker (see ``pair_scores``). The protocols
    differ in rounding; intervals, tests and scores per query use unrounded values.
    """
    stream = len(LEVELS) + 1 + SPLITS.index(split)
    sizes = [len(pools) for pools in benchmark.values()]
    draws_of_all = paired.draws(sizes, stream, 0)

    added: list[tuple[str, list[str], SliceScores, dict[str, list[float]]]] = []
    for kind in (None, *negative_types(benchmark)):
        pools = choose_pools(benchmark, kind)
        if not pools:
            continue
        values: dict[str, list[FieldMeasures]] = {}
        for ranker, runs in scores.items():
            values[ranker] = [_measure_fields(pools, run) for run in runs]

        for part in _list_parts(list(pools), kind):
            # a type that every pool has is resampled with the draws of all fields
            n_queries = [len(pools[field]) for field in part.fields]
            if part.number == 0 and n_queries == sizes:
                draws = draws_of_all
            else:
                draws = paired.draws(n_queries, stream, part.number)

            stacks = {ranker: _stack_runs(runs, part.fields) for ranker, runs in values.items()}
            rounded = {ranker: _mean_official(runs, part.fields) for ranker, runs in values.items()}
            measured = measure_slice(stacks, draws, paired.among(stacks), RANKED)
            queries: list[str] = []
            for field in part.fields:
                queries += pools[field]
            added.append((part.name, queries, measured, rounded))

    for name, queries, measured, rounded in added:
        printed = _published_in(published, "mdcr", name) if split == "test" else {}
        place = Slice("mdcr", "official", split, name, BENCHMARK, queries)
        rows.add(place, measured, printed, rounded)
    for name, queries, measured, _ in added:
        place = Slice("mdcr", "corrected", split, name, BENCHMARK, queries)
        rows.add(place, measured, {})


def _measure_fields(benchmark: Benchmark, scores: Scores) -> FieldMeasures:
    return {field: measure_pools(pools, scores) for field, pools in benchmark.items()}


def _stack_runs(runs: Sequence[FieldMeasures], fields: Sequence[str]) -> Floats:
    """Return the measures of the queries of some fields, shape (queries, runs, measures)."""
    joined = []
    for measures in runs:
        joined.append(np.concatenate([measures[field] for field in fields]))
    return np.stack(joined, axis=1)


def _mean_official(runs: Sequence[FieldMeasures], fields: Sequence[str]) -> list[float]:
    """Return the means over a ranker's runs of the scores that the official script prints."""
    printed = []
    for measures in runs:
        printed.append(round_official([measures[field] for field in fields]))
    return np.mean(printed, axis=0).tolist()


def choose_pools(benchmark: Benchmark, kind: str | None = None) -> Benchmark:
    """Return the pools by field, with the negatives of type ``kind`` alone if given.

    A pool without a negative of that type is left out, as its ranking could not be wrong.
    """
    chosen = {}
    for field, pools in benchmark.items():
        kept = pools if kind is None else _keep_type(pools, kind)
        if kept:
            chosen[field] = kept
    return chosen


def _keep_type(pools: Mapping[str, Pool], kind: str) -> dict[str, Pool]:
    """Return the pools that have negatives of a type, with these and the positives alone."""
    kept = {}
    for query, pool in pools.items():
        negatives = pool.negatives(kind)
        if negatives:
            kept[query] = Pool({kind: negatives, TRUE: pool.positives})
    return kept


def measure_pools(pools: Mapping[str, Pool], scores: Scores) -> Floats:
    """Return the measures of a field's pools, shape (queries, measures)."""
    rankings = {}
    relevant = {}
    for query, pool in pools.items():
        rankings[query] = {
            candidate: scores[pair_key(query, candidate)] for candidate in pool.candidates()
        }
        relevant[query] = pool.positives
    return measure(rankings, relevant, BENCHMARK)


def round_official(values: Sequence[Floats]) -> list[float]:
    """Return the scores of a field, or of several fields, as the official script rounds them.

    ``values`` are the measures of each field's queries, shape (queries, measures). The script
    rounds a field's mean to 4 digits of a percentage and averages these. Returns fractions.
    """
    fields = [np.round(100 * measures.mean(axis=0), 4) for measures in values]
    overall = np.round(np.mean(fields, axis=0), 4)

    # rounded again, since a division by 100 may leave 0.16666699999999998 of 16.6667
    return np.round(overall / 100, 6).tolist()

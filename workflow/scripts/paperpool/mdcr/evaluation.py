"""Evaluate rankers on MDCR: the two large-scale evaluations and the benchmark.

Source: MDCR sections 3 and 4.3, and the release's ``evaluate.py``. A score over all fields is the
mean of the fields' scores, and its queries are resampled within their field. Pools with one type of
negatives are those of section 4.4.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

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
from paperpool.evaluation.tables import Evaluation, EvaluationRows, Slice, measure_slice
from paperpool.evaluation.trec_measures import BENCHMARK, LARGE_SCALE, measure
from paperpool.mdcr import large_scale
from paperpool.mdcr.names import ALL, LEVELS, TYPE

Published = Mapping[tuple[str, str, str, str], float]
"""Published scores by PUBLISHED_KEYS, of the official protocol and the test split."""

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
        oddities = find_oddities(benchmark, positives)
        notes += [f"mdcr_{split}.json: {oddity}." for oddity in oddities]
        add_benchmark(rows, split, benchmark, scores, paired, published)
        if split == "test":
            ordered = {name: order_pools(runs[0], benchmark) for name, runs in scores.items()}
    return replace(checks.complete(rows.tables(), ordered), notes=notes)


def _of_slice(published: Published, benchmark: str, name: str) -> dict[tuple[str, str], float]:
    return {
        (ranker, measure): value
        for (b, ranker, slice_name, measure), value in published.items()
        if (b, slice_name) == (benchmark, name)
    }


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
    measured = {
        ranker: large_scale.measure_run(path, "test", by_field, relevant)
        for ranker, path in runs.items()
    }
    by_size = None in by_field
    sizes = {slice_name for of_ranker in measured.values() for slice_name in of_ranker}
    slices = sorted(sizes, key=int) if by_size else [field for field in by_field if field]
    problems = [
        Problem(f"The run of {ranker!r} has nothing of test pool {name!r}.", str(runs[ranker]))
        for ranker, of_ranker in measured.items()
        for name in slices
        if name not in of_ranker
    ]
    if problems:
        raise UserError(problems)

    stream = 1 + LEVELS.index(level)
    whole = paired.draws([len(ids) for ids in by_field.values()], stream, 0)
    everything = [query for ids in by_field.values() for query in ids]
    for i, name in enumerate(slices if by_size else [*slices, ALL], 1):
        is_whole = by_size or name == ALL
        ids = everything if is_whole else by_field[name]
        draws = whole if is_whole else paired.draws([len(ids)], stream, i)
        stacks = {
            ranker: _join([of_ranker[part] for part in (slices if name == ALL else [name])])
            for ranker, of_ranker in measured.items()
        }
        rows.add(
            Slice(benchmark, "official", "test", name, LARGE_SCALE, ids),
            measure_slice(stacks, draws, paired.among(stacks), RANKED),
            _of_slice(published, benchmark, name),
        )


def _join(stacks: Sequence[Floats]) -> Floats:
    """Return the queries of all fields in one stack.

    A field with fewer samplings than others gets its mean as each missing sampling.
    """
    n_runs = max(stack.shape[1] for stack in stacks)
    filled = []
    for stack in stacks:
        mean = stack.mean(axis=1, keepdims=True)
        filled.append(np.concatenate([stack, *[mean] * (n_runs - stack.shape[1])], axis=1))
    return np.concatenate(filled)


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
    slices = []
    for kind in (None, *negative_types(benchmark)):
        pools = choose_pools(benchmark, kind)
        if not pools:
            continue
        values = {
            ranker: [[measure_pools(of_field, run) for of_field in pools.values()] for run in runs]
            for ranker, runs in scores.items()
        }
        ids = [list(of_field) for of_field in pools.values()]
        fields = [(field, i + 1, slice(i, i + 1)) for i, field in enumerate(pools)]
        whole = (ALL if kind is None else f"{TYPE}{kind}", 0, slice(None))
        for name, number, places in [*(fields if kind is None else []), whole]:
            of_slice = {r: [run[places] for run in runs] for r, runs in values.items()}
            stacks = {r: _stack_runs(runs) for r, runs in of_slice.items()}
            n_queries = [len(of_field) for of_field in ids[places]]
            is_known = (number, n_queries) == (0, sizes)
            draws = draws_of_all if is_known else paired.draws(n_queries, stream, number)
            measured = measure_slice(stacks, draws, paired.among(stacks), RANKED)
            rounded = {r: _mean_official(runs) for r, runs in of_slice.items()}
            queries = [query for of_field in ids[places] for query in of_field]
            slices.append((name, queries, measured, rounded))
    for protocol in ("official", "corrected"):
        official = protocol == "official"
        for name, queries, measured, rounded in slices:
            rows.add(
                Slice("mdcr", protocol, split, name, BENCHMARK, queries),
                measured,
                _of_slice(published, "mdcr", name) if official and split == "test" else {},
                rounded if official else None,
            )


def _stack_runs(runs: Sequence[Sequence[Floats]]) -> Floats:
    """Return the measures of the queries of all fields, shape (queries, runs, measures)."""
    return np.stack([np.concatenate(of_fields) for of_fields in runs], axis=1)


def _mean_official(runs: Sequence[Sequence[Floats]]) -> list[float]:
    """Return the means over a ranker's runs of the scores that the official script prints."""
    return np.mean([round_official(of_fields) for of_fields in runs], axis=0).tolist()


def choose_pools(benchmark: Benchmark, kind: str | None = None) -> Benchmark:
    """Return the pools by field, with the negatives of type ``kind`` alone if given.

    A pool without a negative of that type is left out, as its ranking could not be wrong.
    """
    if kind is None:
        return {field: pools for field, pools in benchmark.items() if pools}
    chosen = {
        field: {
            query: Pool({kind: negatives, TRUE: pool.positives})
            for query, pool in pools.items()
            if (negatives := pool.negatives(kind))
        }
        for field, pools in benchmark.items()
    }
    return choose_pools(chosen)


def measure_pools(pools: Mapping[str, Pool], scores: Scores) -> Floats:
    """Return the measures of a field's pools, shape (queries, measures)."""
    rankings = {
        query: {candidate: scores[pair_key(query, candidate)] for candidate in pool.candidates()}
        for query, pool in pools.items()
    }
    relevant = {query: pool.positives for query, pool in pools.items()}
    return measure(rankings, relevant, BENCHMARK)


def round_official(values: Sequence[Floats]) -> list[float]:
    """Return the scores of a field, or of several fields, as the official script rounds them.

    ``values`` are the measures of each field's queries, shape (queries, measures). The script
    rounds a field's mean to 4 digits of a percentage and averages these. Returns fractions.
    """
    fields = [np.round(100 * of_field.mean(axis=0), 4) for of_field in values]
    overall = np.round(np.mean(fields, axis=0), 4)
    # rounded again, since a division by 100 may leave 0.16666699999999998 of 16.6667
    return np.round(overall / 100, 6).tolist()

"""Measure scores of the benchmark's pairs, pool by pool.

Source: the release's ``evaluate.py`` for rounding and averaging; MDCR section 4.4 for pools with
one type of negatives.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from paperpool.collections.mdcr_benchmark import Benchmark
from paperpool.evaluation.pair_scores import Scores, pair_key
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.trec_measures import BENCHMARK, measure


@dataclass(frozen=True)
class FieldPools:
    """The pools of a field, by query: relevant candidates, and all candidates."""

    relevant: dict[str, list[str]]
    ranked: dict[str, list[str]]


def choose_pools(benchmark: Benchmark, kind: str | None = None) -> dict[str, FieldPools]:
    """Return the pools by field, with the negatives of type ``kind`` alone if given.

    A pool without a negative of that type is left out, as its ranking could not be wrong.
    """
    chosen: dict[str, FieldPools] = {}
    for field, pools in benchmark.items():
        negatives = {query: pool.negatives(kind) for query, pool in pools.items()}
        kept = [query for query in pools if negatives[query] or kind is None]
        if kept:
            chosen[field] = FieldPools(
                {query: pools[query].positives for query in kept},
                {query: [*pools[query].positives, *negatives[query]] for query in kept},
            )
    return chosen


def measure_pools(pools: FieldPools, scores: Scores) -> Floats:
    """Return the measures of a field's pools, shape (queries, measures)."""
    rankings = {
        query: {candidate: scores[pair_key(query, candidate)] for candidate in candidates}
        for query, candidates in pools.ranked.items()
    }
    return measure(rankings, pools.relevant, BENCHMARK)


def round_official(values: Sequence[Floats]) -> list[float]:
    """Return the scores of a field, or of several fields, as the official script rounds them.

    ``values`` are the measures of each field's queries, shape (queries, measures). The script
    rounds a field's mean to 4 digits of a percentage and averages the rounded means. Returned
    scores are fractions.
    """
    fields = [np.round(100 * of_field.mean(axis=0), 4) for of_field in values]
    overall = np.round(np.mean(fields, axis=0), 4)
    # rounded again, since a division by 100 may leave 0.16666699999999998 of 16.6667
    return np.round(overall / 100, 6).tolist()

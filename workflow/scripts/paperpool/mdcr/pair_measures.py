"""Measure scores of the benchmark's pairs, pool by pool.

Source: the release's ``evaluate.py`` for rounding and averaging; MDCR section 4.4 for pools with
one type of negatives.
"""

from collections.abc import Mapping, Sequence

import numpy as np

from paperpool.collections.mdcr_benchmark import TRUE, Benchmark, Pool
from paperpool.evaluation.pair_scores import Scores, pair_key
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.trec_measures import BENCHMARK, measure


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
    rounds a field's mean to 4 digits of a percentage and averages the rounded means. Returned
    scores are fractions.
    """
    fields = [np.round(100 * of_field.mean(axis=0), 4) for of_field in values]
    overall = np.round(np.mean(fields, axis=0), 4)
    # rounded again, since a division by 100 may leave 0.16666699999999998 of 16.6667
    return np.round(overall / 100, 6).tolist()

"""Evaluate runs of a CSFCube collection: figures, per-query values and significance.

Source: ``ranking_eval.py`` of the release for the ``official`` protocol; section 5 for the
measures; ``paperpool.statistics`` for intervals and tests.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.csfcube.collection import SLICES, Collection, pair_name
from paperpool.csfcube.measures import PROTOCOLS, Grades
from paperpool.runs import Run
from paperpool.statistics import (
    bootstrap_weights,
    fold_weights,
    holm,
    interval,
    permutation_p,
    random_signs,
)
from paperpool.tables import PER_QUERY, write_csv, write_table

BENCHMARK = "csfcube"

SPLITS = {"dev": ("fold1_dev",), "test": ("fold1_test", "fold2_test")}
"""The folds of each split; the release reports ``test`` as the mean over its two folds."""

METRIC_COLUMNS = (
    "benchmark protocol split ranker slice metric value sd n_runs ci_low ci_high n_queries "
    "published"
).split()

SIGNIFICANCE_COLUMNS = (
    "benchmark protocol split slice metric ranker baseline n_queries difference ci_low ci_high p "
    "p_holm"
).split()


@dataclass(frozen=True)
class Resampling:
    """How intervals and tests are drawn."""

    seed: int
    n_bootstrap: int = 10_000
    n_permutations: int = 10_000
    confidence: float = 0.95


@dataclass(frozen=True)
class Evaluation:
    """The three tables of an evaluation, columns as in the results' contract."""

    metrics: pd.DataFrame
    per_query: pd.DataFrame
    significance: pd.DataFrame


def grade_ranking(
    run: Run, pair: tuple[str, str], collection: Collection, with_query: bool
) -> tuple[Grades, Grades]:
    """Return the grades of a pair's ranking, in its order, and those of all its judged candidates.

    The query's own id counts only ``with_query``.
    """
    own = set() if with_query else {pair[0]}
    grades = collection.judgments[pair].grades()
    ranked = np.array([grades[c] for c, _ in run.get(pair, []) if c not in own], dtype=int)
    judged = np.array([grade for c, grade in grades.items() if c not in own], dtype=int)
    return ranked, judged


def score_pair(
    run: Run, pair: tuple[str, str], collection: Collection, protocol: str
) -> dict[str, float]:
    """Return every measure of ``protocol`` for one (query, facet) pair.

    A pair that the run lacks scores 0. The corrected protocol leaves the query's own id out.
    """
    ranked, judged = grade_ranking(run, pair, collection, with_query=protocol != "corrected")
    return {name: measure(ranked, judged) for name, measure in PROTOCOLS[protocol].items()}


def evaluate_runs(
    collection: Collection,
    runs: Mapping[str, Run],
    published: Mapping[tuple[str, str, str], float],
    baselines: Sequence[str],
    resampling: Resampling,
    further: Mapping[str, Sequence[Run]] | None = None,
) -> Evaluation:
    """Evaluate ``runs`` under both protocols, on both splits, per facet and over all.

    ``published`` maps (ranker, slice, metric) to the paper's figure for the official protocol
    on the test split. ``baselines`` name the runs that each other one is tested against.
    ``further`` has further runs of a ranker that was trained several times: its figures are means
    over all of them with their sample standard deviation, its value for a query the mean over
    them, and intervals and tests are those of these means.
    """
    repeated = {name: [run, *(further or {}).get(name, [])] for name, run in runs.items()}
    metrics, per_query, tests = [], [], []
    for protocol, measures in PROTOCOLS.items():
        values = {
            (ranker, pair): [
                list(score_pair(run, pair, collection, protocol).values()) for run in of_ranker
            ]
            for ranker, of_ranker in repeated.items()
            for pair in collection.pairs()
        }
        for split, folds in SPLITS.items():
            for index, part in enumerate(SLICES):
                lists = [collection.folds[part][fold] for fold in folds]
                pairs = [pair for fold in lists for pair in fold]
                sizes = [len(fold) for fold in lists] if protocol == "official" else [len(pairs)]
                table = PairedDraws(sizes, resampling, stream=[list(SPLITS).index(split), index])
                head = (BENCHMARK, protocol, split)
                stacks = {
                    ranker: np.array([values[ranker, pair] for pair in pairs]) for ranker in runs
                }
                matrices = {ranker: stack.mean(axis=1) for ranker, stack in stacks.items()}
                for ranker, matrix in matrices.items():
                    n_runs = len(repeated[ranker])
                    spread = table.spread(stacks[ranker])
                    per_query += [
                        (*head, ranker, part, pair_name(*pair), metric, float(value))
                        for pair, row in zip(pairs, matrix, strict=True)
                        for metric, value in zip(measures, row, strict=True)
                    ]
                    for metric, figure, sd in zip(
                        measures, table.figures(matrix), spread, strict=True
                    ):
                        known = published.get((ranker, part, metric))
                        printed = known if (protocol, split) == ("official", "test") else None
                        value, low, high = figure
                        metrics.append(
                            (*head, ranker, part, metric, value, sd, n_runs)
                            + (low, high, len(pairs), printed)
                        )
                    tests += [
                        (*head, part, metric, ranker, baseline, len(pairs), *test)
                        for baseline in baselines
                        if ranker != baseline
                        for metric, test in zip(
                            measures, table.tests(matrix - matrices[baseline]), strict=True
                        )
                    ]
    return Evaluation(
        pd.DataFrame(metrics, columns=METRIC_COLUMNS),
        pd.DataFrame(per_query, columns=PER_QUERY.names),
        correct(pd.DataFrame(tests, columns=SIGNIFICANCE_COLUMNS[:-1])),
    )


class PairedDraws:
    """The draws that every ranker of one protocol, split and slice shares."""

    def __init__(self, sizes: list[int], resampling: Resampling, stream: list[int]):
        self._confidence = resampling.confidence
        self._weights = fold_weights(sizes)
        rng = np.random.default_rng([resampling.seed, *stream])
        self._resampled = bootstrap_weights(sizes, resampling.n_bootstrap, rng)
        self._signs = random_signs(sum(sizes), resampling.n_permutations, rng)

    def figures(self, matrix: NDArray[np.float64]) -> list[tuple[float, float, float]]:
        """Return (value, ci_low, ci_high) per measure of a (queries, measures) matrix."""
        return [
            (float(value), *interval(samples, self._confidence))
            for value, samples in zip(
                self._weights @ matrix, (self._resampled @ matrix).T, strict=True
            )
        ]

    def spread(self, stack: NDArray[np.float64]) -> list[float | None]:
        """Return the sample standard deviation over runs of each figure, None of a single run.

        ``stack`` has the shape (queries, runs, measures).
        """
        if stack.shape[1] == 1:
            return [None] * stack.shape[2]
        figures = np.einsum("q,qrm->rm", self._weights, stack)
        return figures.std(axis=0, ddof=1).tolist()

    def tests(self, differences: NDArray[np.float64]) -> list[tuple[float, float, float, float]]:
        """Return (difference, ci_low, ci_high, p) per measure of paired differences."""
        return [
            (*figure, permutation_p(column, self._weights, self._signs))
            for figure, column in zip(self.figures(differences), differences.T, strict=True)
        ]


def correct(tests: pd.DataFrame) -> pd.DataFrame:
    """Add ``p_holm``: Holm's correction over the rankers of a slice, measure and baseline.

    Each baseline asks a question of its own (which rankers differ from it?), so that to add one
    leaves the answers about the others as they are.
    """
    table = ["protocol", "split", "slice", "metric", "baseline"]
    corrected = tests.groupby(table)["p"].transform(lambda p: holm(p.tolist()))
    return tests.assign(p_holm=corrected)


def write_evaluation(
    evaluation: Evaluation, metrics: str | Path, per_query: str | Path, significance: str | Path
) -> None:
    """Write the three tables: two CSV files, values unrounded, and one parquet file."""
    write_csv(metrics, evaluation.metrics)
    write_csv(significance, evaluation.significance)
    table = pa.Table.from_pandas(evaluation.per_query, PER_QUERY, preserve_index=False)
    write_table(per_query, table.replace_schema_metadata())

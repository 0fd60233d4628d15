"""The tables of an evaluation: scores, per-query values, paired tests and ranks.

Every benchmark fills them slice by slice; a slice is a set of queries that all rankers share.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa

from paperpool.errors import Problem
from paperpool.evaluation.paired_draws import Estimate, PairedDraws, Test
from paperpool.evaluation.ranks import Rank
from paperpool.evaluation.resampling import Floats, holm
from paperpool.io.files import write_json
from paperpool.io.tables import PER_QUERY, defuse_texts, write_csv, write_table

METRIC_COLUMNS = (
    "benchmark protocol split ranker slice metric value sd n_runs ci_low ci_high n_queries "
    "published"
).split()

SIGNIFICANCE_COLUMNS = (
    "benchmark protocol split slice metric ranker baseline n_queries difference ci_low ci_high p "
    "p_holm"
).split()

RANK_COLUMNS = (
    "benchmark protocol split slice metric ranker value rank rank_low rank_high tied_with_best "
    "detectable_difference"
).split()


@dataclass(frozen=True)
class Evaluation:
    """The tables of an evaluation, columns as in the results' contract; ``others`` by name.

    ``checks`` has the findings in rankers' runs, ``doubts`` the serious ones, ``notes`` warnings.
    """

    metrics: pd.DataFrame
    per_query: pd.DataFrame
    significance: pd.DataFrame
    ranks: pd.DataFrame
    others: Mapping[str, pd.DataFrame] = field(default_factory=dict)
    checks: Mapping[str, Mapping[str, Any]] | None = None
    notes: Sequence[str] = ()
    doubts: Sequence[Problem] = ()

    @property
    def warnings(self) -> list[str]:
        """The notes and the doubts as text."""
        return [*self.notes, *map(str, self.doubts)]

    def followed_by(self, other: Evaluation) -> Evaluation:
        """Return this evaluation with the rows of another one appended to each table.

        Further tables (``others``) and findings stay those of this evaluation.
        """
        return replace(
            self,
            metrics=_append(self.metrics, other.metrics),
            per_query=_append(self.per_query, other.per_query),
            significance=_append(self.significance, other.significance),
            ranks=_append(self.ranks, other.ranks),
        )


def _append(table: pd.DataFrame, other: pd.DataFrame) -> pd.DataFrame:
    return pd.concat([table, other], ignore_index=True)


@dataclass(frozen=True)
class Slice:
    """A slice in the tables: its queries and measures."""

    benchmark: str
    protocol: str
    split: str
    name: str
    measures: Sequence[str]
    queries: Sequence[str]


@dataclass(frozen=True)
class SliceScores:
    """The scores of each ranker and of each (ranker, baseline) in a slice, by measure.

    ``values`` are means over a ranker's runs, shape (queries, measures); ``ranks`` are by column.
    """

    n_runs: dict[str, int]
    values: dict[str, Floats]
    estimates: dict[str, list[Estimate]]
    spreads: dict[str, list[float | None]]
    tests: dict[tuple[str, str], list[Test]]
    ranks: Mapping[int, Sequence[Rank]] = field(default_factory=dict)


def measure_slice(
    stacks: Mapping[str, Floats],
    draws: PairedDraws,
    baselines: Sequence[str] | Mapping[str, str],
    ranked: Iterable[int] = (),
) -> SliceScores:
    """Compute scores, intervals and paired tests of the rankers of ``stacks``.

    A stack has the shape (queries, runs, measures): several runs of a ranker are averaged, and
    their sample standard deviation is kept. ``baselines`` are tested against all others, or map
    each tested ranker to its baseline; ``ranked`` are the columns of the measures that rank the
    rankers.
    """
    if isinstance(baselines, Mapping):
        tested = list(baselines.items())
    else:
        tested = []
        for ranker in stacks:
            tested += [(ranker, baseline) for baseline in baselines if ranker != baseline]

    values = {ranker: stack.mean(axis=1) for ranker, stack in stacks.items()}
    matrices = list(values.values())
    differences = [values[ranker] - values[baseline] for ranker, baseline in tested]

    # sampled together, as many queries take long to draw
    all_samples = draws.sample([*matrices, *differences])
    samples = all_samples[: len(matrices)]
    tests = draws.tests(differences, all_samples[len(matrices) :])
    estimates = draws.estimate(matrices, samples)
    return SliceScores(
        n_runs={ranker: stack.shape[1] for ranker, stack in stacks.items()},
        values=values,
        estimates=dict(zip(values, estimates, strict=True)),
        spreads={ranker: draws.spread(stack) for ranker, stack in stacks.items()},
        tests=dict(zip(tested, tests, strict=True)),
        ranks=draws.ranks(matrices, samples, ranked) if matrices else {},
    )


class EvaluationRows:
    """The rows of an evaluation, collected slice by slice."""

    def __init__(self) -> None:
        self._metrics: list[tuple] = []
        self._per_query: list[tuple[Slice, str, Floats]] = []
        self._tests: list[tuple] = []
        self._ranks: list[tuple] = []

    def add(
        self,
        place: Slice,
        measured: SliceScores,
        published: Mapping[tuple[str, str], float],
        values: Mapping[str, Sequence[float]] | None = None,
    ) -> None:
        """Add a slice; ``published`` maps (ranker, measure) to the published score.

        ``values``, by ranker and measure, replace weighted means if a protocol reports others.
        """
        reported: dict[str, Sequence[float]] = {}
        for ranker, estimates in measured.estimates.items():
            if values:
                reported[ranker] = values[ranker]
            else:
                reported[ranker] = [value for value, _, _ in estimates]

        for ranker, estimates in measured.estimates.items():
            self._per_query.append((place, ranker, measured.values[ranker]))
            for column, (measure, estimate) in enumerate(
                zip(place.measures, estimates, strict=True)
            ):
                _, ci_low, ci_high = estimate
                row = (
                    place.benchmark,
                    place.protocol,
                    place.split,
                    ranker,
                    place.name,
                    measure,
                    reported[ranker][column],
                    measured.spreads[ranker][column],
                    measured.n_runs[ranker],
                    ci_low,
                    ci_high,
                    len(place.queries),
                    published.get((ranker, measure)),
                )
                self._metrics.append(row)
        self.add_ranks(place, measured.ranks, reported)
        self._add_tests(place, measured.tests)

    def _add_tests(self, place: Slice, tests: Mapping[tuple[str, str], Sequence[Test]]) -> None:
        """Add the tests of a slice, by measure, of each (ranker, baseline)."""
        for (ranker, baseline), tests_of_pair in tests.items():
            for measure, test in zip(place.measures, tests_of_pair, strict=True):
                difference, ci_low, ci_high, p = test
                row = (
                    place.benchmark,
                    place.protocol,
                    place.split,
                    place.name,
                    measure,
                    ranker,
                    baseline,
                    len(place.queries),
                    difference,
                    ci_low,
                    ci_high,
                    p,
                )
                self._tests.append(row)

    def add_ranks(
        self,
        place: Slice,
        ranks: Mapping[int, Sequence[Rank]],
        values: Mapping[str, Sequence[float]],
    ) -> None:
        """Add ranks by some of the slice's measures, and the ``values`` of each ranker."""
        for column, ranks_by_measure in ranks.items():
            for (ranker, scores), rank in zip(values.items(), ranks_by_measure, strict=True):
                row = (
                    place.benchmark,
                    place.protocol,
                    place.split,
                    place.name,
                    place.measures[column],
                    ranker,
                    scores[column],
                    *astuple(rank),
                )
                self._ranks.append(row)

    def tables(self) -> Evaluation:
        """Return the tables of all slices, in the order in which they were added."""
        per_query = {}
        for name in PER_QUERY.names:
            columns = [
                _query_column(name, place, ranker, values)
                for place, ranker, values in self._per_query
            ]
            per_query[name] = pd.Series(np.concatenate([[], *columns]))
        return Evaluation(
            pd.DataFrame(self._metrics, columns=METRIC_COLUMNS),
            pd.DataFrame(per_query),
            correct(pd.DataFrame(self._tests, columns=SIGNIFICANCE_COLUMNS[:-1])),
            pd.DataFrame(self._ranks, columns=RANK_COLUMNS),
        )


def _query_column(name: str, place: Slice, ranker: str, values: Floats) -> np.ndarray:
    """Return a column of PER_QUERY for one ranker: query by query, its measures in order."""
    n_queries, n_measures = values.shape
    if name == "value":
        return values.ravel()
    if name == "query_id":
        return np.repeat(np.array(place.queries, dtype=object), n_measures)
    if name == "metric":
        return np.tile(np.array(place.measures, dtype=object), n_queries)
    same = {
        "benchmark": place.benchmark,
        "protocol": place.protocol,
        "split": place.split,
        "ranker": ranker,
        "slice": place.name,
    }
    return np.full(values.size, same[name], dtype=object)


def correct(tests: pd.DataFrame) -> pd.DataFrame:
    """Add ``p_holm``: Holm's correction over the rankers of a slice, measure and baseline.

    Each baseline has its own family, so that adding one leaves the others' p-values as they are.
    """
    table = ["benchmark", "protocol", "split", "slice", "metric", "baseline"]
    corrected = tests.groupby(table)["p"].transform(lambda p: holm(p.tolist()))
    return tests.assign(p_holm=corrected)


def write_evaluation(evaluation: Evaluation, files: Mapping[str, str | Path]) -> None:
    """Write tables to the ``files`` of their names, and ``checks`` if the evaluation has any.

    Values per query are a parquet file; the other tables are CSV, values unrounded. There no text,
    such as the name of a user's slice, is taken for a formula.
    """
    write_csv(files["metrics"], defuse_texts(evaluation.metrics))
    write_csv(files["significance"], defuse_texts(evaluation.significance))
    write_csv(files["ranks"], defuse_texts(evaluation.ranks))
    table = pa.Table.from_pandas(evaluation.per_query, PER_QUERY, preserve_index=False)
    write_table(files["per_query"], table.replace_schema_metadata())
    for name, other in evaluation.others.items():
        write_csv(files[name], defuse_texts(other))
    if evaluation.checks is not None:
        write_json(files["checks"], evaluation.checks)

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
        return [*self.notes, *map(str, self.doubts)]

    def followed_by(self, other: Evaluation) -> Evaluation:
        """Return this evaluation with the rows of another one appended to each table.

        Further tables (``others``) and findings stay those of this evaluation.
        """
        names = ("metrics", "per_query", "significance", "ranks")
        parts = {name: [getattr(self, name), getattr(other, name)] for name in names}
        return replace(self, **{n: pd.concat(of, ignore_index=True) for n, of in parts.items()})


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
    values = {ranker: stack.mean(axis=1) for ranker, stack in stacks.items()}
    tested = [(ranker, b) for ranker in stacks for b in baselines if ranker != b]
    if isinstance(baselines, Mapping):
        tested = list(baselines.items())
    matrices = list(values.values())
    differences = [values[ranker] - values[baseline] for ranker, baseline in tested]

    # sampled together, as many queries take long to draw
    all_samples = draws.sample([*matrices, *differences])
    samples = all_samples[: len(matrices)]
    tests = draws.tests(differences, all_samples[len(matrices) :])
    return SliceScores(
        {ranker: stack.shape[1] for ranker, stack in stacks.items()},
        values,
        dict(zip(values, draws.estimate(matrices, samples), strict=True)),
        {ranker: draws.spread(stack) for ranker, stack in stacks.items()},
        dict(zip(tested, tests, strict=True)),
        draws.ranks(matrices, samples, ranked) if matrices else {},
    )


class EvaluationRows:
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
        head = (place.benchmark, place.protocol, place.split)
        n_queries = len(place.queries)
        reported = {
            ranker: values[ranker] if values else [value for value, *_ in estimates]
            for ranker, estimates in measured.estimates.items()
        }
        for ranker, estimates in measured.estimates.items():
            self._per_query.append((place, ranker, measured.values[ranker]))
            for i, (measure, (_, *ends)) in enumerate(zip(place.measures, estimates, strict=True)):
                spread = (measured.spreads[ranker][i], measured.n_runs[ranker], *ends)
                value, beside = reported[ranker][i], published.get((ranker, measure))
                row = (*head, ranker, place.name, measure, value, *spread, n_queries, beside)
                self._metrics.append(row)
        self.add_ranks(place, measured.ranks, reported)
        for (ranker, baseline), tests in measured.tests.items():
            self._tests += [
                (*head, place.name, measure, ranker, baseline, n_queries, *test)
                for measure, test in zip(place.measures, tests, strict=True)
            ]

    def add_ranks(
        self,
        place: Slice,
        ranks: Mapping[int, Sequence[Rank]],
        values: Mapping[str, Sequence[float]],
    ) -> None:
        head = (place.benchmark, place.protocol, place.split, place.name)
        for column, of_column in ranks.items():
            for (ranker, estimates), rank in zip(values.items(), of_column, strict=True):
                key = (*head, place.measures[column], ranker, estimates[column])
                self._ranks.append((*key, *astuple(rank)))

    def tables(self) -> Evaluation:
        per_query = {}
        for name in PER_QUERY.names:
            columns = [_query_column(name, *part) for part in self._per_query]
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

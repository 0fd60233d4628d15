"""Read what an evaluation wrote, metrics.csv, significance.csv and per_query.parquet, as rows."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq


@dataclass(frozen=True)
class Score:
    """A figure of one ranker; values are fractions, those that the table leaves empty None.

    ``value`` is the mean and ``sd`` the standard deviation over ``n_runs`` runs of the ranker.
    """

    protocol: str
    split: str
    ranker: str
    part: str
    metric: str
    value: float | None
    sd: float | None
    n_runs: int
    low: float | None
    high: float | None
    n_queries: int
    published: float | None


@dataclass(frozen=True)
class Comparison:
    """A ranker against a baseline on one slice and metric."""

    protocol: str
    split: str
    ranker: str
    baseline: str
    part: str
    metric: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None


def read_scores(path: str | Path, benchmark: str | None = None) -> list[Score]:
    """Read metrics.csv in its order, or the rows of one of its benchmarks."""
    return [
        Score(
            row["protocol"],
            row["split"],
            row["ranker"],
            row["slice"],
            row["metric"],
            read_number(row["value"]),
            read_number(row["sd"]),
            int(float(row["n_runs"])),
            read_number(row["ci_low"]),
            read_number(row["ci_high"]),
            int(float(row["n_queries"])),
            read_number(row["published"]),
        )
        for row in read_rows(path, benchmark)
    ]


def read_comparisons(path: str | Path, benchmark: str | None = None) -> list[Comparison]:
    """Read significance.csv in its order, or the rows of one of its benchmarks."""
    return [
        Comparison(
            row["protocol"],
            row["split"],
            row["ranker"],
            row["baseline"],
            row["slice"],
            row["metric"],
            read_number(row["difference"]),
            read_number(row["ci_low"]),
            read_number(row["ci_high"]),
            read_number(row["p"]),
            read_number(row["p_holm"]),
        )
        for row in read_rows(path, benchmark)
    ]


def headline(scores: Iterable[Score]) -> list[Score]:
    """Return each ranker's NDCG%20 over all test queries, official protocol, the best first."""
    wanted = [
        score
        for score in scores
        if (score.protocol, score.split, score.part, score.metric)
        == ("official", "test", "all", "ndcg%20")
        and score.value is not None
    ]
    return sorted(wanted, key=lambda score: (-score.value, score.ranker))


def read_query_values(path: str | Path, metric: str) -> dict[str, dict[str, float]]:
    """Return {ranker: {<paper>_<facet>: value}} of per_query.parquet.

    Values are those of ``metric`` for all test queries under the official protocol.
    """
    table = pq.read_table(
        path,
        columns=["ranker", "query_id", "value"],
        filters=[
            ("protocol", "=", "official"),
            ("split", "=", "test"),
            ("slice", "=", "all"),
            ("metric", "=", metric),
        ],
    )
    values: dict[str, dict[str, float]] = {}
    for row in table.to_pylist():
        values.setdefault(row["ranker"], {})[row["query_id"]] = row["value"]
    return values


def best_with_baseline(scores: Iterable[Score], baseline: str, limit: int) -> list[str]:
    """Return the best rankers by ``headline``, the baseline in the last place where it is not."""
    order = [score.ranker for score in headline(scores)]
    chosen = order[:limit]
    if baseline in order and baseline not in chosen:
        chosen[-1] = baseline
    return chosen


def read_rows(path: str | Path, benchmark: str | None = None) -> Iterator[dict[str, str]]:
    """Yield the rows of a CSV file as they stand, or those of one benchmark."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            if benchmark is None or row["benchmark"] == benchmark:
                yield row


def read_number(text: str) -> float | None:
    """Return the number in a cell, None where there is none."""
    return float(text) if text not in ("", "nan") else None

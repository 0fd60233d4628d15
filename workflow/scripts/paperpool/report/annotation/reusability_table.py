"""The leave-out-uniques test on the report: one line per source, and every ranker's figures."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperpool.pages.csv_rows import read_number, read_rows
from paperpool.pages.wording import coefficient, signed_percent

TREATMENT_NAMES = {"irrelevant": "kept, as irrelevant", "removed": "removed from the rankings"}


@dataclass(frozen=True)
class RescoredRanker:
    """A ranker's figure on the whole collection and, by treatment, (figure, rank) without."""

    name: str
    value: float
    rank: int
    without: dict[str, tuple[float, int]]


@dataclass(frozen=True)
class LeftOutSource:
    """One source's test with one measure; ``tau`` and ``largest`` are texts by treatment.

    ``largest`` names the ranker whose figure changes most, with the change ×100.
    """

    source: str
    n_left_out: int
    n_relevant: int
    tau: dict[str, str]
    largest: dict[str, str]
    rankers: list[RescoredRanker]


def read_reusability(path: str | Path) -> dict[str, list[LeftOutSource]]:
    """Read reusability.csv: {measure: its sources, in the table's order}."""
    tables: dict[str, dict[str, list[dict[str, str]]]] = {}
    for row in read_rows(path):
        tables.setdefault(row["metric"], {}).setdefault(row["source"], []).append(row)
    return {
        measure: [_read_source(source, rows) for source, rows in sources.items()]
        for measure, sources in tables.items()
    }


def _read_source(source: str, rows: list[dict[str, str]]) -> LeftOutSource:
    rankers: dict[str, RescoredRanker] = {}
    tau: dict[str, str] = {}
    for row in rows:
        ranker = rankers.setdefault(
            row["ranker"],
            RescoredRanker(row["ranker"], float(row["value"]), int(row["rank"]), {}),
        )
        ranker.without[row["treatment"]] = (float(row["value_without"]), int(row["rank_without"]))
        tau[row["treatment"]] = coefficient(read_number(row["tau"]))
    return LeftOutSource(
        source,
        int(rows[0]["n_left_out"]),
        int(rows[0]["n_relevant_left_out"]),
        tau,
        {treatment: _largest(list(rankers.values()), treatment) for treatment in tau},
        list(rankers.values()),
    )


def _largest(rankers: list[RescoredRanker], treatment: str) -> str:
    changes = {ranker.name: ranker.without[treatment][0] - ranker.value for ranker in rankers}
    name = max(changes, key=lambda ranker: abs(changes[ranker]))
    return f"{name} {signed_percent(changes[name])}"

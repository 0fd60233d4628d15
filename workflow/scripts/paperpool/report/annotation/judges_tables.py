"""The audit of model judges on the report: agreement, what becomes of the rankers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.wording import (
    MISSING,
    count,
    decimal,
    p_value,
    percent,
    signed_percent,
)

MEASURE_NAMES = {
    "kappa": "Cohen's κ",
    "weighted_kappa": "κ, quadratic weights",
    "alpha": "Krippendorff's α",
    "agreement": "agreement, %",
    "bias": "bias, in grades",
}

TABLES = ("counts", "agreement", "order", "rankers")
"""What the section's files of a judge are called, after ``judge_``."""

Row = dict[str, str]


@dataclass
class AuditedJudge:
    """What the page tells of one judge; all cells are texts.

    ``agreement`` are (slice, pairs, cells in the order of ``MEASURE_NAMES``), ``order`` are
    (measure, systems among, how many, tau), ``rankers`` are rows by measure.
    """

    name: str
    n_graded: str = MISSING
    n_blank: str = MISSING
    n_both: str = MISSING
    agreement: list[tuple[str, str, list[str]]] = field(default_factory=list)
    order: list[list[str]] = field(default_factory=list)
    rankers: dict[str, list[list[str]]] = field(default_factory=dict)


def read_judges(files: Mapping[str, str | Path]) -> list[AuditedJudge]:
    """Read the audit's tables, by the names of ``TABLES``."""
    rows = {name: read_rows(path) for name, path in files.items()}
    return [_read_judge(row, rows) for row in rows["counts"]]


def _read_judge(counts: Row, tables: Mapping[str, list[Row]]) -> AuditedJudge:
    name = counts["judge"]
    own = {key: [row for row in rows if row["judge"] == name] for key, rows in tables.items()}
    rankers: dict[str, list[list[str]]] = {}
    for row in own["rankers"]:
        rankers.setdefault(BENCHMARK.measure_titles[row["metric"]], []).append(_ranker(row))
    return AuditedJudge(
        name,
        count(int(counts["n_graded"])),
        count(int(counts["n_blank"])),
        count(int(counts["n_both"])),
        _agreement(own["agreement"]),
        [
            [
                BENCHMARK.measure_titles[row["metric"]],
                row["among"],
                row["n_systems"],
                _with_interval(row, "tau"),
            ]
            for row in own["order"]
        ],
        rankers,
    )


def _agreement(rows: list[Row]) -> list[tuple[str, str, list[str]]]:
    parts: dict[tuple[str, str], dict[str, Row]] = {}
    for row in rows:
        parts.setdefault((row["part"], row["slice"]), {})[row["measure"]] = row
    return [
        (
            name if part == "source" else BENCHMARK.slices[name],
            count(int(cells["kappa"]["n_pairs"])),
            [_with_interval(cells[measure], "value", measure) for measure in MEASURE_NAMES],
        )
        for (part, name), cells in parts.items()
    ]


def _with_interval(row: Row, key: str, measure: str = "") -> str:
    value, low, high = (read_number(row[name]) for name in (key, "ci_low", "ci_high"))
    if value is None:
        return MISSING
    if measure == "agreement":
        return f"{percent(value, 1)} [{percent(low, 1)}, {percent(high, 1)}]"
    return f"{decimal(value)} [{decimal(low)}, {decimal(high)}]"


def _ranker(row: Row) -> list[str]:
    gain, low, high, p = (read_number(row[k]) for k in ("gain", "ci_low", "ci_high", "p_holm"))
    name = f"{row['ranker']} (same model)" if row["same_model"] == "True" else row["ranker"]
    gained = signed_percent(gain)
    if gain is not None:
        gained = f"{gained} [{signed_percent(low)}, {signed_percent(high)}]"
    figures = [percent(read_number(row[key])) for key in ("value", "value_by_judge")]
    return [name, figures[0], row["rank"], figures[1], row["rank_by_judge"], gained, p_value(p)]

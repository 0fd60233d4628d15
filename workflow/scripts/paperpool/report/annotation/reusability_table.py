"""The leave-out-uniques test on the report: a line per source and run, the rankers below."""

from dataclasses import dataclass
from pathlib import Path

from paperpool.annotation.reusability import DEPTH
from paperpool.io.csv_rows import read_number, read_rows
from paperpool.pages.wording import decimal, signed_percent

KIND_NAMES = {
    "source": "a source of the pools",
    "run": f"a ranker, by its first {DEPTH}",
}
TREATMENT_NAMES = {"irrelevant": "kept, as irrelevant", "removed": "removed from the rankings"}


@dataclass(frozen=True)
class RescoredRanker:
    """A ranker's figure on the whole collection and, by treatment, (figure, rank) without."""

    name: str
    value: float
    rank: int
    without: dict[str, tuple[float, int]]


@dataclass(frozen=True)
class LeftOut:
    """The test of one source or run with one measure.

    ``tau`` and ``largest`` are texts by treatment.

    ``largest`` names the ranker whose figure changes most, with the change ×100.
    """

    name: str
    n_left_out: int
    n_relevant: int
    tau: dict[str, str]
    largest: dict[str, str]
    rankers: list[RescoredRanker]


def read_reusability(path: str | Path) -> dict[str, dict[str, list[LeftOut]]]:
    """Read reusability.csv: {measure: {kind: what is left out, in the table's order}}."""
    tables: dict[str, dict[tuple[str, str], list[dict[str, str]]]] = {}
    for row in read_rows(path):
        of_measure = tables.setdefault(row["metric"], {})
        of_measure.setdefault((row["kind"], row["left_out"]), []).append(row)
    found: dict[str, dict[str, list[LeftOut]]] = {}
    for measure, of_measure in tables.items():
        of_kinds = found.setdefault(measure, {})
        for (kind, name), rows in of_measure.items():
            of_kinds.setdefault(kind, []).append(_read_left_out(name, rows))
    return found


def _read_left_out(name: str, rows: list[dict[str, str]]) -> LeftOut:
    rankers: dict[str, RescoredRanker] = {}
    tau: dict[str, str] = {}
    for row in rows:
        ranker = rankers.setdefault(
            row["ranker"],
            RescoredRanker(row["ranker"], float(row["value"]), int(row["rank"]), {}),
        )
        ranker.without[row["treatment"]] = (float(row["value_without"]), int(row["rank_without"]))
        tau[row["treatment"]] = decimal(read_number(row["tau"]))
    return LeftOut(
        name,
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

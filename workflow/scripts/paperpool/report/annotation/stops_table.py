"""Judging in batches on the report: where each query and facet is, and the recall it reached."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperpool.pages.csv_rows import read_number, read_rows
from paperpool.pages.wording import MISSING, percent


@dataclass(frozen=True)
class StopRow:
    """One query and facet, or all together; recall in percent, with its interval."""

    query: str
    facet: str
    state: str
    n_pool: int
    n_asked: int
    n_judged: int
    n_found: int
    recall: str
    interval: str


def read_stops(path: str | Path) -> list[StopRow]:
    """Read stops.csv; its last row is of all pairs together."""
    return [_read_row(row) for row in read_rows(path)]


def _read_row(row: dict[str, str]) -> StopRow:
    recall, low, high = (read_number(row[n]) for n in ("recall", "recall_low", "recall_high"))
    return StopRow(
        row["query_id"],
        row["facet"],
        row["state"],
        int(row["n_pool"]),
        int(row["n_asked"]),
        int(row["n_judged"]),
        int(row["n_found"]),
        MISSING if recall is None else percent(recall, 0),
        "" if recall is None else f" [{percent(low, 0)}, {percent(high, 0)}]",
    )

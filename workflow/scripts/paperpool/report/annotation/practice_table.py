"""The table of the practice round: how far each annotator agrees with the settled grades."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from paperpool.annotation.practice_scores import MEASURES, YES
from paperpool.pages.csv_rows import read_number, read_rows
from paperpool.pages.wording import coefficient


@dataclass(frozen=True)
class PracticeRow:
    """An annotator over all pairs; ``values`` are rho, alpha and the weighted kappa as texts."""

    annotator: str
    n_pairs: int
    n_asked: int
    values: list[str]
    threshold: str
    has_passed: bool


def read_practice(path: str | Path) -> list[PracticeRow]:
    """Read practice.csv, the rows over all facets."""
    return [
        PracticeRow(
            row["annotator"],
            int(row["pairs"]),
            int(row["asked"]),
            [coefficient(read_number(row[name])) for name in MEASURES],
            coefficient(read_number(row["threshold"])),
            row["passed"] == YES,
        )
        for row in read_rows(path)
        if row["facet"] == "all"
    ]

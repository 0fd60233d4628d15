"""Tables of results as CSV files hold them: rows of texts, and the numbers in their cells."""

from __future__ import annotations

import csv
from pathlib import Path


def read_rows(path: str | Path, delimiter: str = ",") -> list[dict[str, str]]:
    """Return the rows of a table as they stand, in its order."""
    with Path(path).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


def read_number(text: str) -> float | None:
    """Return the number in a cell, None where there is none."""
    return float(text) if text not in ("", "nan") else None

"""Tables of results as CSV files hold them: rows of texts, and the numbers in their cells."""

from __future__ import annotations

from paperpool.io.csv_rows import read_rows

__all__ = ["read_number", "read_rows"]


def read_number(text: str) -> float | None:
    """Return the number in a cell, None where there is none."""
    return float(text) if text not in ("", "nan") else None

"""Sheets for a person to fill in with a spreadsheet: written, and read as they were saved."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from paperpool.io.files import write_text
from paperpool.io.spreadsheets import defuse, restore
from paperpool.pools.queries import format_csv
from paperpool.pools.user_tables import UserRow, read_user_rows

_MARK = "\ufeff"  # spreadsheets take the file for UTF-8 by it


def write_sheet(columns: Sequence[str], rows: Iterable[Sequence[object]], path: str | Path) -> None:
    """Write a sheet: CSV, UTF-8 with a byte order mark; no text in it is taken for a formula."""
    safe = ([defuse(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    write_text(path, _MARK + format_csv(columns, safe))


def read_sheet_rows(text: str, where: str) -> list[UserRow]:
    """Return the rows of a sheet as a spreadsheet saves it, its texts as they were written.

    Raises UserError as ``read_user_rows`` does.
    """
    return [
        replace(row, cells={name: restore(cell) for name, cell in row.cells.items()})
        for row in read_user_rows(text, where)
    ]

"""Tables that a user writes in an editor or fills in with a spreadsheet: CSV in all its forms."""

import csv
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path

from paperpool.errors import Problem, UserError, quote
from paperpool.io import user_text
from paperpool.io.csv_rows import defuse, format_csv, restore
from paperpool.io.files import write_text
from paperpool.io.user_csv import split_header


@dataclass(frozen=True)
class UserRow:
    """A row: its place (file and first line) and its stripped cells by column."""

    where: str
    cells: Mapping[str, str]

    @property
    def year(self) -> int | None:
        """The year in the column ``year``, of at most four digits, or None."""
        cell = self.cells.get("year", "")
        if cell.isascii() and cell.isdigit() and len(cell) <= 4:
            return int(cell)
        return None

    def find_odd_year(self) -> list[Problem]:
        """Return a problem if the year is neither a year nor empty."""
        cell = self.cells.get("year", "")
        if not cell or self.year is not None:
            return []
        return [Problem(f"Not a year: {quote(cell)}.", self.where, "Four digits, or nothing.")]

    def find_unknown_facets(self, facets: Iterable[str], known: Sequence[str]) -> list[Problem]:
        """Return a problem for each facet that is not ``known``; all are if none is."""
        if not known:
            return []
        hint = f"One of {', '.join(known)}."
        unknown = dict.fromkeys(facet for facet in facets if facet not in known)
        return [
            Problem(f"There is no facet {quote(facet)}.", self.where, hint) for facet in unknown
        ]


def read_user_text(path: str | Path) -> str:
    """Return the text of a UTF-8 file, without a byte order mark; raises UserError."""
    return user_text.read_user_text(path, "Correct the path.")


def read_header(text: str) -> list[str]:
    """Return the columns in the first line of a table, in lower case."""
    return split_header(text)[1]


def read_user_rows(text: str, where: str) -> list[UserRow]:
    """Return the rows of a table below its header; empty rows are left out.

    Raises UserError listing repeated columns, rows with more cells than columns, and an unclosed
    quote.
    """
    delimiter, header = split_header(text)
    problems = []
    for name in sorted({name for name in header if name and header.count(name) > 1}):
        message = f"The header names the column {name!r} twice."
        problems.append(Problem(message, f"{where}, line 1", "Remove one."))

    rows = []
    reader = csv.reader(StringIO(text, newline=""), delimiter=delimiter, strict=True)
    line = 1
    try:
        for number, cells in enumerate(reader):
            here = f"{where}, line {line}"
            line = reader.line_num + 1  # of the next row, as a cell may go over several lines
            if number == 0 or not any(cell.strip() for cell in cells):
                continue
            if any(cell.strip() for cell in cells[len(header) :]):
                message = f"The row has {len(cells)} cells, the header {len(header)}."
                problems.append(Problem(message, here, f"Quote cells that hold {delimiter!r}."))
                continue
            padded = [cell.strip() for cell in cells] + [""] * (len(header) - len(cells))
            rows.append(UserRow(here, dict(zip(header, padded, strict=False))))
    except csv.Error as error:
        hint = "A quote that is opened must be closed; no cell has over 131,072 characters."
        problems.append(Problem(f"Not a table: {error}.", f"{where}, line {line}", hint))
    if problems:
        raise UserError(problems)
    return rows


_MARK = "\ufeff"  # spreadsheets take the file for UTF-8 by it


def write_sheet(columns: Sequence[str], rows: Iterable[Sequence[object]], path: str | Path) -> None:
    """Write a sheet: CSV, UTF-8 with a byte order mark, safe from texts that look like formulas."""
    safe = []
    for row in rows:
        safe.append([defuse(cell) if isinstance(cell, str) else cell for cell in row])
    write_text(path, _MARK + format_csv(columns, safe))


def read_sheet_rows(
    text: str, where: str, name: str, columns: Sequence[str], needed: Sequence[str]
) -> list[UserRow]:
    """Return the rows of a sheet as a spreadsheet saves it, with the texts as written.

    Raises UserError like ``read_user_rows``, and for those of ``needed`` columns that are missing.
    """
    header = read_header(text)
    missing = [column for column in needed if column not in header]
    if missing:
        message = f"The {name} lacks the columns {', '.join(missing)}."
        hint = f"Its columns are {', '.join(columns)}."
        raise UserError(Problem(message, f"{where}, line 1", hint))

    rows = []
    for row in read_user_rows(text, where):
        cells = {column: restore(cell) for column, cell in row.cells.items()}
        rows.append(replace(row, cells=cells))
    return rows

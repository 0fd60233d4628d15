"""CSV files as users give them: each row with its place, its cells restored."""

import csv
from io import StringIO
from pathlib import Path

from paperpool.errors import Problem, UserError
from paperpool.io.csv_rows import restore
from paperpool.io.user_text import read_user_text


def read_user_csv(path: str | Path, hint: str) -> list[tuple[str, dict[str, str]]]:
    """Return the place (file and line) and the cells by column of each row below the header.

    A missing cell is empty. Raises UserError, with ``hint``, for a file that is no such text.
    """
    reader = csv.DictReader(StringIO(read_user_text(path, hint), newline=""), strict=True)
    rows = []
    try:
        for row in reader:
            cells = {}
            for column, cell in row.items():
                if isinstance(column, str):  # more cells than columns have none
                    cells[column] = restore(cell or "")
            rows.append((f"{path}, line {reader.line_num}", cells))
    except csv.Error as error:
        where = f"{path}, line {reader.line_num}"
        raise UserError(Problem(f"Not a table: {error}.", where, hint)) from error
    return rows

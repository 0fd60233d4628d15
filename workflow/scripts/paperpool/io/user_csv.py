"""CSV files as users give them: each row with its place, its cells restored."""

import csv
from io import StringIO
from pathlib import Path

from paperpool.errors import Problem, UserError, first_of, name_some
from paperpool.io.csv_rows import restore
from paperpool.io.user_text import read_user_text

_FURTHER = "\n"
"""Where a row's cells stand that have no column; no header has this name by chance."""


def read_user_csv(path: str | Path, hint: str) -> list[tuple[str, dict[str, str]]]:
    """Return the place (file and line) and the cells by column of each row below the header.

    A missing cell is empty. Raises UserError, with ``hint``, for a file that is no such text, for
    repeated columns, and for rows with more cells than columns.
    """
    text = StringIO(read_user_text(path, hint), newline="")
    reader = csv.DictReader(text, restkey=_FURTHER, strict=True)
    problems = []
    rows = []
    try:
        header = list(reader.fieldnames or [])
        repeated = sorted({name for name in header if name and header.count(name) > 1})
        if repeated:
            message = f"The header has two columns of one name: {name_some(repeated)}."
            problems.append(Problem(message, f"{path}, line 1", hint))

        for row in reader:
            where = f"{path}, line {reader.line_num}"
            further = row.pop(_FURTHER, None)
            if further and any(cell.strip() for cell in further):
                message = f"The row has {len(header) + len(further)} cells, {len(header)} columns."
                problems.append(Problem(message, where, "Quote cells that hold a comma."))
            rows.append((where, {column: restore(cell or "") for column, cell in row.items()}))
    except csv.Error as error:
        where = f"{path}, line {reader.line_num}"
        raise UserError(Problem(f"Not a table: {error}.", where, hint)) from error
    if problems:
        raise UserError(first_of(problems))
    return rows

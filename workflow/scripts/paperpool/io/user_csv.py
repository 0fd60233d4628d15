"""CSV files as users give them: each row with its place, its cells restored."""

import csv
import re
from io import StringIO
from pathlib import Path

from paperpool.errors import Problem, UserError, first_of, name_some
from paperpool.io.csv_rows import restore
from paperpool.io.user_text import read_user_text, split_lines

DELIMITERS = (",", ";", "\t")
"""The delimiters of spreadsheets, depending on the computer's language."""

_FURTHER = "\n"
"""Where a row's cells stand that have no column; no header has this name by chance."""


def read_user_csv(path: str | Path, hint: str) -> list[tuple[str, dict[str, str]]]:
    """Return the place (file and line) and the cells by column of each row.

    Columns are in lower case; a missing cell is empty. Raises UserError, with ``hint``, for a file
    that is no such text, for repeated columns, and for rows with more cells than columns.
    """
    content = read_user_text(path, hint)
    delimiter, header = split_header(content)
    problems = []
    repeated = sorted({name for name in header if name and header.count(name) > 1})
    if repeated:
        message = f"The header has two columns of one name: {name_some(repeated)}."
        problems.append(Problem(message, f"{path}, line 1", hint))

    text = StringIO(content, newline="")
    reader = csv.DictReader(text, header, _FURTHER, delimiter=delimiter, strict=True)
    rows = []
    try:
        next(reader, None)  # the header itself
        for row in reader:
            where = f"{path}, line {reader.line_num}"
            further = row.pop(_FURTHER, None)
            if further and any(cell.strip() for cell in further):
                message = f"The row has {len(header) + len(further)} cells, {len(header)} columns."
                problems.append(Problem(message, where, f"Quote cells that hold {delimiter!r}."))
            cells = {column: restore(cell or "") for column, cell in row.items()}
            rows.append((where, cells))
    except csv.Error as error:
        where = f"{path}, line {reader.reader.line_num}"  # its own is that of the row before
        raise UserError(Problem(f"Not a table: {error}.", where, hint)) from error
    if problems:
        raise UserError(first_of(problems))
    return rows


def split_header(text: str) -> tuple[str, list[str]]:
    """Return the delimiter that the first line has most often outside quotes, and the columns.

    These are in lower case; the line is one column if csv refuses it as too long.
    """
    line = split_lines(text)[0]
    unquoted = re.sub(r'"[^"]*"', "", line)
    delimiter = max(DELIMITERS, key=unquoted.count)
    try:
        cells = next(csv.reader([line], delimiter=delimiter), [])
    except csv.Error:
        cells = [line]
    return delimiter, [cell.strip().lower() for cell in cells]

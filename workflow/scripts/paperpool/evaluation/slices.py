"""Slices of a user's own: named sets of queries from a table."""

from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import TypeVar

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.csv_rows import read_rows

COLUMNS = ("query_id", "slice")

Query = TypeVar("Query")


def read_slices(
    path: str | Path,
    queries: Mapping[str, Iterable[Query]],
    reserved: Collection[str],
    hint: str,
) -> dict[str, set[Query]]:
    """Read the queries of each slice; slices by first row.

    The file is a CSV with COLUMNS; a query may be in several slices. ``queries`` are what a
    ``query_id`` stands for, ``reserved`` the names that no slice may have, and ``hint`` says what a
    row is. Raises UserError as ``read_slice_rows``, for a slice without a name or with a reserved
    one, and for unknown queries.
    """
    rows = read_slice_rows(path, hint)
    problems = []
    named = list(dict.fromkeys(row["query_id"] for row in rows))
    unknown = [query for query in named if query not in queries]
    if unknown:
        message = f"{len(unknown)} queries are not in the collection: {name_some(unknown)}."
        problems.append(Problem(message, str(path), hint))

    slices: dict[str, set[Query]] = {}
    for number, row in enumerate(rows, 2):
        name = (row["slice"] or "").strip()
        if not name or name in reserved:
            message = f"A slice cannot be called {name!r}."
            problems.append(Problem(message, f"{path}, line {number}", hint))
        slices.setdefault(name, set()).update(queries.get(row["query_id"], ()))
    if problems:
        raise UserError(problems)
    return slices


def read_slice_rows(path: str | Path, hint: str) -> list[dict[str, str]]:
    """Return the rows of a table of slices; raise UserError for other columns, and without rows."""
    try:
        rows = read_rows(path)
    except (UnicodeDecodeError, FileNotFoundError) as error:
        raise UserError(Problem(f"No table of slices ({error}).", str(path), hint)) from error
    if not rows or not set(COLUMNS) <= rows[0].keys():
        message = f"A table of slices has rows and the columns {', '.join(COLUMNS)}."
        raise UserError(Problem(message, str(path), hint))
    return rows

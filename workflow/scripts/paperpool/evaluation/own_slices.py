"""Read a user's slices: the queries of a collection by field, by year, or by any other name."""

from collections.abc import Mapping
from pathlib import Path

from paperpool.collections.collection import Collection
from paperpool.errors import Problem, UserError, name_some
from paperpool.io.csv_rows import read_rows

COLUMNS = ("query_id", "slice")

ALL = "all"
"""The slice of all queries, a reserved name."""


def read_slices(path: str | Path, collection: Collection) -> dict[str, list[int]]:
    """Read the positions of each slice's topics in the order of ``pairs``; slices by first row.

    The file is a CSV with COLUMNS; a query may be in several slices. Raises UserError for other
    columns, a slice without a name or called ``all``, and unknown queries.
    """
    hint = "Each row is query_id,slice: a query of the collection, and any name but all."
    try:
        rows = read_rows(path)
    except (UnicodeDecodeError, FileNotFoundError) as error:
        raise UserError(Problem(f"No table of slices ({error}).", str(path), hint)) from error
    if not rows or not set(COLUMNS) <= rows[0].keys():
        what = f"A table of slices has rows and the columns {', '.join(COLUMNS)}."
        raise UserError(Problem(what, str(path), hint))
    names = collection.topic_names()
    place = {names[pair]: i for i, pair in enumerate(collection.pairs())}
    slices: dict[str, dict[int, None]] = {}
    if unknown := [row["query_id"] for row in rows if row["query_id"] not in place]:
        what = f"{len(unknown)} queries are not in the collection: {name_some(unknown)}."
        raise UserError(Problem(what, str(path), hint))
    for number, row in enumerate(rows, 2):
        name = (row["slice"] or "").strip()
        if name in ("", ALL):
            what = f"A slice cannot be called {name!r}."
            raise UserError(Problem(what, f"{path}, line {number}", hint))
        slices.setdefault(name, {})[place[row["query_id"]]] = None
    return {name: sorted(places) for name, places in slices.items()}


def own_slices(settings: Mapping[str, object], collection: Collection) -> dict[str, list[int]]:
    path = settings.get("slices")
    return read_slices(str(path), collection) if path else {}

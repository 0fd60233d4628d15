"""The rows of our own scores on real data, in ``paperpool/resources/expected``."""

import csv
from collections.abc import Iterable
from pathlib import Path

from paperpool.errors import Problem, UserError

CELL = ("benchmark", "protocol", "split", "ranker", "slice", "metric")

COLUMNS = ("config", "table", *CELL, "value", "sd", "ci_low", "ci_high", "tolerance")
"""``config`` is the run's name in its configuration, ``table`` the file below its results.

Only ``value`` is checked; ``sd`` and interval are for the documentation. ``tolerance`` is empty for
TOLERANCE; it is half a digit for a score of four decimals, and the spread over trainings if
training differs between machines.
"""


def read_expected_rows(paths: Iterable[str | Path]) -> list[dict[str, str]]:
    """Return the rows of files of expected scores; raise UserError for other columns."""
    rows = []
    for path in paths:
        with Path(path).open(encoding="utf-8", newline="") as file:
            reader = csv.DictReader(file)
            if tuple(reader.fieldnames or ()) != COLUMNS:
                hint = f"The columns are {', '.join(COLUMNS)}."
                raise UserError(Problem("Not a table of expected scores.", str(path), hint))
            rows += list(reader)
    return rows


def list_expected_tables(paths: Iterable[str | Path]) -> dict[str, list[str]]:
    """Return the result tables with expected scores by run, both sorted."""
    tables: dict[str, set[str]] = {}
    for row in read_expected_rows(paths):
        tables.setdefault(row["config"], set()).add(row["table"])
    return {run: sorted(tables[run]) for run in sorted(tables)}

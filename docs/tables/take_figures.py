"""Take the figures of docs/ and of check_figures from a finished run.

    python docs/tables/take_figures.py results/RUN

Of each figure that ``resources/expected/`` or this folder has of RUN the numbers are replaced by
those of the run's own table, with all their digits. Which rows there are is not changed: to have
another figure, add its row without numbers and take it. make_tables.py then writes the pages.
"""

from __future__ import annotations

import csv
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

HERE = Path(__file__).resolve().parent
EXPECTED = HERE.parents[1] / "workflow/scripts/paperpool/resources/expected"

NUMBERS = (
    *("value", "sd", "ci_low", "ci_high", "difference", "p", "p_holm"),
    *("map", "commonest", "share", "published", "n_sentences", "mean_tokens", "mean_length"),
    *("rank", "rank_low", "rank_high"),
)
"""Columns that are taken; the others say which figure it is."""

ROUNDED = "6e-05"
"""The tolerance of a figure of which four decimals are kept; one with all digits needs none."""

Row = dict[str, str]


def main() -> int:
    """Take the figures of one run; return the exit status."""
    results = Path(sys.argv[1])
    for file in sorted((*EXPECTED.glob("*.csv"), *HERE.glob("*.csv"))):
        rows = read_rows(file)
        taken = [take(row, results) if row["config"] == results.name else row for row in rows]
        if taken != rows:
            write_rows(file, taken)
            print(f"{file.name}: {sum(a != b for a, b in zip(rows, taken, strict=True))} figures")
    return 0


def take(row: Row, results: Path) -> Row:
    """Return a row with the numbers of the run; LookupError where the run has no such figure."""
    keys = [key for key in row if key not in ("config", "table", "tolerance", *NUMBERS)]
    found = [one for one in read_rows(results / row["table"]) if _same(one, row, keys)]
    if len(found) != 1:
        asked = " ".join(row[key] for key in keys)
        raise LookupError(f"{results / row['table']}: {len(found)} figures of {asked}")
    numbers = {key: found[0][key] for key in row if key in NUMBERS}
    exact = {"tolerance": ""} if row.get("tolerance") == ROUNDED else {}
    return {**row, **numbers, **exact}


def _same(one: Mapping[str, str], other: Mapping[str, str], keys: list[str]) -> bool:
    return all(one[key] == other[key] for key in keys)


@cache
def read_rows(path: Path) -> list[Row]:
    """Return the rows of a table."""
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def write_rows(path: Path, rows: list[Row]) -> None:
    """Write the rows over the table."""
    with path.open("w", encoding="utf-8", newline="") as stream:
        writer = csv.DictWriter(stream, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    sys.exit(main())

"""Write the tables of scores that the pages of docs/ show, as docs/tables/scores/NAME.csv.

    python docs/tables/make_tables.py [--check]

tables.yaml describes the rows and columns of each table and names the file with its scores:
``resources/expected/`` has those of metrics.csv, this folder those of a run's other tables
(take_figures.py copies both from a finished run). With --check no file is written, and the exit
status is 1 if one would change.
"""

from __future__ import annotations

import csv
import io
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
SCORES = HERE / "scores"
RESOURCES = HERE.parents[1] / "workflow/scripts/paperpool/resources"

PERCENT = (
    *("value", "sd", "ci_low", "ci_high", "difference", "published"),
    *("map", "share", "commonest"),
)
"""Columns that are written ×100."""

NO_SELECTORS = ("title", "show", "less")
"""Keys of a column that do not select rows."""

Row = Mapping[str, str]


class Unclear(Exception):
    """A table that tables.yaml does not describe well: its name, and the problem."""


def main() -> int:
    """Write the files that would change, or with --check name them; return the exit status."""
    check = sys.argv[1:] == ["--check"]
    changed = {path: text for path, text in write_tables().items() if text != read_text(path)}
    for path, text in changed.items():
        print(f"{path.relative_to(HERE.parents[1])}: {'not as generated' if check else 'written'}")
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
    return int(check and bool(changed))


def write_tables() -> dict[Path, str]:
    """Return the text of each table's file."""
    return {
        SCORES / f"{name}.csv": _write_csv(make_table(name, table))
        for name, table in read_tables().items()
    }


def _write_csv(lines: Iterator[list[str]]) -> str:
    stream = io.StringIO()
    csv.writer(stream, lineterminator="\n").writerows(lines)
    return stream.getvalue()


def read_text(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.is_file() else ""


@cache
def read_tables() -> dict[str, Any]:
    """Return the descriptions of tables.yaml by the name of the table."""
    return yaml.safe_load((HERE / "tables.yaml").read_text(encoding="utf-8"))


def make_table(name: str, table: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield the cells of the head and of each row.

    ``head`` stands above the labels. A row selects scores by the values that they have in their
    file (a list of values gives a row for each); ``label`` names it. A column selects likewise,
    and has a ``title`` and the parts to show. A column's value replaces the row's; {words} in it
    are filled from the row.
    """
    columns = table["columns"]
    yield [*table["head"].split(" | "), *(str(column["title"]) for column in columns)]
    for row in _list_rows(table):
        try:
            cells = [_write_cell(table, row, column) for column in columns]
        except (Unclear, KeyError) as error:
            raise Unclear(f"{name}, {row}: {error}") from error
        yield [*row.get("label", table.get("label", "")).format(**row).split(" | "), *cells]


def _list_rows(table: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the rows, one for each value of a list."""
    for row in table["rows"]:
        several = [value if isinstance(value, list) else [value] for value in row.values()]
        for values in product(*several):
            yield dict(zip(row, values, strict=True))


def _write_cell(table: Mapping[str, Any], row: Row, column: Mapping[str, Any]) -> str:
    """Return the text of a cell.

    Parts that name a missing score are left out. A missing row gives ``absent``. ``less`` selects
    the score that ``above`` is the difference to. The score of the ranker whose ``own`` candidates
    are ranked is in brackets.
    """
    asked = {**table.get("where", {}), **row}
    chosen = {key: value for key, value in column.items() if key not in NO_SELECTORS}
    asked |= {key: str(value).format(**row) for key, value in chosen.items()}
    found = _find(asked.get("file", table["file"]), asked)
    if found is None:
        if "absent" not in table:
            raise Unclear(f"no score of {asked}")
        return str(table["absent"])
    numbers = _scale(found, table.get("scale", 100))
    numbers |= _find_published(table, asked)
    if "less" in column:
        other = _find(table["file"], asked | column["less"])
        numbers["above"] = numbers["value"] - _scale(other, 100)["value"]
    shown = column.get("show", table.get("show", ["{value:.2f}"]))
    text = "".join(_fill(part, numbers) for part in shown).replace("-", "−")
    text = text or table["absent"]
    return f"({text})" if row.get("own") == asked.get("ranker", "") else text


def _find(file: str, asked: Row) -> Row | None:
    """Return the row of a file that has the selected values, in the columns that it has."""
    rows = read_figures(file)
    keys = [key for key in asked if key in rows[0]]
    found = [row for row in rows if all(row[key] == str(asked[key]) for key in keys)]
    if len(found) > 1:
        raise Unclear(f"{len(found)} scores in {file} of {asked}")
    return found[0] if found else None


@cache
def read_figures(file: str) -> list[Row]:
    """Return the rows of a file of the library's resources, else of this folder."""
    folder = RESOURCES if (RESOURCES / file).exists() else HERE
    with (folder / file).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _scale(found: Row, scale: float) -> dict[str, float]:
    """Return the numbers of a row, scaled as they are written."""
    numbers = {key: text for key, text in found.items() if re.fullmatch(r"-?[\d.]+(e-\d+)?", text)}
    return {key: float(n) * (scale if key in PERCENT else 1) for key, n in numbers.items()}


def _find_published(table: Mapping[str, Any], asked: Row) -> dict[str, float]:
    """Return the published score of ``system``, minus that of ``published_less``."""
    if "published" not in table or "system" not in asked:
        return {}
    found = _find(table["published"], asked)
    if found is None:
        return {}
    value = 100 * float(found["value"])
    if "published_less" in table:
        base = _find(table["published"], {**asked, "system": table["published_less"]})
        value -= 100 * float(base["value"])
    return {"published": value}


def _fill(part: str, numbers: Mapping[str, float]) -> str:
    """Return a part of a cell, empty if one of its scores is missing."""
    names = re.findall(r"{(\w+)", part)
    return part.format(**numbers) if all(name in numbers for name in names) else ""


if __name__ == "__main__":
    sys.exit(main())

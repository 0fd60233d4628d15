"""Write the tables of figures on the pages of docs/ from the figures that runs had.

    python docs/tables/make_tables.py [--check]

A table stands below a line ``<!-- table: NAME -->``. tables.yaml says of NAME what its rows and
columns are, and which file has the figures: ``resources/expected/`` those of metrics.csv, this
folder those of a run's other tables (take_figures.py takes both from a finished run). What is not
printed by this program says so in such a line: ``<!-- typed: REASON -->``. With --check no page is
written, and it fails where one would be another.
"""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import yaml

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent
RESOURCES = DOCS.parent / "workflow/scripts/paperpool/resources"

MARKED = re.compile(r"^<!-- table: ([\w-]+) -->\n+((?:\|.*\n)*)", re.MULTILINE)
"""A marker and the table below it."""

PERCENT = (
    *("value", "sd", "ci_low", "ci_high", "difference", "published"),
    *("map", "share", "commonest"),
)
"""Figures that are written ×100."""

NO_SELECTORS = ("title", "show", "less")
"""What a column says besides which figures it has."""

Row = Mapping[str, str]


class Unclear(Exception):
    """A table that tables.yaml does not describe well: which one, and what is wrong."""


def main() -> int:
    """Write the pages that would change, or with --check name them; return the exit status."""
    check = sys.argv[1:] == ["--check"]
    changed = 0
    for page in sorted(DOCS.rglob("*.md")):
        text = page.read_text(encoding="utf-8")
        new = write_tables(text)
        if new != text:
            changed += 1
            print(f"{page.relative_to(DOCS.parent)}: {'not as generated' if check else 'written'}")
            if not check:
                page.write_text(new, encoding="utf-8")
    return int(check and changed > 0)


def write_tables(text: str) -> str:
    """Return a page with its marked tables made anew."""
    tables = read_tables()

    def write(match: re.Match[str]) -> str:
        if match[1] not in tables:
            raise Unclear(f"{match[1]}: not in tables.yaml")
        lines = [_write_line(cells) for cells in make_table(match[1], tables[match[1]])]
        rule = f"|{'---|' * (lines[0].count('|') - 1)}\n"
        return f"<!-- table: {match[1]} -->\n\n{lines[0]}{rule}{''.join(lines[1:])}"

    return MARKED.sub(write, text)


def _write_line(cells: list[str]) -> str:
    return f"|{''.join(f' {cell} |' if cell.strip() else ' |' for cell in cells)}\n"


@cache
def read_tables() -> dict[str, Any]:
    """Return what tables.yaml says, by the name of the table."""
    return yaml.safe_load((HERE / "tables.yaml").read_text(encoding="utf-8"))


def make_table(name: str, table: Mapping[str, Any]) -> Iterator[list[str]]:
    """Yield the cells of the head and of each row.

    ``head`` is what stands above the labels. A row is what its figures have in their file, a list
    of values being a row each; ``label`` names it. A column is the same, with a ``title`` and what
    it shows. Where both say something the column wins; {words} in it are the row's.
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
    """Return what a column shows of a row.

    It shows parts, each left out where it names a figure that is not there, all of them ``absent``
    (nothing) where the figures lack the row. ``less`` says what ``above`` is the difference to.
    A figure of the ranker whose ``own`` candidates are ranked is in brackets.
    """
    asked = {**table.get("where", {}), **row}
    chosen = {key: value for key, value in column.items() if key not in NO_SELECTORS}
    asked |= {key: str(value).format(**row) for key, value in chosen.items()}
    found = _find(asked.get("file", table["file"]), asked)
    if found is None:
        if "absent" not in table:
            raise Unclear(f"no figure of {asked}")
        return str(table["absent"])
    figures = _scale(found, table.get("scale", 100))
    figures |= _find_published(table, asked)
    if "less" in column:
        other = _find(table["file"], asked | column["less"])
        figures["above"] = figures["value"] - _scale(other, 100)["value"]
    shown = column.get("show", table.get("show", ["{value:.2f}"]))
    text = "".join(_fill(part, figures) for part in shown).replace("-", "−")
    text = text or table["absent"]
    return f"({text})" if row.get("own") == asked.get("ranker", "") else text


def _find(file: str, asked: Row) -> Row | None:
    """Return the row of a file that has what is asked, as far as it has these columns."""
    rows = _read(file)
    keys = [key for key in asked if key in rows[0]]
    found = [row for row in rows if all(row[key] == str(asked[key]) for key in keys)]
    if len(found) > 1:
        raise Unclear(f"{len(found)} figures in {file} of {asked}")
    return found[0] if found else None


@cache
def _read(file: str) -> list[Row]:
    """Return the rows of a file of ours, or of the library's."""
    folder = RESOURCES if (RESOURCES / file).exists() else HERE
    with (folder / file).open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def _scale(found: Row, scale: float) -> dict[str, float]:
    """Return the figures that a row has, as they are written."""
    numbers = {key: text for key, text in found.items() if re.fullmatch(r"-?[\d.]+(e-\d+)?", text)}
    return {key: float(n) * (scale if key in PERCENT else 1) for key, n in numbers.items()}


def _find_published(table: Mapping[str, Any], asked: Row) -> dict[str, float]:
    """Return what a paper has published of ``system``, less what it has of ``published_less``."""
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


def _fill(part: str, figures: Mapping[str, float]) -> str:
    """Return a part of a cell, nothing where a figure of it is not there."""
    names = re.findall(r"{(\w+)", part)
    return part.format(**figures) if all(name in figures for name in names) else ""


if __name__ == "__main__":
    sys.exit(main())

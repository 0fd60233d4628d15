"""The scores, in a terminal and as JSON: a column per ranker, a line per measure."""

from dataclasses import replace
from typing import Any

from paperpool.evaluation.ranks import POWER
from paperpool.pages.grid import PUBLISHED, Grid, GridCell, number
from paperpool.pages.grid_json import list_values
from paperpool.pages.grid_text import write_text
from paperpool.pages.score_table import OTHERS, transpose
from paperpool.pages.wording import MISSING
from paperpool.scoring.task import Scored


def write_scored(scored: Scored, confidence: float, *, colour: bool = False) -> str:
    """Return the tables, the paired tests and the notes as text."""
    percent = f"{100 * confidence:g}%"
    about = f"(×100, with {percent} bootstrap intervals)"
    parts = [
        f"{scored.title}, {table.label} {about}\n{write_text(turn_scores(table), colour=colour)}"
        for table in scored.tables
    ]
    parts += [
        f"{table.label} (×100; p after Holm's correction)\n"
        f"{write_text(join_tests(table), colour=colour)}"
        for table in scored.tests
    ]
    parts += [
        f"{table.label} (with {percent} bootstrap intervals; detectable: a difference, ×100, found "
        f"with power {POWER:g})\n{write_text(table, colour=colour)}"
        for table in scored.ranks
    ]
    if notes := _list_notes(scored):
        parts.append("\n".join(f"Note: {note}" for note in notes))
    return "\n\n".join(parts) + "\n"


def list_scored(scored: Scored) -> dict[str, Any]:
    """Return the tables as JSON values, a row per ranker, with the notes and doubts."""
    return {
        "title": scored.title,
        "tables": [list_values(table) for table in (*scored.tables, *scored.tests, *scored.ranks)],
        "notes": _list_notes(scored),
        "doubts": [str(doubt) for doubt in scored.doubts],
    }


def _list_notes(scored: Scored) -> list[str]:
    return [*([scored.few] if scored.few else []), *scored.notes]


def turn_scores(table: Grid) -> Grid:
    """Return scores: rows of measures by slice, a column a ranker, another for published ones."""
    rows: list[list[GridCell]] = []
    for row in table.rows:
        if row[0].text == OTHERS and table.is_title(row):
            break
        rows.append([row[0], *map(_own, row[1:])])
        if any(PUBLISHED in cell.below for cell in row):
            rows.append([GridCell(PUBLISHED), *map(_published, row[1:])])
    return transpose(replace(table, rows=rows), "")


def _own(cell: GridCell) -> GridCell:
    below = {name: text for name, text in cell.below.items() if name in ("sd", "interval")}
    return replace(cell, below=below, marks=())


def _published(cell: GridCell) -> GridCell:
    beside = cell.below.get(PUBLISHED, MISSING)
    difference = cell.below.get("difference")
    return number(f"{beside} ({difference})" if difference else beside)


def _join(difference: GridCell, interval: GridCell) -> str:
    return " ".join(cell.text for cell in (difference, interval) if cell.text != MISSING)


def join_tests(table: Grid) -> Grid:
    """Return paired tests with a column per measure: difference, interval and Holm's p."""
    above = table.head[0][1:]
    rows = []
    for row in table.rows:
        if table.is_title(row):
            rows.append([replace(row[0], span=1 + len(above))])
            continue
        tests = [row[i : i + 4] for i in range(1, len(row), 4)]
        joined = [
            number(f"{_join(difference, interval)} p {p.text}", bold=p.bold)
            for difference, interval, _, p in tests
        ]
        rows.append([row[0], *joined])
    return replace(table, head=[[GridCell(), *(number(cell.text) for cell in above)]], rows=rows)

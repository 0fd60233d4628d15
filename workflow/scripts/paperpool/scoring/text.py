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
    parts = []
    for table in scored.tables:
        title = f"{scored.title}, {table.label} (×100, with {percent} bootstrap intervals)"
        parts.append(f"{title}\n{write_text(turn_scores(table), colour=colour)}")
    for table in scored.tests:
        title = f"{table.label} (×100; p after Holm's correction)"
        parts.append(f"{title}\n{write_text(join_tests(table), colour=colour)}")
    for table in scored.ranks:
        title = (
            f"{table.label} (with {percent} bootstrap intervals; detectable: a difference, ×100, "
            f"found with power {POWER:g})"
        )
        parts.append(f"{title}\n{write_text(table, colour=colour)}")

    for table in scored.predicted:
        parts.append(f"{table.label}\n{write_text(table, colour=colour)}\n{table.title}")

    notes = _list_notes(scored)
    if notes:
        parts.append("\n".join(f"Note: {note}" for note in notes))
    return "\n\n".join(parts) + "\n"


def list_scored(scored: Scored) -> dict[str, Any]:
    """Return the tables as JSON values, a row per ranker, with the notes and doubts."""
    tables = [*scored.tables, *scored.tests, *scored.ranks, *scored.predicted]
    return {
        "title": scored.title,
        "tables": [list_values(table) for table in tables],
        "notes": _list_notes(scored),
        "doubts": [str(doubt) for doubt in scored.doubts],
    }


def _list_notes(scored: Scored) -> list[str]:
    notes = list(scored.notes)
    if scored.few:
        notes.insert(0, scored.few)
    return notes


def turn_scores(table: Grid) -> Grid:
    """Return scores: rows of measures by slice, a column a ranker, another for published ones."""
    rows: list[list[GridCell]] = []
    for row in table.rows:
        if row[0].text == OTHERS and table.is_title(row):
            break
        rows.append([row[0], *map(_computed, row[1:])])
        if any(PUBLISHED in cell.below for cell in row):
            rows.append([GridCell(PUBLISHED), *map(_published, row[1:])])
    return transpose(replace(table, rows=rows), "")


def _computed(cell: GridCell) -> GridCell:
    """Return a cell with our own score alone, without the published one and marks."""
    below = {name: text for name, text in cell.below.items() if name in ("sd", "interval")}
    return replace(cell, below=below, marks=())


def _published(cell: GridCell) -> GridCell:
    """Return a cell with the published score, and the difference from it in brackets."""
    text = cell.below.get(PUBLISHED, MISSING)
    difference = cell.below.get("difference")
    if difference:
        text = f"{text} ({difference})"
    return number(text)


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

        # after the ranker, four cells of each measure
        joined = [row[0]]
        for start in range(1, len(row), 4):
            difference, interval, _, p_holm = row[start : start + 4]
            text = f"{_join(difference, interval)} p {p_holm.text}"
            joined.append(number(text, bold=p_holm.bold))
        rows.append(joined)
    head = [GridCell(), *(number(cell.text) for cell in above)]
    return replace(table, head=[head], rows=rows)

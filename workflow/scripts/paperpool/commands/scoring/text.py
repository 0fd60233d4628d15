"""Tables of figures as they stand in a terminal: a column per ranker, a line per measure."""

from __future__ import annotations

from paperpool.commands.scoring.task import Scored, TestTable
from paperpool.pages.score_cells import Cell, Row, ScoreTable
from paperpool.pages.wording import MISSING, align_cells


def write_scored(scored: Scored, confidence: float) -> str:
    """Return the tables, the paired tests and the notes as text."""
    percent = f"{100 * confidence:g}%"
    parts = [
        f"{scored.title}, {what} (×100, with {percent} bootstrap intervals)\n{write_scores(table)}"
        for what, table in scored.tables.items()
    ]
    parts += [
        f"Paired tests against {tests.baseline}, {tests.what} (×100; p after Holm's correction)\n"
        f"{write_tests(tests)}"
        for tests in scored.tests
    ]
    if scored.notes:
        parts.append("\n".join(f"Note: {note}" for note in scored.notes))
    return "\n\n".join(parts) + "\n"


def write_scores(table: ScoreTable) -> str:
    """Return a table of figures: a line per measure in each slice, a column per ranker."""
    rows = [row for group in table.groups.values() for row in group]
    lines: list[list[str]] = [["", *(title for row in rows for title in _titles(row))]]
    n = len(table.measures)
    for i, (title, queries) in enumerate(table.slices):
        lines.append([f"{title} ({queries})"])
        for j, measure in enumerate(table.measures):
            place = i * n + j
            texts = (text for row in rows for text in _texts(row, row.cells[place]))
            lines.append([f"  {measure}", *texts])
    return align_cells(lines)


def _titles(row: Row) -> list[str]:
    return [row.name, "published"] if row.is_published else [row.name]


def _texts(row: Row, cell: Cell) -> list[str]:
    own = " ".join(filter(None, (cell.value, cell.sd, cell.interval)))
    if not row.is_published:
        return [own]
    beside = f"{cell.published} ({cell.difference})" if cell.difference else cell.published
    return [own, beside or MISSING]


def write_tests(tests: TestTable) -> str:
    """Return the paired tests against a baseline: a line per ranker, in each slice."""
    lines: list[list[str]] = [["", *tests.tested]]
    for group in tests.groups:
        lines.append([group.title])
        for ranker, cells in group.rows:
            texts = (f"{cell.difference} {cell.interval} p {cell.p_holm}" for cell in cells)
            lines.append([f"  {ranker}", *texts])
    return align_cells(lines)

"""What a score came to, in a terminal and as JSON: a column per ranker, a line per measure."""

from typing import Any

import pandas as pd

from paperpool.commands.scoring.task import Scored, TestTable
from paperpool.evaluation.ranks import POWER
from paperpool.pages.grid import Grid, GridCell, heads, number
from paperpool.pages.grid_json import list_values
from paperpool.pages.grid_text import write_text
from paperpool.pages.paired_tests import paired_grid
from paperpool.pages.score_cells import Cell, Row, ScoreTable, make_grid
from paperpool.pages.wording import MISSING, align_cells


def write_scored(scored: Scored, confidence: float, *, colour: bool = False) -> str:
    """Return the tables, the paired tests and the notes as text."""
    percent = f"{100 * confidence:g}%"
    about = f"(×100, with {percent} bootstrap intervals)"
    grids = [
        transpose_scores(table, f"{scored.title}, {what} {about}")
        for what, table in scored.tables.items()
    ]
    grids += map(list_tests, scored.tests)
    parts = [f"{grid.title}\n{write_text(grid, colour=colour)}" for grid in grids]
    if scored.notes:
        parts.append("\n".join(f"Note: {note}" for note in scored.notes))
    return "\n\n".join(parts) + "\n"


def list_scored(scored: Scored, confidence: float) -> dict[str, Any]:
    """Return the tables as JSON values, a row per ranker, with the notes and doubts."""
    percent = f"{100 * confidence:g}%"
    tables = [
        make_grid(table, f"{scored.title}, {what} (×100)", what)
        for what, table in scored.tables.items()
    ]
    tables += [
        paired_grid(tests.groups, tests.baseline, tests.what, tests.tested, percent, tests.what)
        for tests in scored.tests
    ]
    return {
        "title": scored.title,
        "tables": [list_values(table) for table in tables],
        "notes": list(scored.notes),
        "doubts": [str(doubt) for doubt in scored.doubts],
    }


def transpose_scores(table: ScoreTable, title: str) -> Grid:
    """Return figures with a row per measure in each slice and a column per ranker."""
    rows = [row for group in table.groups.values() for row in group]
    titles = [(row.name, "published")[: 1 + row.is_published] for row in rows]
    columns = heads(["", *(name for of_row in titles for name in of_row)])
    lines, n = [], len(table.measures)
    for i, (name, queries) in enumerate(table.slices):
        lines.append([GridCell(f"{name} ({queries})", len(columns))])
        for place, measure in enumerate(table.measures, i * n):
            cells = [cell for row in rows for cell in _cells(row, row.cells[place])]
            lines.append([GridCell(measure), *cells])
    return Grid(title, [columns], lines)


def _cells(row: Row, cell: Cell) -> list[GridCell]:
    below = {"sd": cell.sd, "interval": cell.interval}
    own = GridCell(cell.value, bold=cell.best, below=below, is_number=True)
    if not row.is_published:
        return [own]
    beside = f"{cell.published} ({cell.difference})" if cell.difference else cell.published
    return [own, number(beside or MISSING)]


def list_tests(tests: TestTable) -> Grid:
    """Return the paired tests against a baseline: a row per ranker, in each slice."""
    columns = heads(["", *tests.tested])
    lines = []
    for group in tests.groups:
        lines.append([GridCell(group.title, len(columns))])
        for ranker, cells in group.rows:
            texts = (
                number(f"{one.difference} {one.interval} p {one.p_holm}", bold=one.significant)
                for one in cells
            )
            lines.append([GridCell(ranker), *texts])
    title = f"Paired tests against {tests.baseline}, {tests.what} (×100; p after Holm's correction)"
    return Grid(title, [columns], lines)


ALL = "all"
"""The slice of all queries, whose ranks are shown."""


def write_ranks(ranks: pd.DataFrame, confidence: float) -> str:
    """Return the ranks over all queries as text: a line per protocol, split and measure.

    Empty where there are fewer than two rankers.
    """
    shown = ranks[ranks["slice"] == ALL]
    rankers = list(dict.fromkeys(shown["ranker"]))
    if len(rankers) < 2:
        return ""
    lines: list[list[str]] = [["", *rankers, "detects"]]
    for key, rows in shown.groupby(["protocol", "split", "metric"], sort=False):
        of_ranker = {row.ranker: row for row in rows.itertuples()}
        cells = [_describe(of_ranker.get(ranker)) for ranker in rankers]
        best = rows["rank"].argmin()
        detectable = rows["detectable_difference"].astype(float).iloc[best]
        size = MISSING if pd.isna(detectable) else f"{100 * detectable:.2f}"
        lines.append([" ".join(key), *cells, size])  # type: ignore[arg-type]
    return (
        f"\nRanks, with {100 * confidence:g}% bootstrap intervals; * tied with the best (paired "
        f"tests of all pairs, Holm); detects: a difference (×100) found in {100 * POWER:g}%\n"
        f"{align_cells(lines)}\n"
    )


def _describe(row) -> str:
    if row is None:
        return MISSING
    return f"{row.rank} [{row.rank_low}, {row.rank_high}]{' *' if row.tied_with_best else ''}"

"""A table as cells of text: what it shows, wherever it came from, and whatever it is written as."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from paperpool.pages.score_cells import Cell, Row, ScoreTable

PUBLISHED = "published"
"""What stands below a figure: the paper's own."""


@dataclass(frozen=True)
class GridCell:
    """A cell over ``span`` columns.

    ``note`` stands beside the text in small type; ``letter`` is that by which marks name a row or
    column, ``raised`` and ``lowered`` are the marks. ``below`` are further figures by what they
    are. ``is_number`` says that the cell's column is set flush right.
    """

    text: str = ""
    span: int = 1
    note: str = ""
    letter: str = ""
    bold: bool = False
    raised: str = ""
    lowered: str = ""
    below: Mapping[str, str] = field(default_factory=dict)
    is_number: bool = False


@dataclass(frozen=True)
class Grid:
    """A table: rows of heads, the last with a cell per column, and rows of figures.

    In every row the spans add up to the columns. A row of one cell over all of them is the title
    of those that follow.
    """

    title: str
    head: list[list[GridCell]]
    rows: list[list[GridCell]]

    @property
    def columns(self) -> list[GridCell]:
        """The heads of the columns."""
        return self.head[-1]

    def is_title(self, row: list[GridCell]) -> bool:
        """Tell whether a row is the title of those that follow."""
        return len(row) == 1 and row[0].span == len(self.columns) > 1

    @property
    def letters(self) -> dict[str, str]:
        """What each letter stands for, where there is more than one row to compare."""
        if len([row for row in self.rows if not self.is_title(row)]) < 2:
            return {}
        named = [*self.columns, *(row[0] for row in self.rows)]
        return {cell.letter: cell.text for cell in named if cell.letter}


def make_grid(table: ScoreTable, title: str) -> Grid:
    """Return a table of figures (×100) without the titles of its groups."""
    n = len(table.measures)
    return Grid(
        f"{title} (x100)",
        [
            [GridCell(), *(GridCell(name, n) for name, _ in table.slices)],
            [
                GridCell(),
                *(GridCell(m, is_number=True) for _ in table.slices for m in table.measures),
            ],
        ],
        [_make_row(row) for group in table.groups.values() for row in group],
    )


def _make_row(row: Row) -> list[GridCell]:
    return [GridCell(row.name, letter=row.letter), *map(_make_cell, row.cells)]


def _make_cell(cell: Cell) -> GridCell:
    raised, lowered = (
        "".join(mark.letter for mark in cell.marks if mark.is_higher is is_higher)
        for is_higher in (True, False)
    )
    below = {PUBLISHED: cell.published} if cell.published else {}
    return GridCell(
        cell.value, bold=cell.best, raised=raised, lowered=lowered, below=below, is_number=True
    )

"""A table in a terminal: aligned columns, in colour if the terminal supports it."""

import os
from typing import TextIO

from paperpool.pages.grid import Grid, GridCell, plain_text
from paperpool.pages.grid_csv import join_heads
from paperpool.pages.wording import align_cells

_BOLD, _DIM, _RED, _GREEN, _END = (f"\x1b[{code}m" for code in (1, 2, 31, 32, 0))


def has_colour(stream: TextIO) -> bool:
    """Return whether a stream is a terminal whose user has not set NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def write_text(grid: Grid, *, colour: bool = False) -> str:
    """Return a table's heads and rows as lines.

    In colour, titles are dim, bold cells bold, marks green or red.
    """

    def paint(text: str, code: str) -> str:
        return f"{code}{text}{_END}" if colour and code and text else text

    indent = "  " * any(map(grid.is_title, grid.rows))
    lines = [[paint(head, _DIM) for head in join_heads(grid)]]
    for row in grid.rows:
        (name, code), *cells = map(_cell, row)
        if grid.is_title(row):
            lines.append([paint(name, _DIM)])
        else:
            lines.append([paint(indent + name, code), *(paint(*cell) for cell in cells)])
    return align_cells(lines)


def _cell(cell: GridCell) -> tuple[str, str]:
    """Return a cell with the values below it, and its colour."""
    signs = f"{cell.raised}{'_' * bool(cell.lowered)}{cell.lowered}"
    text = f"{plain_text(cell.text)}{'^' * bool(cell.raised)}{signs}"
    note = f"({cell.note})" if cell.note else ""
    words = " ".join(plain_text(part) for part in (text, note, *cell.below.values()) if part)
    colours = {_GREEN if mark.is_higher else _RED for mark in cell.marks}
    code = _BOLD if cell.bold else "".join(colours) if len(colours) == 1 else ""
    return " ".join(words.split()), code

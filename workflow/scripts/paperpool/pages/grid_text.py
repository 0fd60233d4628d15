"""A table in a terminal: aligned columns, in colour if the terminal supports it."""

import os
from typing import TextIO

from paperpool.pages.grid import Grid, GridCell, plain_text
from paperpool.pages.grid_csv import join_heads
from paperpool.pages.wording import align_cells

_BOLD = "\x1b[1m"
_DIM = "\x1b[2m"
_RED = "\x1b[31m"
_GREEN = "\x1b[32m"
_END = "\x1b[0m"
"""The codes of a terminal's colours, and of their end."""


def has_colour(stream: TextIO) -> bool:
    """Return whether a stream is a terminal whose user has not set NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def write_text(grid: Grid, *, colour: bool = False) -> str:
    """Return a table's heads and rows as lines.

    In colour, titles are dim, bold cells bold, marks green or red.
    """

    def paint(text: str, code: str) -> str:
        """Return a text between a code and its end, if there is anything to paint."""
        if colour and code and text:
            return f"{code}{text}{_END}"
        return text

    indent = "  " if any(map(grid.is_title, grid.rows)) else ""
    lines = [[paint(head, _DIM) for head in join_heads(grid)]]
    for row in grid.rows:
        (name, code), *cells = map(_cell, row)
        if grid.is_title(row):
            lines.append([paint(name, _DIM)])
        else:
            line = [paint(indent + name, code)]
            line += [paint(text, cell_code) for text, cell_code in cells]
            lines.append(line)
    return align_cells(lines)


def _cell(cell: GridCell) -> tuple[str, str]:
    """Return a cell with the values below it, and its colour."""
    text = plain_text(cell.text)
    if cell.raised:
        text += f"^{cell.raised}"
    if cell.lowered:
        text += f"_{cell.lowered}"
    parts = [text]
    if cell.note:
        parts.append(f"({cell.note})")
    parts += cell.below.values()
    words = " ".join(plain_text(part) for part in parts if part)

    code = ""
    colours = {_GREEN if mark.is_higher else _RED for mark in cell.marks}
    if cell.bold:
        code = _BOLD
    elif len(colours) == 1:
        [code] = colours
    return " ".join(words.split()), code

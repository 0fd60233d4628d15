"""A table in a terminal: aligned columns, in colour if the terminal supports it."""

import os
from collections.abc import Sequence
from typing import TextIO

from paperpool.pages.grid import Grid, GridCell, plain_text
from paperpool.pages.grid_csv import join_heads

_BOLD, _DIM, _RED, _GREEN, _END = (f"\x1b[{code}m" for code in (1, 2, 31, 32, 0))


def has_colour(stream: TextIO) -> bool:
    """Return whether a stream is a terminal whose user has not set NO_COLOR."""
    return stream.isatty() and not os.environ.get("NO_COLOR")


def write_text(grid: Grid, *, colour: bool = False) -> str:
    """Return a table's heads and rows as lines.

    In colour, titles are dim, bold cells bold, marks green or red.
    """
    grouped = any(map(grid.is_title, grid.rows))
    lines = [[(head, _DIM) for head in join_heads(grid)]]
    for row in grid.rows:
        if grid.is_title(row):
            lines.append([(_cell(row[0])[0], _DIM)])
        else:
            name, *cells = map(_cell, row)
            lines.append([(f"{'  ' * grouped}{name[0]}", name[1]), *cells])
    return _align(lines, colour)


def _cell(cell: GridCell) -> tuple[str, str]:
    """Return a cell with the values below it, and its colour."""
    signs = f"{cell.raised}{'_' * bool(cell.lowered)}{cell.lowered}"
    text = f"{plain_text(cell.text)}{'^' * bool(cell.raised)}{signs}"
    note = f"({cell.note})" if cell.note else ""
    words = " ".join(plain_text(part) for part in (text, note, *cell.below.values()) if part)
    colours = {_GREEN if mark.is_higher else _RED for mark in cell.marks}
    code = _BOLD if cell.bold else "".join(colours) if len(colours) == 1 else ""
    return " ".join(words.split()), code


def _align(lines: Sequence[Sequence[tuple[str, str]]], colour: bool) -> str:
    several = [line for line in lines if len(line) > 1] or lines
    widths = [max(len(text) for text, _ in column) for column in zip(*several, strict=True)]
    written = []
    for line in lines:
        cells = []
        for i, (text, code) in enumerate(line):
            space = " " * (widths[i] - len(text)) if i + 1 < len(line) else ""
            cells.append((f"{code}{text}{_END}" if colour and code and text else text) + space)
        written.append("  ".join(cells).rstrip())
    return "\n".join(written)

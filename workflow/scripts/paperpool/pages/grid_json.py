"""A table as JSON values: numbers as numbers, unrounded."""

from typing import Any

from paperpool.pages.grid import Grid, GridCell, plain_text
from paperpool.pages.grid_csv import join_heads
from paperpool.pages.wording import MISSING, ExactText


def list_values(grid: Grid) -> dict[str, Any]:
    """Return a table's label, title and heads, and each row with its group and cells.

    A cell has its ``value``, and if any, the scores below by label, its ``note``, ``bold``, and the
    baselines that it is significantly ``higher`` or ``lower`` than. A missing score is null, an
    interval a list of two.
    """
    rows = [
        {"group": title and plain_text(title.text), "cells": [_list_cell(cell) for cell in row]}
        for title, row in grid.titled_rows
    ]
    title = " ".join(plain_text(grid.title).split())
    return {"label": grid.label, "title": title, "columns": join_heads(grid), "rows": rows}


def _list_cell(cell: GridCell) -> dict[str, Any]:
    others = {
        "note": cell.note,
        "bold": cell.bold,
        "higher": [mark.baseline for mark in cell.marks if mark.is_higher],
        "lower": [mark.baseline for mark in cell.marks if not mark.is_higher],
        **{name: _value(text) for name, text in cell.below.items()},
    }
    return {"value": _value(cell.text)} | {name: value for name, value in others.items() if value}


def _value(text: str) -> Any:
    if isinstance(text, ExactText):
        return text.exact
    return None if text in ("", MISSING) else " ".join(plain_text(text).split())

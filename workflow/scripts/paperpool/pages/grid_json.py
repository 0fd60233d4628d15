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
    rows = []
    for title, row in grid.titled_rows:
        group = plain_text(title.text) if title else None
        rows.append({"group": group, "cells": [_list_cell(cell) for cell in row]})
    title = " ".join(plain_text(grid.title).split())
    return {"label": grid.label, "title": title, "columns": join_heads(grid), "rows": rows}


def _list_cell(cell: GridCell) -> dict[str, Any]:
    """Return a cell's value, and the others of it that are there."""
    values = {
        "note": cell.note,
        "bold": cell.bold,
        "higher": [mark.baseline for mark in cell.marks if mark.is_higher],
        "lower": [mark.baseline for mark in cell.marks if not mark.is_higher],
    }
    for label, text in cell.below.items():
        values[label] = _value(text)

    listed = {"value": _value(cell.text)}
    for name, value in values.items():
        if value:
            listed[name] = value
    return listed


def _value(text: str) -> Any:
    """Return the exact value of a number, or a text; None if it is missing."""
    if isinstance(text, ExactText):
        return text.exact
    if text in ("", MISSING):
        return None
    return " ".join(plain_text(text).split())

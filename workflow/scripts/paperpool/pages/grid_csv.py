"""A table as CSV: plain numbers, a line per row of scores."""

import csv
import re
from io import StringIO

from paperpool.io.csv_rows import defuse
from paperpool.pages.grid import Grid, GridCell, place_cells, plain_text
from paperpool.pages.wording import MISSING, ExactText

_COUNT = re.compile(r"[+−]?\d{1,3}(,\d{3})+(\.\d+)?")
_NUMBER = re.compile(r"[+-]?[\d.]+[\d.,;±–/()\[\]%*†‡ +-]*")


def write_csv(grid: Grid) -> str:
    """Return a table as CSV with one head per column and unrounded numbers.

    Titles of rows are a column ``group``. With further scores below cells, a column ``figure`` has
    the label of each line. Minus signs are ASCII, thousands are not separated, missing scores are
    empty. Texts that look like formulas get an apostrophe.
    """
    titled = any(map(grid.is_title, grid.rows))
    layered = any(cell.below for row in grid.rows for cell in row[1:])
    buffer = StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    first, *others = join_heads(grid)
    extra = [*(["group"] if titled else []), first, *(["figure"] if layered else [])]
    writer.writerow([*extra, *others])
    for title, (name, *cells) in grid.titled_rows:
        lead = [_text(title) if title else ""] if titled else []
        labels = ["value", *dict.fromkeys(label for cell in cells for label in cell.below)]
        for label in labels:
            values = [_value(cell, label) for cell in cells]
            writer.writerow([*lead, _text(name), *([label] if layered else []), *values])
    return buffer.getvalue()


def join_heads(grid: Grid) -> list[str]:
    """Return the head of each column: its distinct texts from top to bottom."""
    above: list[list[str]] = [[] for _ in grid.columns]
    for row in grid.head:
        for column, cell in place_cells(row):
            for one in above[column : column + cell.span]:
                if cell.text and _text(cell) not in one:
                    one.append(_text(cell))
    return [" ".join(texts) for texts in above]


def _value(cell: GridCell, label: str) -> str:
    return _text(cell) if label == "value" else _plain(cell.below.get(label, ""))


def _text(cell: GridCell) -> str:
    text = cell.text
    return _plain(f"{plain_text(text)} ({cell.note})" if cell.note else text)


def _plain(text: str) -> str:
    if isinstance(text, ExactText):
        exact = text.exact
        if isinstance(exact, tuple):
            *value, low, high = (f"{end:.12g}" for end in exact)
            return " ".join([*value, f"[{low}, {high}]"])
        return f"{exact:.12g}{'%' if text.endswith('%') else ''}"
    text = " ".join(plain_text(text).split())
    if text == MISSING:
        return ""
    if _COUNT.fullmatch(text):
        text = text.replace(",", "")
    text = text.replace("−", "-")
    return text if _NUMBER.fullmatch(text) else defuse(text)

"""A table as CSV: plain numbers, a line per row of scores."""

import csv
import re
from collections.abc import Iterable
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
    is_titled = any(map(grid.is_title, grid.rows))
    is_layered = any(_list_labels(row[1:]) for row in grid.rows)
    buffer = StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    heads = join_heads(grid)
    if is_layered:
        heads.insert(1, "figure")
    if is_titled:
        heads.insert(0, "group")
    writer.writerow(heads)

    for title, (name, *cells) in grid.titled_rows:
        for label in ("value", *_list_labels(cells)):
            line = [_text(name)]
            if is_titled:
                line.insert(0, _text(title) if title else "")
            if is_layered:
                line.append(label)
            line += [_value(cell, label) for cell in cells]
            writer.writerow(line)
    return buffer.getvalue()


def _list_labels(cells: Iterable[GridCell]) -> list[str]:
    """Return the labels of the further scores below cells, each once."""
    labels: dict[str, None] = {}
    for cell in cells:
        labels.update(dict.fromkeys(cell.below))
    return list(labels)


def join_heads(grid: Grid) -> list[str]:
    """Return the head of each column: its distinct texts from top to bottom."""
    above: list[list[str]] = [[] for _ in grid.columns]
    for row in grid.head:
        for column, cell in place_cells(row):
            for texts in above[column : column + cell.span]:
                if cell.text and _text(cell) not in texts:
                    texts.append(_text(cell))
    return [" ".join(texts) for texts in above]


def _value(cell: GridCell, label: str) -> str:
    if label == "value":
        return _text(cell)
    return _plain(cell.below.get(label, ""))


def _text(cell: GridCell) -> str:
    if cell.note:
        return _plain(f"{plain_text(cell.text)} ({cell.note})")
    return _plain(cell.text)


def _plain(text: str) -> str:
    """Return a text, or the exact value of a number, as a cell of CSV."""
    if isinstance(text, ExactText):
        if isinstance(text.exact, tuple):
            *value, low, high = (f"{end:.12g}" for end in text.exact)
            return " ".join([*value, f"[{low}, {high}]"])
        unit = "%" if text.endswith("%") else ""
        return f"{text.exact:.12g}{unit}"

    text = " ".join(plain_text(text).split())
    if text == MISSING:
        return ""
    if _COUNT.fullmatch(text):
        text = text.replace(",", "")
    text = text.replace("−", "-")
    if _NUMBER.fullmatch(text):
        return text
    return defuse(text)

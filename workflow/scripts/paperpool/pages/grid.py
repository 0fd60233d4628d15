"""A table as a value: its heads, rows and cells, whatever it is written as."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from markupsafe import Markup

from paperpool.pages.wording import MISSING

PUBLISHED = "published"
"""What stands below a figure: the paper's own."""


@dataclass(frozen=True)
class Mark:
    """A figure that differs significantly from that of ``baseline``, whose letter it bears."""

    letter: str
    baseline: str
    is_higher: bool


@dataclass(frozen=True)
class GridCell:
    """A cell over ``span`` columns; its text may be markup.

    ``note`` stands beside the text in small type; ``letter`` is that by which marks name a row or
    column. ``below`` are further figures by what they are. ``is_number`` says that the cell's
    column is set flush right, ``kind`` how it looks: the classes of the style sheet, which in the
    first cell are those of its row. ``warning`` is a sign beside the text, and what a screen
    reader says of it.
    """

    text: str = ""
    span: int = 1
    note: str = ""
    letter: str = ""
    bold: bool = False
    marks: tuple[Mark, ...] = ()
    warning: tuple[str, str] = ("", "")
    below: Mapping[str, str] = field(default_factory=dict)
    is_number: bool = False
    kind: str = ""

    @property
    def raised(self) -> str:
        """The letters of what the figure is higher than, and the sign of the warning."""
        return "".join(mark.letter for mark in self.marks if mark.is_higher) + self.warning[0]

    @property
    def lowered(self) -> str:
        """The letters of what the figure is lower than."""
        return "".join(mark.letter for mark in self.marks if not mark.is_higher)


@dataclass(frozen=True)
class Grid:
    """A table: rows of heads, the last with a cell per column, and rows of figures.

    In every row the spans add up to the columns. A row of one cell over all of them is the title
    of those that follow. ``title`` is the caption, ``label`` a short name, ``kind`` says how the
    table looks: the classes of the style sheet.
    """

    title: str
    head: Sequence[list[GridCell]]
    rows: Sequence[list[GridCell]]
    label: str = ""
    kind: str = "narrow"

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


def plain_text(text: str) -> str:
    """Return the text of a cell without its markup."""
    return text.striptags() if isinstance(text, Markup) else text


Format = Callable[[Any], str]

Columns = Mapping[str, tuple[str] | tuple[str, Format]]
"""The key or attribute of each column by its title; a column of numbers has a format too."""


def list_grid(
    label: str,
    title: str,
    columns: Columns,
    rows: Iterable[Any] | Mapping[str, Iterable[Any]],
    kind: str = "narrow",
) -> Grid:
    """Return a table of ``rows``, of each a cell per column; rows by title stand in groups.

    A row is a mapping or an object. What has no format is text or a cell; None is missing.
    """
    head = [GridCell(name, is_number=len(of) > 1) for name, of in columns.items()]
    groups = rows if isinstance(rows, Mapping) else {"": rows}
    lines = []
    for name, members in groups.items():
        lines += [[GridCell(name, len(head))]] if name else []
        lines += [[_get(row, *of) for of in columns.values()] for row in members]
    return Grid(title, [head], lines, label, kind)


def _get(row: Any, key: str, form: Format | None = None) -> GridCell:
    value = row[key] if isinstance(row, Mapping) else getattr(row, key)
    if isinstance(value, GridCell):
        return replace(value, is_number=form is not None)
    text = MISSING if value is None else form(value) if form else value
    return GridCell(text, is_number=form is not None)


def number(text: str, kind: str = "", *, bold: bool = False) -> GridCell:
    """Return a cell of a column of numbers."""
    return GridCell(text, bold=bold, is_number=True, kind=kind)


def heads(names: Iterable[str], *, texts: int = 1) -> list[GridCell]:
    """Return the heads of columns, all but the first of which are numbers."""
    return [GridCell(name, is_number=i >= texts) for i, name in enumerate(names)]

"""A table as a value: its heads, rows and cells, for writers of every format."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Any

from markupsafe import Markup

from paperpool.io.csv_rows import read_number
from paperpool.pages.charts.chart import Chart
from paperpool.pages.wording import MISSING, ExactText

PUBLISHED = "published"
"""The label of published scores below a score."""


@dataclass(frozen=True)
class Mark:
    """A significant difference from ``baseline``, marked by the baseline's letter."""

    letter: str
    baseline: str
    is_higher: bool


@dataclass(frozen=True)
class GridCell:
    """A cell, a head or title over ``span`` columns; its text may be markup.

    ``note`` stands beside the text in small type. ``letter`` names a row or column in marks.
    ``below`` are further scores by label. ``is_number`` aligns the column right. ``kind`` are style
    classes, in the first cell those of its row. ``warning`` is a sign and its text for screen
    readers. On pages a ``drawing`` takes the place of the text, which other formats have.
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
    drawing: Chart | None = None

    @property
    def raised(self) -> str:
        """The letters of the baselines that the score exceeds, and the sign of the warning."""
        return "".join(mark.letter for mark in self.marks if mark.is_higher) + self.warning[0]

    @property
    def lowered(self) -> str:
        """The letters of the baselines above the score."""
        return "".join(mark.letter for mark in self.marks if not mark.is_higher)


@dataclass(frozen=True)
class Grid:
    """A table: rows of heads, the last with a cell per column, and rows of scores.

    The spans of heads add up to the columns. A row of one cell over all columns is the title of the
    following rows; others have a cell for each. ``title`` is the caption, ``label`` a short name,
    ``kind`` are style classes.
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

    @property
    def upper(self) -> dict[int, GridCell]:
        """The heads above those of the columns, by their first columns."""
        if len(self.head) == 1:
            return {}
        return dict(place_cells(self.head[0]))

    def is_title(self, row: list[GridCell]) -> bool:
        """Return whether a row is the title of those that follow."""
        return len(row) == 1 and row[0].span == len(self.columns) > 1

    @property
    def titled_rows(self) -> list[tuple[GridCell | None, list[GridCell]]]:
        """The rows of scores, each with the title that it stands below, if any."""
        title = None
        found = []
        for row in self.rows:
            if self.is_title(row):
                [title] = row
            else:
                found.append((title, row))
        return found

    @property
    def letters(self) -> dict[str, str]:
        """The meaning of each letter, if there are several rows to compare."""
        if len(self.titled_rows) < 2:
            return {}
        named = self.columns + [row[0] for row in self.rows]
        return {cell.letter: cell.text for cell in named if cell.letter}


def place_cells(row: Sequence[GridCell]) -> list[tuple[int, GridCell]]:
    """Return the cells of a row with their first columns."""
    return list(zip(accumulate((cell.span for cell in row), initial=0), row, strict=False))


def plain_text(text: str) -> str:
    """Return the text of a cell without its markup."""
    if not isinstance(text, Markup):
        return text
    return Markup(str.replace(text, "<", " <")).striptags()  # so that a tag parts words


Format = Callable[[Any], str]

Column = tuple[str | GridCell, str | int] | tuple[str | GridCell, str | int, Format]
"""A column: its title, its key or attribute in the rows, and the format of its numbers.

A column without a format has texts, or cells as they are.
"""


def list_grid(
    label: str,
    title: str,
    columns: Sequence[Column],
    rows: Iterable[Any] | Mapping[str, Iterable[Any]],
    kind: str = "narrow",
    above: Mapping[str, int] | Sequence[GridCell] = (),
) -> Grid:
    """Return a table of ``rows``, or of groups of rows by title, with a cell per column.

    A row is a mapping, a sequence or an object; None is missing. Groups without rows have no title.
    ``above`` are titles over the last columns, as cells or each with its number of columns.
    """
    head = [_make_cell(name, bool(form)) for name, _, *form in columns]
    groups = {"": rows}
    if isinstance(rows, Mapping):
        groups = rows
    lines = []
    for name, members in groups.items():
        cells = []
        for row in members:
            cells.append([_get(row, column) for column in columns])
        if name and cells:
            lines.append([GridCell(name, len(head))])
        lines += cells

    heads = [head]
    if isinstance(above, Mapping):
        above = [GridCell(name, span) for name, span in above.items()]
    if above:
        n_plain = len(head) - sum(cell.span for cell in above)
        heads.insert(0, [GridCell()] * n_plain + list(above))
    return Grid(title, heads, lines, label, kind)


def _get(row: Any, column: Column) -> GridCell:
    """Return the cell of a row in a column."""
    key = column[1]
    is_attribute = isinstance(key, str) and not isinstance(row, Mapping)
    value = getattr(row, key) if is_attribute else row[key]
    if value is None:
        value = MISSING
    elif len(column) == 3 and not isinstance(value, GridCell | ExactText):
        value = column[2](value)
    return _make_cell(value, len(column) == 3)


def _make_cell(value: str | GridCell, is_number: bool) -> GridCell:
    cell = value if isinstance(value, GridCell) else GridCell(value)
    return replace(cell, is_number=is_number)


def numbers(names: Iterable[str | GridCell], start: int = 1, form: Format = str) -> list[Column]:
    """Return columns of numbers by their position in rows, from ``start`` on."""
    return [(name, i, form) for i, name in enumerate(names, start)]


def parsed(form: Format) -> Format:
    """Return a format for a CSV file's cells that reads their numbers first."""

    def read_and_format(value: Any) -> str:
        """Return the format of a number, or of a text's."""
        if isinstance(value, str):
            value = read_number(value)
        return form(value)

    return read_and_format


def number(text: str, kind: str = "", *, bold: bool = False) -> GridCell:
    """Return a cell of a column of numbers."""
    return GridCell(text, bold=bold, is_number=True, kind=kind)

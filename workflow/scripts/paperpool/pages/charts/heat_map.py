"""Heat maps: cells with a value, coloured by it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from paperpool.pages.charts.chart import Chart, Tooltips
from paperpool.pages.charts.svg import ACCENT, DROP, INK, LINE
from paperpool.pages.wording import percent, visible

if TYPE_CHECKING:  # slow to import
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_INCHES = 10.4
_ROW_INCHES = 0.36
_COLUMNS_INCHES = 8.2
_LETTER_INCHES = 0.075
"""The width of all columns and of a letter; names that would touch are slanted."""

_WEAKEST = 0.04
_STRONGEST = 0.6
"""Opacities of the lowest and the highest value; text stays legible on both."""

_CELL_WIDTH = 0.94
_CELL_HEIGHT = 0.9
"""The size of a cell, in columns and rows: there is a gap between cells."""

Place = tuple[str, str]


@dataclass(frozen=True)
class Cell:
    """A cell; the larger ``value`` is in its panel, the stronger is its colour.

    A ``marked`` cell has a thick edge, a ``strong`` one bold text.
    """

    value: float
    text: str
    title: str
    marked: bool = False
    strong: bool = False


@dataclass(frozen=True)
class Grid:
    """A panel: cells by row and column, with gaps allowed; ``strong_names`` are bold."""

    rows: Sequence[str]
    columns: Sequence[str]
    cells: Mapping[Place, Cell]
    title: str = ""
    row_axis: str = ""
    column_axis: str = ""
    strong_names: Collection[str] = frozenset()


@dataclass(frozen=True)
class HeatMap(Chart):
    """Panels side by side, each with a scale of colour of its own."""

    grids: Sequence[Grid]

    def __bool__(self) -> bool:
        return any(grid.cells for grid in self.grids)

    def _inches(self) -> tuple[float, float]:
        most = max(len(grid.rows) for grid in self.grids)
        named = any(grid.title for grid in self.grids)
        return _INCHES, _ROW_INCHES * most + 0.8 + 0.3 * named

    def _draw(self, figure: Figure, tooltips: Tooltips) -> None:
        places = figure.subplots(1, len(self.grids), squeeze=False)[0]
        figure.set_layout_engine("constrained", w_pad=0.12)
        for axes, grid in zip(places, self.grids, strict=True):
            values = [cell.value for cell in grid.cells.values()]
            low = min(values)
            span = max(values) - low or 1.0

            for (row, column), cell in grid.cells.items():
                place = (grid.columns.index(column), grid.rows.index(row))
                strength = _WEAKEST + (_STRONGEST - _WEAKEST) * (cell.value - low) / span
                _draw_cell(axes, place, cell, strength, tooltips.add(cell.title))
            _label(axes, grid, _COLUMNS_INCHES / len(self.grids))


def _draw_cell(
    axes: Axes, place: tuple[int, int], cell: Cell, strength: float, gid: str | None
) -> None:
    """Draw a cell whose middle is at ``place``: its colour, its edge and its text."""
    from matplotlib.patches import Rectangle  # slow to import

    x, y = place
    corner = (x - _CELL_WIDTH / 2, y - _CELL_HEIGHT / 2)
    colour = Rectangle(
        corner,
        _CELL_WIDTH,
        _CELL_HEIGHT,
        facecolor=ACCENT,
        alpha=strength,
        linewidth=0,
        gid=gid,
    )
    axes.add_patch(colour)

    edge = Rectangle(
        corner, _CELL_WIDTH, _CELL_HEIGHT, facecolor="none", edgecolor=LINE, linewidth=0.6
    )
    if cell.marked:
        edge.set(edgecolor=DROP, linewidth=2.2)
    axes.add_patch(edge)

    weight = "bold" if cell.strong else "normal"
    axes.text(x, y, cell.text, color=INK, ha="center", va="center", fontweight=weight)


def _label(axes: Axes, grid: Grid, inches: float) -> None:
    """Name the rows, the columns and the axes of a panel that is so many inches wide."""
    axes.xaxis.tick_top()
    axes.xaxis.set_label_position("top")
    for axis, names in ((axes.xaxis, grid.columns), (axes.yaxis, grid.rows)):
        axis.set_ticks(range(len(names)), [visible(name) for name in names], color=INK)
        for label, name in zip(axis.get_ticklabels(), names, strict=True):
            label.set_fontweight("bold" if name in grid.strong_names else "normal")

    if max(map(len, grid.columns)) * _LETTER_INCHES > inches / len(grid.columns):
        axes.tick_params(axis="x", labelrotation=30)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("left")

    axes.set(title=grid.title, xlabel=grid.column_axis, ylabel=grid.row_axis)
    axes.set_xlim(-0.52, len(grid.columns) - 0.48)
    axes.set_ylim(len(grid.rows) - 0.48, -0.52)
    axes.tick_params(length=0)
    axes.spines[:].set_visible(False)


def percent_map(
    name: str,
    about: str,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Mapping[Place, float],
    *,
    marked: Collection[Place] = (),
    marked_as: str = "",
    strong: Collection[Place] = (),
    strong_names: Collection[str] = (),
) -> HeatMap:
    """Return a heat map of fractions ×100; ``marked_as`` explains marks in tooltips."""
    cells = {}
    for row in rows:
        for column in columns:
            place = (row, column)
            value = values.get(place)
            if value is None:
                continue
            title = f"{row}, {column}: {percent(value)}"
            if place in marked:
                title += f" ({marked_as})"
            cells[place] = Cell(value, percent(value), title, place in marked, place in strong)
    return HeatMap(name, about, [Grid(rows, columns, cells, strong_names=strong_names)])

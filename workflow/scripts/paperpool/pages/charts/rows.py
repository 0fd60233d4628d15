"""Charts of rows: bars, intervals and points from left to right, with names and texts beside."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from paperpool.pages.charts.chart import Chart, Style, Tooltips, add_legend
from paperpool.pages.charts.svg import INK, MUTED
from paperpool.pages.wording import shorten, visible

if TYPE_CHECKING:  # slow to import
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_ROW_INCHES = 0.27

_HALF = 0.36
"""Half the height of a bar, in rows."""

_NAME_CHARACTERS = 40

_NOTE_POINTS = 10
_LETTER_POINTS = 5.2
"""The gap before a text beside a row, and the width of a letter in it."""


@dataclass(frozen=True)
class Mark:
    """A mark at ``x``, or from ``start`` to ``x`` for a bar or a line."""

    style: Style
    x: float
    title: str = ""
    start: float = 0.0


@dataclass(frozen=True)
class Row:
    """A row: its marks, bottom first, and texts to the right of the panel.

    Consecutive rows of one ``group`` have it as their heading.
    """

    name: str
    marks: Sequence[Mark]
    notes: Sequence[str] = ()
    group: str = ""


@dataclass(frozen=True)
class RowPanel:
    """Rows from the top."""

    rows: Sequence[Row]
    title: str = ""


@dataclass(frozen=True)
class RowChart(Chart):
    """Panels side by side on one scale; the first one's names stand for all.

    ``axis`` names the scale, shown only if named; it has ``limits`` or fits the marks.
    """

    panels: Sequence[RowPanel]
    axis: str = ""
    limits: tuple[float, float] | None = None

    def __bool__(self) -> bool:
        return any(panel.rows for panel in self.panels)

    def _inches(self) -> tuple[float, float]:
        return 10.4, _ROW_INCHES * len(_place(self.panels[0].rows)) + 1.1

    def _draw(self, figure: Figure, tooltips: Tooltips) -> None:
        places = figure.subplots(1, len(self.panels), squeeze=False, sharex=True, sharey=True)[0]
        figure.set_layout_engine("constrained", w_pad=0.08)
        styles: list[Style] = []
        for axes, panel in zip(places, self.panels, strict=True):
            _draw_panel(axes, panel, tooltips)
            self._set_scale(axes)
            for row in panel.rows:
                styles += [mark.style for mark in row.marks]

        _name_rows(places[0], _place(self.panels[0].rows))
        add_legend(figure, styles, "outside upper left")

    def _set_scale(self, axes: Axes) -> None:
        from matplotlib.ticker import MaxNLocator  # slow to import

        axes.spines["left"].set_visible(False)
        if self.limits:
            axes.set_xlim(*self.limits)
        if self.axis:
            axes.set_xlabel(self.axis)
            axes.xaxis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10]))
            axes.grid(axis="x")
        else:
            axes.set_xticks([])
            axes.spines["bottom"].set_visible(False)


@dataclass(frozen=True)
class SmallRows(RowChart):
    """A few rows in a cell of a table: narrow, low, and with a plain scale."""

    def _inches(self) -> tuple[float, float]:
        return 4.2, 0.2 * len(_place(self.panels[0].rows)) + 0.3

    def _set_scale(self, axes: Axes) -> None:
        from matplotlib.ticker import MaxNLocator  # slow to import

        axes.spines["left"].set_visible(False)
        axes.xaxis.set_major_locator(MaxNLocator(4, steps=[1, 2, 5, 10]))
        axes.tick_params(axis="x", labelsize=7.5, pad=1.5, length=2)
        axes.grid(axis="x")


def _place(rows: Sequence[Row]) -> list[Row | str]:
    """Return the rows with the headings of their groups, from top to bottom."""
    placed: list[Row | str] = []
    for group, of_group in groupby(rows, key=lambda row: row.group):
        if group:
            placed.append(group)
        placed += of_group
    return placed


def _name_rows(axes: Axes, placed: Sequence[Row | str]) -> None:
    """Write the names of rows and headings on the left."""
    names = [place if isinstance(place, str) else place.name for place in placed]
    shown = [shorten(visible(name), _NAME_CHARACTERS) for name in names]
    axes.set_yticks(range(len(placed)), shown, color=INK)
    for label, place in zip(axes.get_yticklabels(), placed, strict=True):
        if isinstance(place, str):
            label.set(color=MUTED, fontweight="bold", fontsize=8.5)
    axes.set_ylim(len(placed) - 0.4, -0.6)


def _draw_panel(axes: Axes, panel: RowPanel, tooltips: Tooltips) -> None:
    rows = {}
    for y, row in enumerate(_place(panel.rows)):
        if isinstance(row, Row):
            rows[y] = row
            for mark in row.marks:
                _draw_mark(axes, mark, y, tooltips.add(mark.title, panel.title))
    _write_notes(axes, rows)
    axes.set_title(visible(panel.title))


def _draw_mark(axes: Axes, mark: Mark, y: int, gid: str | None) -> None:
    """Draw a mark in the row at ``y``, in the style of its kind."""
    style = mark.style
    if style.kind == "bar":
        bar = axes.barh(
            y,
            mark.x - mark.start,
            left=mark.start,
            height=2 * _HALF,
            color=style.colour,
            alpha=style.opacity,
            linewidth=0,
        )
        bar.patches[0].set_gid(gid)
    elif style.kind == "line":
        axes.plot([mark.start, mark.x], [y, y], gid=gid, **style.stroke)
    elif style.kind == "tick":
        axes.plot([mark.x, mark.x], [y - _HALF, y + _HALF], gid=gid, **style.stroke)
    elif style.kind == "rule":
        axes.axvline(mark.x, zorder=0, gid=gid, **style.stroke)
    else:
        axes.plot([mark.x], [y], clip_on=False, gid=gid, **style.point)


def _write_notes(axes: Axes, rows: dict[int, Row]) -> None:
    """Write the texts beside the rows in columns, each as wide as its longest text."""
    right = 0.0
    n_columns = max((len(row.notes) for row in rows.values()), default=0)
    for column in range(n_columns):
        notes = {y: row.notes[column] for y, row in rows.items() if column < len(row.notes)}
        right += _NOTE_POINTS + _LETTER_POINTS * max(map(len, notes.values()))
        for y, note in notes.items():
            axes.annotate(
                visible(note),
                (1, y),
                xycoords=axes.get_yaxis_transform(),
                xytext=(right, 0),
                textcoords="offset points",
                ha="right",
                va="center",
                fontsize=8.5,
                color=MUTED if column else INK,
            )

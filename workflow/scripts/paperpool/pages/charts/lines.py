"""Charts of two scales: lines with bands, levels and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from paperpool.pages.charts.chart import Chart, LegendPlace, Style, Tooltips, add_legend
from paperpool.pages.charts.svg import ACCENT, FACET_COLOURS, Dashes
from paperpool.pages.wording import visible

if TYPE_CHECKING:  # slow to import
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

MAX_BINS = 24

_MOST_TICKS = 12
"""The most places on the horizontal scale for a tick at each."""

_COLOURS = (ACCENT, *FACET_COLOURS[1:])
_DASHES: tuple[Dashes, ...] = ("-", (0, (5, 2)), (0, (1, 1.5)), (0, (6, 2, 1, 2)))
_MARKERS = ("o", "s", "^", "D", "v", "P")


def line_style(number: int, label: str) -> Style:
    """Return a style whose colour, dashes and marker together differ for 60 numbers."""
    return Style(
        label,
        "line",
        _COLOURS[number % len(_COLOURS)],
        dashes=_DASHES[number // len(_COLOURS) % len(_DASHES)],
        marker=_MARKERS[number % len(_MARKERS)],
        size=4.5,
    )


@dataclass(frozen=True)
class Point:
    """A point, its tooltip, and the ends of its band, if any."""

    x: float
    y: float
    title: str = ""
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Series:
    """A line or columns; ``title`` is the tooltip of a whole line."""

    style: Style
    points: Sequence[Point]
    title: str = ""


@dataclass(frozen=True)
class Panel:
    """Series on two scales; ``logarithmic`` lists the logarithmic ones: x, y or xy."""

    series: Sequence[Series]
    title: str = ""
    x_axis: str = ""
    y_axis: str = ""
    logarithmic: str = ""


@dataclass(frozen=True)
class LineChart(Chart):
    """Rows of panels: a row shares its vertical scale, a column its horizontal one."""

    rows: Sequence[Sequence[Panel]]
    height: float = 3.3
    legend: LegendPlace = "outside lower center"

    def __bool__(self) -> bool:
        return any(panel.series for panel in self._panels())

    def _panels(self) -> list[Panel]:
        """Return the panels, row by row."""
        return list(chain.from_iterable(self.rows))

    def _inches(self) -> tuple[float, float]:
        return 9.4, self.height

    def _draw(self, figure: Figure, tooltips: Tooltips) -> None:
        grid = figure.subplots(
            len(self.rows),
            max(map(len, self.rows)),
            squeeze=False,
            sharex="col",
            sharey="row",
        )
        styles: list[Style] = []
        for axes, panel in zip(grid.flat, self._panels(), strict=True):
            for series in panel.series:
                _draw_series(axes, series, panel.title, tooltips)
                styles.append(series.style)
            _set_scales(axes, panel)

        # after all panels are drawn, as rows share their scale
        for axes, panel in zip(grid.flat, self._panels(), strict=True):
            bottom, top = axes.get_ylim()
            if "y" not in panel.logarithmic and bottom < top / 4:
                axes.set_ylim(bottom=0)  # only lines that are all far above do without
        add_legend(figure, styles, self.legend)


def _draw_series(axes: Axes, series: Series, panel: str, tooltips: Tooltips) -> None:
    """Draw a series: the band, the line, and the points or columns with their tooltips."""
    style = series.style
    places: list[float] = []
    lows: list[float] = []
    highs: list[float] = []
    for point in series.points:
        if point.low is not None and point.high is not None:
            places.append(point.x)
            lows.append(point.low)
            highs.append(point.high)
    if places:
        draw_band = axes.fill_between
        if len(places) == 1:  # a band of one place has no width
            draw_band = axes.vlines
        draw_band(places, lows, highs, color=style.colour, alpha=0.2)

    if style.kind == "line":
        xs = [point.x for point in series.points]
        ys = [point.y for point in series.points]
        axes.plot(xs, ys, gid=tooltips.add(series.title, panel), **style.stroke)

    for point in series.points:
        gid = tooltips.add(point.title, panel)
        if style.kind == "bar":
            bar = axes.bar(
                point.x, point.y, width=style.width, color=style.colour, alpha=style.opacity
            )
            bar.patches[0].set_gid(gid)
        elif gid:
            axes.plot([point.x], [point.y], gid=gid, **style.point)


def _set_scales(axes: Axes, panel: Panel) -> None:
    """Set the titles, the grid, the scales and the ticks of a panel."""
    from matplotlib.ticker import LogLocator, MaxNLocator, NullLocator, StrMethodFormatter

    axes.set(title=visible(panel.title), xlabel=panel.x_axis, ylabel=panel.y_axis)
    axes.label_outer()
    axes.grid(axis="both" if panel.logarithmic == "xy" else "y")
    for name, axis in (("x", axes.xaxis), ("y", axes.yaxis)):
        if name in panel.logarithmic:
            axes.set(**{f"{name}scale": "log"})
            axis.set_major_locator(LogLocator(subs=(1, 3), numticks=6))
            axis.set_minor_locator(NullLocator())
            axis.set_major_formatter(StrMethodFormatter("{x:,.9g}"))
        else:
            axis.set_major_locator(MaxNLocator(6, steps=[1, 2, 5, 10], integer=name == "x"))

    places: set[float] = set()
    for series in panel.series:
        places.update(point.x for point in series.points)
    if 0 < len(places) <= _MOST_TICKS and all(isinstance(x, int) for x in places):
        ticks = sorted(places)
        axes.set_xticks(ticks, [f"{x:,}" for x in ticks])


def choose_width(smallest: int, largest: int) -> int:
    """Return the narrowest of 1, 2, 5, 10, 20, ... that makes at most ``MAX_BINS`` bins."""
    power = 0
    while True:
        for digit in (1, 2, 5):
            width = digit * 10**power
            if largest // width - smallest // width < MAX_BINS:
                return width
        power += 1

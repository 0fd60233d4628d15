"""The charts of cited text identification: F1 against the power, recall against K, by split.

Source: Ricci et al., Figures 3 and 4. A chart is of one protocol.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, line_style
from paperpool.pages.charts.svg import INK, MUTED
from paperpool.pages.wording import percent

_LEVEL_DASHES = ((0, (1, 1.5)), (0, (5, 2)), (0, (6, 2, 1, 2)), (0, (3, 1, 1, 1, 1, 1)))


@dataclass(frozen=True)
class Split:
    """A split: its lines as {name: {x: fraction}} and levels, figures that do not depend on x."""

    title: str
    lines: Mapping[str, Mapping[int, float]]
    levels: Mapping[str, float] = field(default_factory=dict)


def lines_by_split(
    splits: Sequence[Split], name: str, x_axis: str, y_axis: str, letter: str
) -> LineChart:
    """Return a panel per split on one scale, figures ×100; a name has the same line in every panel.

    ``letter`` is what a place on the horizontal scale is called in a tooltip.
    """
    lines = list(dict.fromkeys(line for split in splits for line in split.lines))
    levels = list(dict.fromkeys(level for split in splits for level in split.levels))
    xs = [x for split in splits for points in split.lines.values() for x in points]
    panels = []
    for split in splits:
        series = []
        for number, level in enumerate(levels):
            if (value := split.levels.get(level)) is not None:
                points = [Point(x, 100 * value) for x in (min(xs), max(xs))]
                style = _level_style(number, level)
                series.append(Series(style, points, f"{level}: {percent(value)}"))
        for number, line in enumerate(lines):
            points = [
                Point(x, 100 * y, f"{line}, {letter} = {x}: {percent(y)}")
                for x, y in sorted(split.lines.get(line, {}).items())
            ]
            series += [Series(line_style(number, line), points)] if points else []
        panels.append(Panel(series, split.title, x_axis, f"{y_axis} (×100)"))
    return LineChart(name, f"{y_axis} against {x_axis}", [panels], 4.2)


def _level_style(number: int, label: str) -> Style:
    colour = (INK, MUTED)[number // len(_LEVEL_DASHES) % 2]
    dashes = _LEVEL_DASHES[number % len(_LEVEL_DASHES)]
    return Style(label, "line", colour, width=1.1, dashes=dashes)

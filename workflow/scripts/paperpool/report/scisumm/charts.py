"""The charts of cited text identification: F1 against the power, recall against K, by split.

Source: Ricci et al., Figures 3 and 4. A chart is of one protocol.
"""

from collections.abc import Mapping

from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.lines import LineChart, Panel, Point, Series, line_style
from paperpool.pages.charts.svg import INK, MUTED
from paperpool.pages.wording import percent

_LEVEL_DASHES = ((0, (1, 1.5)), (0, (5, 2)), (0, (6, 2, 1, 2)), (0, (3, 1, 1, 1, 1, 1)))


Lines = Mapping[str, Mapping[int, float]]
"""Fractions by the name of their line and the place on the horizontal scale."""


def lines_by_split(
    splits: Mapping[str, tuple[Lines, Mapping[str, float]]],
    name: str,
    x_axis: str,
    y_axis: str,
    letter: str,
) -> LineChart:
    """Return a panel per split on one scale, figures ×100; a name has the same line in every panel.

    A split has lines, and levels that do not depend on the place. ``letter`` is what a place is
    called in a tooltip.
    """
    names = list(dict.fromkeys(line for lines, _ in splits.values() for line in lines))
    levels = list(dict.fromkeys(level for _, levels in splits.values() for level in levels))
    xs = {x for lines, _ in splits.values() for points in lines.values() for x in points}
    panels = []
    for title, (lines, of_split) in splits.items():
        series = []
        for number, level in enumerate(levels):
            if (value := of_split.get(level)) is not None:
                dashes = _LEVEL_DASHES[number % len(_LEVEL_DASHES)]
                colour = (INK, MUTED)[number // len(_LEVEL_DASHES) % 2]
                style = Style(level, "line", colour, width=1.1, dashes=dashes)
                ends = [Point(x, 100 * value) for x in (min(xs), max(xs))]
                series.append(Series(style, ends, f"{level}: {percent(value)}"))
        for number, line in enumerate(names):
            points = [
                Point(x, 100 * y, f"{line}, {letter} = {x}: {percent(y)}")
                for x, y in sorted(lines.get(line, {}).items())
            ]
            series += [Series(line_style(number, line), points)] if points else []
        panels.append(Panel(series, title, x_axis, f"{y_axis} (×100)"))
    return LineChart(name, f"{y_axis} against {x_axis}", [panels], 4.2)

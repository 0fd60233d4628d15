"""Lines of cited text identification by split: F1 against the power, recall against K.

Source: Ricci et al., Figures 3 and 4. A figure is of one protocol.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from matplotlib.lines import Line2D
from matplotlib.ticker import MaxNLocator

from paperpool.pages.svg import INK, MUTED, drawing, line_style, make_svg
from paperpool.pages.wording import percent, visible

_LEVEL_DASHES = ((0, (1, 1.5)), (0, (5, 2)), (0, (6, 2, 1, 2)), (0, (3, 1, 1, 1, 1, 1)))
_NAMES_IN_ROW = 4


@dataclass(frozen=True)
class Panel:
    """A split: its lines as {name: {x: fraction}} and levels, figures that do not depend on x."""

    title: str
    lines: Mapping[str, Mapping[int, float]]
    levels: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True)
class Axes:
    """What the axes are called, and what a point is called in a tooltip, such as ``d = {}``."""

    x: str
    y: str
    point: str


def draw_panels(panels: Sequence[Panel], axes: Axes, name: str) -> str:
    """Return the figure as SVG, a panel per split on one scale, figures ×100.

    A name has the same line in every panel; levels are thin lines from side to side.
    """
    lines = list(dict.fromkeys(line for panel in panels for line in panel.lines))
    levels = list(dict.fromkeys(level for panel in panels for level in panel.levels))
    xs = sorted({x for panel in panels for points in panel.lines.values() for x in points})
    titles: dict[str, str] = {}
    in_legend = len(lines) + len(levels)
    with drawing(9.4, 3.5 + 0.22 * -(-in_legend // _NAMES_IN_ROW)) as figure:
        places = figure.subplots(1, len(panels), sharey=True, squeeze=False)[0]
        for number, (place, panel) in enumerate(zip(places, panels, strict=True)):
            _draw_levels(place, panel, levels)
            _draw_lines(place, panel, lines, axes, titles, number)
            place.set_title(panel.title)
            place.set_xticks(xs)
            place.yaxis.set_major_locator(MaxNLocator(6))
            place.grid(axis="y")
            place.set_xlabel(axes.x)
        places[0].set_ylabel(f"{axes.y} (×100)")
        places[0].set_ylim(bottom=0)
        figure.legend(
            handles=[_line_handle(line, i) for i, line in enumerate(lines)]
            + [_level_handle(level, i) for i, level in enumerate(levels)],
            loc="outside lower center",
            ncols=min(_NAMES_IN_ROW, in_legend),
        )
        return make_svg(figure, name, _describe(panels, axes), titles)


def _draw_lines(place, panel: Panel, lines, axes: Axes, titles: dict[str, str], number: int):
    for i, line in enumerate(lines):
        points = sorted(panel.lines.get(line, {}).items())
        if not points:
            continue
        colour, dashes, marker = line_style(i)
        place.plot(
            [x for x, _ in points],
            [100 * y for _, y in points],
            color=colour,
            linestyle=dashes,
            linewidth=1.6,
        )
        for x, y in points:
            gid = f"point-{number}-{i}-{x}"
            place.plot([x], [100 * y], marker, color=colour, markersize=4.5, gid=gid)
            titles[gid] = f"{line}, {axes.point.format(x)}: {percent(y)}"


def _draw_levels(place, panel: Panel, levels: Sequence[str]) -> None:
    for i, level in enumerate(levels):
        if level in panel.levels:
            place.axhline(100 * panel.levels[level], **_level_style(i), zorder=0)


def _level_style(number: int) -> dict:
    colour = (INK, MUTED)[number // len(_LEVEL_DASHES) % 2]
    dashes = _LEVEL_DASHES[number % len(_LEVEL_DASHES)]
    return {"color": colour, "linestyle": dashes, "linewidth": 1.1}


def _line_handle(name: str, number: int) -> Line2D:
    colour, dashes, marker = line_style(number)
    return Line2D(
        [], [], color=colour, linestyle=dashes, marker=marker, markersize=4.5,
        linewidth=1.6, label=visible(name),
    )  # fmt: skip


def _level_handle(name: str, number: int) -> Line2D:
    return Line2D([], [], **_level_style(number), label=visible(name))


def _describe(panels: Sequence[Panel], axes: Axes) -> str:
    parts = []
    for panel in panels:
        lines = [
            f"{line} {', '.join(f'{x}: {percent(y)}' for x, y in sorted(points.items()))}"
            for line, points in panel.lines.items()
        ]
        lines += [f"{level} {percent(value)}" for level, value in panel.levels.items()]
        parts.append(f"{panel.title}: {'; '.join(lines)}")
    return f"{axes.y} against {axes.x}. {'. '.join(parts)}."

"""A heat map: a row and a column per thing compared, and each cell's figure on its colour."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from matplotlib.patches import Rectangle

from paperpool.pages.svg import ACCENT, DROP, INK, LINE, drawing, make_svg
from paperpool.pages.wording import percent, visible

_ROW_INCHES = 0.36
_COLUMNS_INCHES, _LETTER_INCHES = 8.2, 0.085
"""The width of all columns and of a letter: names that would touch are written aslant."""

_WEAKEST, _STRONGEST = 0.04, 0.6
"""Opacities of the lowest and the highest figure: the text stays legible on both."""


@dataclass(frozen=True)
class HeatMap:
    """Fractions by (row, column); a cell without one stays empty.

    ``marked`` cells have a thick edge, ``strong`` ones bold figures, and so do the names of
    ``strong_names``.
    """

    rows: Sequence[str]
    columns: Sequence[str]
    values: Mapping[tuple[str, str], float]
    marked: frozenset[tuple[str, str]] = frozenset()
    strong: frozenset[tuple[str, str]] = frozenset()
    strong_names: frozenset[str] = field(default=frozenset())


def draw_heat_map(
    shown: HeatMap, name: str, about: str, marked_as: str = "", digits: int = 2
) -> str:
    """Return the figure as SVG, figures ×100; there is at least one row and one column.

    ``about`` begins the description; ``marked_as`` says in tooltips what a marked cell is.
    """
    low = min(shown.values.values(), default=0.0)
    span = (max(shown.values.values(), default=0.0) - low) or 1.0
    titles: dict[str, str] = {}
    with drawing(10.4, _ROW_INCHES * len(shown.rows) + 0.8) as figure:
        axes = figure.subplots()
        for y, row in enumerate(shown.rows):
            for x, column in enumerate(shown.columns):
                value = shown.values.get((row, column))
                if value is None:
                    continue
                gid = f"cell-{y}-{x}"
                strength = _WEAKEST + (_STRONGEST - _WEAKEST) * (value - low) / span
                marked = (row, column) in shown.marked
                _draw_cell(axes, x, y, strength, marked, gid)
                weight = "bold" if (row, column) in shown.strong else "normal"
                axes.text(
                    x, y, percent(value, digits), color=INK, ha="center", va="center",
                    fontweight=weight,
                )  # fmt: skip
                note = f" ({marked_as})" if marked else ""
                titles[gid] = f"{row}, {column}: {percent(value)}{note}"
        _label(axes, shown)
        return make_svg(figure, name, f"{about}. {'; '.join(titles.values())}.", titles)


def _draw_cell(axes, x: int, y: int, strength: float, marked: bool, gid: str) -> None:
    corner, size = (x - 0.47, y - 0.45), (0.94, 0.9)
    axes.add_patch(Rectangle(corner, *size, facecolor=ACCENT, alpha=strength, linewidth=0, gid=gid))
    edge, width = (DROP, 2.2) if marked else (LINE, 0.6)
    axes.add_patch(Rectangle(corner, *size, facecolor="none", edgecolor=edge, linewidth=width))


def _label(axes, shown: HeatMap) -> None:
    axes.set_xticks(range(len(shown.columns)), [visible(name) for name in shown.columns], color=INK)
    axes.set_yticks(range(len(shown.rows)), [visible(name) for name in shown.rows], color=INK)
    longest = max(len(name) for name in shown.columns)
    if longest * _LETTER_INCHES > _COLUMNS_INCHES / len(shown.columns):
        axes.tick_params(axis="x", labelrotation=30)
        for label in axes.get_xticklabels():
            label.set_horizontalalignment("left")
    axes.xaxis.tick_top()
    for labels, names in (
        (axes.get_xticklabels(), shown.columns),
        (axes.get_yticklabels(), shown.rows),
    ):
        for label, one in zip(labels, names, strict=True):
            if one in shown.strong_names:
                label.set_fontweight("bold")
    axes.set_xlim(-0.52, len(shown.columns) - 0.48)
    axes.set_ylim(len(shown.rows) - 0.48, -0.52)
    axes.tick_params(length=0)
    for spine in axes.spines.values():
        spine.set_visible(False)

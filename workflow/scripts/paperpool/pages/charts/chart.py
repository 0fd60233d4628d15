"""Charts as values that write themselves as SVG, with tooltips and a text for screen readers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from paperpool.pages.charts.svg import ACCENT, MUTED, Dashes, drawing, make_svg
from paperpool.pages.wording import visible

if TYPE_CHECKING:  # slow to import
    from matplotlib.artist import Artist
    from matplotlib.figure import Figure

_NAMES_IN_ROW = 4
"""In a legend above or below the panels."""

LegendPlace = Literal["outside upper left", "outside lower center", "outside right upper"]


@dataclass(frozen=True)
class Style:
    """The looks of a series' marks; a series with a ``label`` is in the legend.

    A tick is a short upright stroke, a rule a line across the panel. ``marker`` is matplotlib's,
    for points and for lines with tooltips. ``width`` is in points for a line, in units of its scale
    for a column. ``fill`` is the inside of a hollow point.
    """

    label: str = ""
    kind: Literal["bar", "line", "point", "tick", "rule"] = "bar"
    colour: str = ACCENT
    opacity: float = 1.0
    width: float = 1.6
    dashes: Dashes = "-"
    marker: str = ""
    size: float = 6
    fill: str = ""

    @property
    def stroke(self) -> dict:
        """Matplotlib's settings of a line."""
        return {
            "color": self.colour,
            "linewidth": self.width,
            "linestyle": self.dashes,
            "alpha": self.opacity,
        }

    @property
    def point(self) -> dict:
        """Matplotlib's settings of a point."""
        return {
            "linestyle": "",
            "marker": self.marker,
            "markersize": self.size,
            "markeredgecolor": self.colour,
            "markerfacecolor": self.fill or self.colour,
        }

    def make_handle(self) -> Artist:
        """Return the mark that stands in the legend."""
        from matplotlib.lines import Line2D  # slow to import
        from matplotlib.patches import Patch

        label = visible(self.label)
        if self.kind == "bar":
            return Patch(facecolor=self.colour, alpha=self.opacity, label=label)
        if self.kind == "tick":
            return Line2D(
                [],
                [],
                color=self.colour,
                linestyle="",
                label=label,
                marker="|",
                markersize=9,
                markeredgewidth=self.width,
            )
        looks = self.point
        if self.kind != "point":
            looks |= self.stroke
        looks["markersize"] = min(self.size, 8)
        return Line2D([], [], label=label, **looks)


@dataclass
class Tooltips:
    """The tooltips of a chart, by the gid of their mark and by panel."""

    texts: dict[str, str] = field(default_factory=dict)
    panels: dict[str, list[str]] = field(default_factory=dict)

    def add(self, text: str, panel: str = "") -> str | None:
        """Return the gid of a mark with this tooltip, or None if it is empty."""
        if not text:
            return None
        gid = f"mark-{len(self.texts)}"
        self.texts[gid] = text
        self.panels.setdefault(panel, []).append(text)
        return gid

    def say(self) -> str:
        """Return all texts, panel by panel."""
        sentences = []
        for panel, texts in self.panels.items():
            sentence = "; ".join(texts)
            if panel:
                sentence = f"{panel}: {sentence}"
            sentences.append(sentence)
        return ". ".join(sentences)


@dataclass(frozen=True)
class Chart:
    """A chart; it is false without marks.

    ``name`` prefixes its ids. Screen readers read ``about``, then ``said`` or else every tooltip.
    """

    name: str
    about: str
    said: str = field(default="", kw_only=True)

    def __html__(self) -> str:
        tooltips = Tooltips()
        width, height = self._inches() if self else (10.4, 1.0)
        with drawing(width, height) as figure:
            if self:
                self._draw(figure, tooltips)
            else:
                figure.subplots().set_axis_off()
                figure.text(0.5, 0.5, "no values", ha="center", color=MUTED)
            said = f"{self.about}. {self.said or tooltips.say()}".rstrip(". ")
            return make_svg(figure, self.name, f"{said}.", tooltips.texts)

    def __bool__(self) -> bool:
        raise NotImplementedError

    def _inches(self) -> tuple[float, float]:
        raise NotImplementedError

    def _draw(self, figure: Figure, tooltips: Tooltips) -> None:
        raise NotImplementedError


def add_legend(figure: Figure, styles: Iterable[Style], place: LegendPlace) -> None:
    """Add a legend of the labelled styles, in the order of their first use."""
    handles = [style.make_handle() for style in dict.fromkeys(styles) if style.label]
    if handles:
        columns = 1 if "right" in place else min(_NAMES_IN_ROW, len(handles))
        figure.legend(handles=handles, loc=place, ncols=columns, handlelength=2.6)

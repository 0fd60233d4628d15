"""What the first 25 papers of every two sources have in common, as a heat map."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.patches import Rectangle

from paperpool.pages.svg import ACCENT, INK, LINE, drawing, make_svg
from paperpool.pages.wording import visible
from paperpool.report.pools.tables import Overlap

_ROW_INCHES = 0.36

_MAX_LEVEL = 8
"""With more sources than this their names are written aslant."""

_STRONGEST = 0.6
"""The opacity of the largest overlap: the figure in the cell stays legible on it."""


def draw_overlap(pairs: Sequence[Overlap], name: str = "overlap") -> str:
    """Return the figure as SVG: a cell for each of ``pairs``, of which there is at least one.

    Sources are in the order of the pairs; each pair is shown once, below the diagonal.
    """
    sources = list(dict.fromkeys(s for pair in pairs for s in (pair.source_a, pair.source_b)))
    place = {source: i for i, source in enumerate(sources)}
    most = max(pair.n_common for pair in pairs) or 1.0
    titles: dict[str, str] = {}
    with drawing(10.4, _ROW_INCHES * len(sources) + 0.7) as figure:
        axes = figure.subplots()
        for number, pair in enumerate(pairs):
            x, y = sorted((place[pair.source_a], place[pair.source_b]))
            gid = f"pair-{number}"
            strength = _STRONGEST * pair.n_common / most
            axes.add_patch(Rectangle(
                (x - 0.48, y - 0.47), 0.96, 0.94, facecolor=ACCENT, alpha=strength,
                linewidth=0, gid=gid,
            ))  # fmt: skip
            axes.add_patch(Rectangle(
                (x - 0.48, y - 0.47), 0.96, 0.94, facecolor="none", edgecolor=LINE, linewidth=0.6,
            ))  # fmt: skip
            axes.text(x, y, f"{pair.n_common:.1f}", color=INK, ha="center", va="center")
            titles[gid] = f"{pair.source_a} and {pair.source_b}: {pair.n_common:.2f} of 25"
        names = [visible(source) for source in sources]
        axes.set_xticks(range(len(sources) - 1), names[:-1], color=INK)
        if len(sources) > _MAX_LEVEL:
            axes.tick_params(axis="x", labelrotation=30)
            for label in axes.get_xticklabels():
                label.set_horizontalalignment("right")
        axes.set_yticks(range(1, len(sources)), names[1:], color=INK)
        axes.set_xlim(-0.55, len(sources) - 1.45)
        axes.set_ylim(len(sources) - 0.45, 0.45)
        axes.tick_params(length=0)
        axes.spines[["left", "bottom"]].set_visible(False)
        described = "; ".join(titles.values())
        return make_svg(figure, name, f"Papers in common. {described}.", titles)

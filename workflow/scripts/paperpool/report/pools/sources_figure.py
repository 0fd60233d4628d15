"""What each source contributed to the pools, as bars."""

from __future__ import annotations

from collections.abc import Sequence

from matplotlib.lines import Line2D
from matplotlib.patches import Patch
from matplotlib.ticker import MaxNLocator

from paperpool.pages.svg import ACCENT, INK, LINE, drawing, make_svg
from paperpool.pages.wording import count, visible
from paperpool.report.pools.tables import SourceCount

_SHARED = 0.35
"""The opacity of what other sources hold too."""

_ROW_INCHES = 0.3


def draw_pool_sources(sources: Sequence[SourceCount], name: str = "pool-sources") -> str:
    """Return the figure as SVG; ``sources`` has at least one."""
    titles: dict[str, str] = {}
    with drawing(10.4, _ROW_INCHES * len(sources) + 1.1) as figure:
        axes = figure.subplots()
        for y, source in enumerate(sources):
            left = 0
            for part, n, opacity in (
                ("alone", source.n_unique, 1.0),
                ("with others", source.n_held - source.n_unique, _SHARED),
            ):
                gid = f"{y}-{part.split()[0]}"
                axes.barh(
                    [y], [n], left=left, height=0.66, color=ACCENT, alpha=opacity,
                    edgecolor=LINE, linewidth=0.3,
                )[0].set_gid(gid)  # fmt: skip
                titles[gid] = f"{source.source} holds {count(n)} {part}"
                left += n
            gid = f"{y}-drawn"
            axes.plot([source.n_drawn] * 2, [y - 0.42, y + 0.42], color=INK, linewidth=1.6, gid=gid)
            titles[gid] = f"{source.source} gave {count(source.n_drawn)}"
        axes.set_yticks(range(len(sources)), [visible(s.source) for s in sources], color=INK)
        axes.set_ylim(len(sources) - 0.4, -0.6)
        axes.set_xlim(0, max(1, *(1.03 * s.n_held for s in sources)))
        axes.xaxis.set_major_locator(MaxNLocator(8, integer=True))
        axes.set_xlabel("candidates of all pools")
        axes.spines["left"].set_visible(False)
        handles = [
            Patch(facecolor=ACCENT, label="held alone"),
            Patch(facecolor=ACCENT, alpha=_SHARED, label="held with others"),
            Line2D([], [], color=INK, linewidth=1.6, label="given to the pools"),
        ]
        figure.legend(handles=handles, loc="outside upper left", ncols=len(handles))
        return make_svg(figure, name, _describe(sources), titles)


def _describe(sources: Sequence[SourceCount]) -> str:
    parts = "; ".join(
        f"{s.source} gave {s.n_drawn}, holds {s.n_held}, alone {s.n_unique}" for s in sources
    )
    return f"Candidates by source: {parts}."

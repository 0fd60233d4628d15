"""Figure 3 of CSFCube, a panel per ranker: each paper's figure for each of its facets."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from matplotlib.lines import Line2D

from paperpool.collections.facets import FACETS
from paperpool.pages.svg import FACET_COLOURS, INK, MUTED, drawing, make_svg
from paperpool.pages.wording import percent, shorten, visible
from paperpool.report.csfcube.two_facets import TwoFacetPaper

MARKERS = {"background": "o", "method": "s", "result": "^"}

MAX_PAPERS = 40
"""Papers per panel; of more, those with the largest differences are drawn."""

_TITLE_CHARACTERS = 34
_ROW_INCHES = 0.19


def draw_two_facet_papers(
    panels: Mapping[str, Sequence[TwoFacetPaper]], name: str = "facets"
) -> str:
    """Return the figure as SVG: ``panels`` maps a ranker to its sorted papers, two in a row."""
    n_rows = max(1, (len(panels) + 1) // 2)
    n_papers = max(1, *(min(MAX_PAPERS, len(papers)) for papers in panels.values()), 1)
    with drawing(10.4, n_rows * (_ROW_INCHES * n_papers + 0.75) + 0.4) as figure:
        grid = figure.subplots(n_rows, min(2, max(1, len(panels))), squeeze=False)
        figure.set_layout_engine("constrained", h_pad=0.09)
        titles: dict[str, str] = {}
        for axes in grid.flat[len(panels) :]:
            axes.set_axis_off()
        for index, (ranker, papers) in enumerate(panels.items()):
            axes = grid.flat[index]
            titles |= _draw_panel(axes, f"p{index}", papers[:MAX_PAPERS])
            axes.set_title(ranker)
        handles = [
            Line2D(
                [],
                [],
                linestyle="",
                marker=MARKERS[f],
                color=FACET_COLOURS[f],
                markersize=6,
                label=f,
            )
            for f in FACETS
        ]
        figure.legend(handles=handles, loc="outside upper left", ncols=3)
        return make_svg(figure, name, _describe(panels), titles)


def _draw_panel(axes, prefix: str, papers: Sequence[TwoFacetPaper]) -> dict[str, str]:
    titles = {}
    for y, paper in enumerate(papers):
        values = [100 * value for value in paper.values.values()]
        axes.plot([min(values), max(values)], [y, y], color=MUTED, linewidth=1.1, zorder=1)
        for (facet, value), x in zip(paper.values.items(), values, strict=True):
            gid = f"{prefix}-{y}-{facet}"
            axes.plot(
                [x],
                [y],
                linestyle="",
                marker=MARKERS[facet],
                color=FACET_COLOURS[facet],
                markersize=5.5,
                clip_on=False,
                gid=gid,
            )
            titles[gid] = f"{paper.title} — {facet}: {percent(value)}"
    names = [shorten(visible(paper.title), _TITLE_CHARACTERS) for paper in papers]
    axes.set_yticks(range(len(papers)), names, fontsize=7.5, color=INK)
    axes.set_ylim(max(len(papers), 1) - 0.4, -0.6)
    axes.set_xlim(0, 100)
    axes.grid(axis="x")
    axes.spines["left"].set_visible(False)
    if not papers:
        axes.text(50, 0.1, "no paper has two facets", ha="center", color=MUTED)
    return titles


def _describe(panels: Mapping[str, Sequence[TwoFacetPaper]]) -> str:
    parts = "; ".join(
        f"{ranker}: {len(papers)} papers"
        + (f", differences up to {percent(papers[0].difference)}" if papers else "")
        for ranker, papers in panels.items()
    )
    return f"NDCG%20 per facet of the papers with two facets, by ranker. {parts}."

"""A query's graph candidates as a drawing: the query, papers it cites, and their neighbours."""

from __future__ import annotations

from matplotlib.lines import Line2D

from paperpool.report.neighbourhood import Neighbourhood
from paperpool.report.svg import ACCENT, DROP, INK, LINE, MUTED, SURFACE, drawing, make_svg
from paperpool.report.wording import plural, shorten, visible

_LABEL = 34
"""Characters of a title that stand beside a cited paper."""


def draw_neighbourhood(shown: Neighbourhood, name: str = "neighbourhood") -> str:
    """Return the figure as SVG; candidates bear their numbers in the benchmark, from 1."""
    titles: dict[str, str] = {}
    with drawing(9.0, 5.6) as figure:
        axes = figure.add_subplot()
        _draw_edges(axes, shown)
        for number, (paper, overlap) in enumerate(shown.cited.items()):
            gid = f"cited-{number}"
            x, y = shown.places[paper]
            axes.plot([x], [y], "s", color=DROP, markersize=9, gid=gid)
            text = visible(shorten(shown.title(paper), _LABEL))
            _label(axes, f"{text}\noverlap {overlap:.3f}", x, y, 9)
            titles[gid] = f"cited: {shown.title(paper)} (overlap {overlap:.3f})"
        for number, candidate in enumerate(shown.candidates, 1):
            gid = f"candidate-{number}"
            x, y = shown.places[candidate.paper_id]
            axes.plot([x], [y], "o", markerfacecolor=SURFACE, markeredgecolor=ACCENT,
                      markeredgewidth=1.6, markersize=17, gid=gid)  # fmt: skip
            axes.text(x, y, str(number), color=INK, ha="center", va="center", fontsize=8.5)
            titles[gid] = f"candidate {number}: {shown.title(candidate.paper_id)}"
        x, y = shown.places[shown.query_id]
        axes.plot([x], [y], "D", color=INK, markersize=11, gid="query")
        titles["query"] = f"query: {shown.title(shown.query_id)}"
        axes.margins(0.14, 0.08)
        axes.set_axis_off()
        _add_legend(figure)
        return make_svg(figure, name, _describe(shown), titles)


def _draw_edges(axes, shown: Neighbourhood) -> None:
    qx, qy = shown.places[shown.query_id]
    for paper in shown.cited:
        x, y = shown.places[paper]
        axes.plot([qx, x], [qy, y], color=MUTED, linewidth=1.6, zorder=1)
    for candidate in shown.candidates:
        (ax, ay), (bx, by) = shown.places[candidate.via_id], shown.places[candidate.paper_id]
        axes.plot([ax, bx], [ay, by], color=LINE, linewidth=1.2, zorder=1)


def _label(axes, text: str, x: float, y: float, offset: float) -> None:
    axes.annotate(
        text, (x, y), xytext=(offset, 0), textcoords="offset points", ha="left", va="center",
        color=MUTED, fontsize=8,
    )  # fmt: skip


def _add_legend(figure) -> None:
    figure.legend(
        handles=[
            Line2D([], [], marker="D", linestyle="", color=INK, label="query"),
            Line2D([], [], marker="s", linestyle="", color=DROP, label="paper that it cites"),
            Line2D([], [], marker="o", linestyle="", markerfacecolor="none",
                   markeredgecolor=ACCENT, markersize=9, label="chosen neighbour of that one"),
        ],
        loc="outside upper left",
        ncols=3,
    )  # fmt: skip


def _describe(shown: Neighbourhood) -> str:
    parts = "; ".join(
        f"{shown.title(paper)} (overlap {overlap:.3f}) with candidates "
        + ", ".join(str(i) for i, c in enumerate(shown.candidates, 1) if c.via_id == paper)
        for paper, overlap in shown.cited.items()
    )
    return (
        f"{plural(len(shown.candidates), 'graph candidate')} of {shown.title(shown.query_id)}, "
        f"by the paper that it cites: {parts}."
    )

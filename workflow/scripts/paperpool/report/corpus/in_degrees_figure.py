"""How many papers are cited how often, as a line on two logarithmic scales."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate

from paperpool.pages.svg import ACCENT, drawing, make_svg
from paperpool.pages.wording import plural


def draw_in_degrees(in_degrees: Mapping[str, int], name: str = "in-degrees") -> str:
    """Return the figure as SVG: papers that are cited at least k times, for each k from 1 on.

    ``in_degrees`` maps times cited to papers; some paper is cited.
    """
    times = sorted((int(degree) for degree in in_degrees if int(degree)), reverse=True)
    papers = list(accumulate(in_degrees[str(degree)] for degree in times))
    with drawing(10.4, 2.6) as figure:
        axes = figure.subplots()
        axes.plot(times, papers, color=ACCENT, marker="o", markersize=3, linewidth=1)
        axes.set_xscale("log")
        axes.set_yscale("log")
        for axis in (axes.xaxis, axes.yaxis):
            axis.set_major_formatter("{x:,.0f}")
            axis.grid(True)
        axes.minorticks_off()
        axes.set_xlabel("cited at least so many times by papers of the corpus")
        axes.set_ylabel("papers")
        told = f"{plural(papers[-1], 'paper')} cited, the most often {plural(times[0], 'time')}"
        return make_svg(figure, name, f"Papers by how often they are cited: {told}.")

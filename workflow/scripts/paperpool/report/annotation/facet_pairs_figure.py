"""Figure 2 of CSFCube: candidates by their grades for two facets of one paper, as heat maps."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from matplotlib.patches import Rectangle

from paperpool.collections.facets import MAX_GRADE
from paperpool.pages.csv_rows import read_rows
from paperpool.pages.svg import ACCENT, INK, LINE, drawing, make_svg
from paperpool.pages.wording import count, plural, share

N_GRADES = MAX_GRADE + 1

_STRONGEST = 0.5
"""Opacity of the fullest cell: text on it stays readable in light and dark."""


@dataclass(frozen=True)
class FacetPair:
    """``counts[a][b]`` candidates have grade a for ``facet_a`` and b for ``facet_b``."""

    facet_a: str
    facet_b: str
    counts: list[list[int]]
    n_queries: int

    @property
    def total(self) -> int:
        """The candidates judged for both facets."""
        return sum(map(sum, self.counts))

    @property
    def equal(self) -> int:
        """The candidates with the same grade for both facets."""
        return sum(self.counts[grade][grade] for grade in range(N_GRADES))


def read_facet_pairs(path: str | Path) -> list[FacetPair]:
    """Read facet_pairs.csv; facets that no paper was judged for together are left out."""
    pairs: dict[tuple[str, str], FacetPair] = {}
    for row in read_rows(path):
        key = (row["facet_a"], row["facet_b"])
        empty = [[0] * N_GRADES for _ in range(N_GRADES)]
        pair = pairs.setdefault(key, FacetPair(*key, empty, int(row["n_queries"])))
        pair.counts[int(row["grade_a"])][int(row["grade_b"])] = int(row["n"])
    return [pair for pair in pairs.values() if pair.n_queries]


def draw_facet_pairs(pairs: Sequence[FacetPair], name: str = "facet-pairs") -> str:
    """Return the figure as SVG, a panel per pair of facets (at least one).

    The more candidates a cell has, the stronger its colour, on a logarithmic scale of its panel:
    most candidates have grade 0 twice.
    """
    with drawing(3.2 * max(2, len(pairs)), 3.6) as figure:
        figure.set_layout_engine("constrained", h_pad=0.12)
        panels = figure.subplots(1, max(2, len(pairs)), squeeze=False)[0]
        titles: dict[str, str] = {}
        for axes in panels[len(pairs) :]:
            axes.set_axis_off()
        for index, pair in enumerate(pairs):
            titles |= _draw_panel(panels[index], f"p{index}", pair)
        return make_svg(figure, name, _describe(pairs), titles)


def _draw_panel(axes, prefix: str, pair: FacetPair) -> dict[str, str]:
    most = max(max(row) for row in pair.counts)
    titles = {}
    for a, row in enumerate(pair.counts):
        for b, n in enumerate(row):
            opacity = _STRONGEST * math.log1p(n) / math.log1p(most) if n else 0.0
            gid = f"{prefix}-{a}-{b}"
            axes.add_patch(
                Rectangle(
                    (b - 0.5, a - 0.5), 1, 1, facecolor=ACCENT, alpha=opacity, linewidth=0, gid=gid
                )
            )
            axes.add_patch(
                Rectangle((b - 0.5, a - 0.5), 1, 1, fill=False, edgecolor=LINE, linewidth=0.6)
            )
            axes.text(b, a, count(n), ha="center", va="center", fontsize=9, color=INK)
            titles[gid] = f"{pair.facet_a} {a}, {pair.facet_b} {b}: {plural(n, 'candidate')}"
    axes.set_xlim(-0.5, N_GRADES - 0.5)
    axes.set_ylim(-0.5, N_GRADES - 0.5)
    axes.set_aspect("equal")
    axes.set_xticks(range(N_GRADES))
    axes.set_yticks(range(N_GRADES))
    axes.tick_params(length=0)
    axes.set_xlabel(f"grade for {pair.facet_b}")
    axes.set_ylabel(f"grade for {pair.facet_a}")
    axes.set_title(f"{plural(pair.n_queries, 'paper')}, {plural(pair.total, 'candidate')}")
    for spine in axes.spines.values():
        spine.set_visible(False)
    return titles


def _describe(pairs: Sequence[FacetPair]) -> str:
    parts = "; ".join(
        f"{pair.facet_a} and {pair.facet_b}: {share(pair.equal, pair.total)} of "
        f"{plural(pair.total, 'candidate')} have the same grade for both"
        for pair in pairs
    )
    return f"Candidates by their grades for two facets of one paper. {parts}."

"""The grades of what each source put into the pools, as stacked bars, a panel per facet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from matplotlib.patches import Patch

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.facets import MAX_GRADE, RELEVANT_GRADE
from paperpool.pages.csv_rows import read_rows
from paperpool.pages.svg import ACCENT, INK, LINE, drawing, make_svg
from paperpool.pages.wording import share, visible

_OPACITIES = (0.12, 0.35, 0.65, 1.0)
"""How strong the colour of each grade is."""

_ROW_INCHES = 0.27


@dataclass(frozen=True)
class SourceGrades:
    """How many candidates of one source have each grade, for one facet."""

    source: str
    counts: list[int]

    @property
    def total(self) -> int:
        """The judged candidates of the source."""
        return sum(self.counts)

    @property
    def relevant(self) -> int:
        """Those that are relevant."""
        return sum(self.counts[RELEVANT_GRADE:])


def read_source_grades(path: str | Path) -> dict[str, list[SourceGrades]]:
    """Read source_grades.csv: {facet: its sources, in the table's order}."""
    facets: dict[str, dict[str, SourceGrades]] = {}
    for row in read_rows(path):
        sources = facets.setdefault(row["facet"], {})
        source = sources.setdefault(
            row["source"], SourceGrades(row["source"], [0] * (MAX_GRADE + 1))
        )
        source.counts[int(row["grade"])] = int(row["n"])
    return {facet: list(sources.values()) for facet, sources in facets.items()}


def draw_source_grades(
    facets: Mapping[str, Sequence[SourceGrades]], name: str = "source-grades"
) -> str:
    """Return the figure as SVG: ``facets`` (at least one) maps a facet to its sources."""
    sources = list(dict.fromkeys(s.source for of_facet in facets.values() for s in of_facet))
    with drawing(10.4, _ROW_INCHES * len(sources) + 1.1) as figure:
        panels = figure.subplots(1, len(facets), squeeze=False, sharey=True)[0]
        titles: dict[str, str] = {}
        for axes, (facet, of_facet) in zip(panels, facets.items(), strict=True):
            titles |= _draw_panel(axes, facet, of_facet, sources)
        panels[0].set_yticks(range(len(sources)), [visible(s) for s in sources], color=INK)
        panels[0].set_ylim(len(sources) - 0.4, -0.6)
        handles = [
            Patch(facecolor=ACCENT, alpha=opacity, label=f"grade {grade}")
            for grade, opacity in enumerate(_OPACITIES)
        ]
        figure.legend(handles=handles, loc="outside upper left", ncols=len(handles))
        return make_svg(figure, name, _describe(facets), titles)


def _draw_panel(
    axes, facet: str, of_facet: Sequence[SourceGrades], sources: Sequence[str]
) -> dict[str, str]:
    titles = {}
    for source in of_facet:
        y, left = sources.index(source.source), 0.0
        for grade, n in enumerate(source.counts):
            width = 100 * n / source.total
            gid = f"{facet}-{y}-{grade}"
            axes.barh(
                [y], [width], left=left, height=0.72, color=ACCENT, alpha=_OPACITIES[grade],
                edgecolor=LINE, linewidth=0.3,
            )[0].set_gid(gid)  # fmt: skip
            titles[gid] = (
                f"{source.source}, grade {grade}: {n} of {source.total} ({share(n, source.total)})"
            )
            left += width
    axes.set_xlim(0, 100)
    axes.set_xlabel("% of the source's candidates")
    axes.set_title(BENCHMARK.slices[facet])
    axes.set_xticks([0, 25, 50, 75])
    axes.spines["left"].set_visible(False)
    return titles


def _describe(facets: Mapping[str, Sequence[SourceGrades]]) -> str:
    parts = "; ".join(
        f"{facet}: " + ", ".join(f"{s.source} {share(s.relevant, s.total)}" for s in of_facet)
        for facet, of_facet in facets.items()
    )
    return f"Grades of each source's candidates. Graded 2 or 3, {parts}."

"""The charts of annotated pools: grades for two facets of a paper, and grades by source."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.facets import MAX_GRADE
from paperpool.io.csv_rows import read_rows
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.heat_map import Cell, Grid, HeatMap
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.wording import count, plural, share

N_GRADES = MAX_GRADE + 1

_GRADES = [
    Style(f"grade {grade}", opacity=opacity)
    for grade, opacity in enumerate((0.12, 0.35, 0.65, 1.0))
]


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


SourceGrades = dict[str, dict[str, list[int]]]
"""The number of candidates with each grade, by facet and source."""


def read_facet_pairs(path: str | Path) -> list[FacetPair]:
    """Read facet_pairs.csv; facets that no paper was judged for together are left out."""
    pairs: dict[tuple[str, str], FacetPair] = {}
    for row in read_rows(path):
        key = (row["facet_a"], row["facet_b"])
        empty = [[0] * N_GRADES for _ in range(N_GRADES)]
        pair = pairs.setdefault(key, FacetPair(*key, empty, int(row["n_queries"])))
        pair.counts[int(row["grade_a"])][int(row["grade_b"])] = int(row["n"])
    return [pair for pair in pairs.values() if pair.n_queries]


def read_source_grades(path: str | Path) -> SourceGrades:
    """Read source_grades.csv, in its order."""
    facets: SourceGrades = {}
    for row in read_rows(path):
        counts = facets.setdefault(row["facet"], {}).setdefault(row["source"], [0] * N_GRADES)
        counts[int(row["grade"])] = int(row["n"])
    return facets


def facet_pairs_map(pairs: Sequence[FacetPair]) -> HeatMap:
    """Return Figure 2 of CSFCube: candidates by their grades for two facets of one paper.

    Colours are on a logarithmic scale: most candidates have grade 0 twice.
    """
    grids, grades = [], [f"{grade}" for grade in range(N_GRADES)]
    for pair in pairs:
        cells = {}
        for a, row in enumerate(pair.counts):
            for b, n in enumerate(row):
                title = f"{pair.facet_a} {a}, {pair.facet_b} {b}: {plural(n, 'candidate')}"
                cells[f"{a}", f"{b}"] = Cell(math.log1p(n), count(n), title)
        size = f"{plural(pair.n_queries, 'paper')}, {plural(pair.total, 'candidate')}"
        title = f"{size}:\n{share(pair.equal, pair.total)} with the same grade for both"
        axes = (f"grade for {pair.facet_a}", f"grade for {pair.facet_b}")
        grids.append(Grid(grades[::-1], grades, cells, title, *axes))
    return HeatMap("facet-pairs", "Candidates by their grades for two facets of one paper", grids)


def source_grades_bars(facets: SourceGrades) -> RowChart:
    """Return the grades of each source's candidates, a panel per facet."""
    names = list(dict.fromkeys(source for sources in facets.values() for source in sources))
    panels = []
    for facet, sources in facets.items():
        marks: dict[str, list[Mark]] = {name: [] for name in names}
        for source, counts in sources.items():
            end, total = 0.0, sum(counts)
            for style, n in zip(_GRADES, counts, strict=True):
                start, end = end, end + 100 * n / total
                title = f"{source}, {style.label}: {n} of {total} ({share(n, total)})"
                marks[source].append(Mark(style, end, title, start))
        panels.append(RowPanel([Row(name, marks[name]) for name in names], BENCHMARK.slices[facet]))
    about, axis = "Grades of each source's candidates", "% of the source's candidates"
    return RowChart("source-grades", about, panels, axis, (0, 100))

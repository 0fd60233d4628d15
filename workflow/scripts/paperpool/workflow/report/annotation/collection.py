"""The judged pairs: the collection's size, its queries, its grades by facet and by source."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from paperpool.collections.schemes import Scheme
from paperpool.io.csv_rows import read_rows
from paperpool.pages.charts.chart import Style
from paperpool.pages.charts.heat_map import Cell, Grid, HeatMap
from paperpool.pages.charts.rows import Mark, Row, RowChart, RowPanel
from paperpool.pages.grid import Column, Format, list_grid, numbers, parsed
from paperpool.pages.section import Drawing, Fold, Heading, Part, Text
from paperpool.pages.wording import count, decimal, percent, plural, share

_STATISTICS = {
    ("query_facet_pairs", "total"): "Queries (a paper and a facet)",
    ("query_papers", "total"): "Query papers",
    ("pool_size", "mean"): "Judged candidates per query, mean",
    ("query_candidate_pairs", "total"): "Judged candidates of all queries",
}
"""The name of each statistic in Table 1; means have a digit there."""

_RATED = "rated_"
"""How a statistic of the candidates with some grades begins: ``rated_2_or_3``."""

_CITED = "cited_rated_"
"""The same of a query's cited papers: ``cited_rated_0_or_1``."""

_AGGREGATES = {"min": "least", "max": "most", "mean": "mean"}

_MEAN = partial(decimal, digits=1)

Rows = Mapping[tuple[str, str], Mapping[str, str]]
"""The rows of collection.csv by statistic and aggregate."""

SourceGrades = dict[str, dict[str, list[int]]]
"""The number of candidates with each grade, by facet and source."""

_OPACITIES = (0.12, 0.35, 0.65, 1.0)
"""The opacities of four grades, the least first; those of fewer or more lie between them."""


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
        return sum(self.counts[grade][grade] for grade in range(len(self.counts)))


def read_collection(path: str | Path) -> Rows:
    """Read collection.csv; of an import without a complete pair it has no means and ranges."""
    return {(row["statistic"], row["aggregate"]): row for row in read_rows(path)}


def list_sizes(rows: Rows) -> Iterator[Part]:
    """Yield the collection's statistics and its queries by period and type."""
    lines = []
    for key, name in _name_statistics(rows).items():
        if key in rows:
            _, aggregate = key
            form = _MEAN if aggregate == "mean" else count
            lines.append((name, *_pair(rows[key], form)))
    caption = "What was judged."
    if _has_published(rows):
        caption = "What was judged, beside the paper's Table 1."
    columns = [("statistic", 0), *_value_columns("this collection", rows)]
    yield Heading("The collection", "collection")
    yield list_grid("The collection", caption, columns, lines)

    groups = {"Year": _count_queries(rows, "period"), "Paper type": _count_queries(rows, "type")}
    caption = "Queries and query papers by the papers' year and type."
    columns = [("period or type", 0), *numbers(["queries", "papers"], form=parsed(count))]
    yield list_grid("Queries by period and type", caption, columns, groups)


def _name_statistics(rows: Rows) -> dict[tuple[str, str], str]:
    """Return the name of each statistic by its key: its grades are those of the scheme."""
    names = dict(_STATISTICS)
    for statistic in dict.fromkeys(statistic for statistic, _ in rows):
        if statistic.startswith(_RATED):
            grades = statistic.removeprefix(_RATED).replace("_", " ")
            for aggregate, title in _AGGREGATES.items():
                names[statistic, aggregate] = f"Candidates graded {grades} per query, {title}"
    return names


def _has_published(rows: Rows) -> bool:
    return any(rows[key]["published"] for key in _name_statistics(rows) if key in rows)


def _value_columns(name: str, rows: Rows) -> list[Column]:
    """Return the column of a value, and that of the paper's, if any."""
    names = [name]
    if _has_published(rows):
        names.append("published")
    return numbers(names)


def _pair(row: Mapping[str, str], ours: Format, theirs: Format | None = None) -> tuple[str, str]:
    """Return a value and the paper's, empty if missing."""
    published = ""
    if row["published"]:
        published = parsed(theirs or ours)(row["published"])
    return parsed(ours)(row["value"]), published


def _count_queries(rows: Rows, name: str) -> list[tuple[str, str, str]]:
    """Return the queries and the papers of each period, or of each type of papers."""
    lines = []
    for (statistic, aggregate), row in rows.items():
        papers = rows.get((f"papers_by_{name}", aggregate))
        if statistic == f"pairs_by_{name}" and papers is not None:
            lines.append((aggregate, row["value"], papers["value"]))
    return lines


def read_facet_pairs(path: str | Path, n_grades: int) -> list[FacetPair]:
    """Read facet_pairs.csv; facets that no paper was judged for together are left out."""
    pairs: dict[tuple[str, str], FacetPair] = {}
    for row in read_rows(path):
        key = (row["facet_a"], row["facet_b"])
        if key not in pairs:
            empty = [[0] * n_grades for _ in range(n_grades)]
            pairs[key] = FacetPair(row["facet_a"], row["facet_b"], empty, int(row["n_queries"]))
        pair = pairs[key]
        pair.counts[int(row["grade_a"])][int(row["grade_b"])] = int(row["n"])
    return [pair for pair in pairs.values() if pair.n_queries]


def facet_pairs_map(pairs: Sequence[FacetPair]) -> HeatMap:
    """Return Figure 2 of CSFCube: candidates by their grades for two facets of one paper.

    Colours are on a logarithmic scale: most candidates have grade 0 twice.
    """
    grids = []
    for pair in pairs:
        grades = [str(grade) for grade in range(len(pair.counts))]
        cells = {}
        for a, row in enumerate(pair.counts):
            for b, n in enumerate(row):
                title = f"{pair.facet_a} {a}, {pair.facet_b} {b}: {plural(n, 'candidate')}"
                cells[str(a), str(b)] = Cell(math.log1p(n), count(n), title)

        size = f"{plural(pair.n_queries, 'paper')}, {plural(pair.total, 'candidate')}"
        title = f"{size}:\n{share(pair.equal, pair.total)} with the same grade for both"
        row_axis = f"grade for {pair.facet_a}"
        column_axis = f"grade for {pair.facet_b}"
        grids.append(Grid(grades[::-1], grades, cells, title, row_axis, column_axis))
    return HeatMap("facet-pairs", "Candidates by their grades for two facets of one paper", grids)


def list_facet_pairs(path: str | Path, n_grades: int) -> Iterator[Part]:
    """Yield the candidates of papers that were judged for two facets by both grades."""
    pairs = read_facet_pairs(path, n_grades)
    if not pairs:
        yield Text("No query paper of this collection was judged for two facets.")
        return
    source = "Mysore et al. 2021, Figure 2"
    yield Text(f"Candidates of papers queried by two facets, by both grades ({source}).")
    yield Drawing("Candidates by their grades for two facets", facet_pairs_map(pairs))

    caption = "Candidates by grade for the first facet (rows) and for the second (columns)."
    lines = {}
    for pair in pairs:
        rows = [(str(grade), *counts) for grade, counts in enumerate(pair.counts)]
        lines[f"{pair.facet_a}, then {pair.facet_b}"] = rows
    columns = [("grade for the first facet", 0), *numbers(map(str, range(n_grades)), form=count)]
    table = list_grid("Grades for two facets, table", caption, columns, lines)
    yield Fold("The same in numbers", [table])


def read_source_grades(path: str | Path, n_grades: int) -> SourceGrades:
    """Read source_grades.csv, in its order."""
    facets: SourceGrades = {}
    for row in read_rows(path):
        counts = facets.setdefault(row["facet"], {}).setdefault(row["source"], [0] * n_grades)
        counts[int(row["grade"])] = int(row["n"])
    return facets


def source_grades_bars(facets: SourceGrades, scheme: Scheme) -> RowChart:
    """Return the grades of each source's candidates, a panel per facet."""
    names: dict[str, None] = {}
    for sources in facets.values():
        names.update(dict.fromkeys(sources))

    styles = _list_styles(scheme.n_grades)
    panels = []
    for facet, sources in facets.items():
        marks: dict[str, list[Mark]] = {name: [] for name in names}
        for source, counts in sources.items():
            total = sum(counts)
            start = 0.0
            for style, n in zip(styles, counts, strict=True):
                end = start + 100 * n / total
                title = f"{source}, {style.label}: {n} of {total} ({share(n, total)})"
                marks[source].append(Mark(style, end, title, start))
                start = end
        rows = [Row(name, marks[name]) for name in names]
        panels.append(RowPanel(rows, scheme.slice_titles[facet]))
    about = "Grades of each source's candidates"
    axis = "% of the source's candidates"
    return RowChart("source-grades", about, panels, axis, (0, 100))


def _list_styles(n_grades: int) -> list[Style]:
    """Return the style of each grade: the higher, the darker."""
    last = len(_OPACITIES) - 1
    styles = []
    for grade in range(n_grades):
        place = last * grade / (n_grades - 1)
        lower = min(int(place), last - 1)
        low, high = _OPACITIES[lower : lower + 2]
        opacity = low + (place - lower) * (high - low)
        styles.append(Style(f"grade {grade}", opacity=opacity))
    return styles


def list_source_grades(path: str | Path, rows: Rows, scheme: Scheme) -> Iterator[Part]:
    """Yield the grades of each source's candidates, and of the cited papers."""
    facets = read_source_grades(path, scheme.n_grades)
    if not facets:
        yield Text("No query has all its grades yet.")
        return
    yield Text("The adjudicated grades of each source's candidates, counted for all its sources.")
    chart = source_grades_bars(facets, scheme)
    yield Drawing("Grades of each source's candidates", chart, is_wide=True)
    yield from _list_cited(rows, scheme)

    lines = {}
    for facet, sources in facets.items():
        lines_of_facet = []
        for source, counts in sources.items():
            relevant = share(sum(counts[scheme.relevant :]), sum(counts))
            lines_of_facet.append((source, *map(count, counts), relevant))
        lines[facet] = lines_of_facet
    names = [f"grade {grade}" for grade in range(scheme.n_grades)]
    relevant = name_grades(scheme.relevant, scheme.max_grade)
    columns = [("source", 0), *numbers([*names, f"graded {relevant}"])]
    caption = "Candidates of each source by grade."
    table = list_grid("Grades by source, table", caption, columns, lines)
    yield Fold("Every source in numbers", [table])


def name_grades(least: int, most: int) -> str:
    """Return the grades from ``least`` to ``most`` in words: ``2 or 3``."""
    grades = [str(grade) for grade in range(least, most + 1)]
    if len(grades) == 1:
        return grades[0]
    return f"{', '.join(grades[:-1])} or {grades[-1]}"


def _list_cited(rows: Rows, scheme: Scheme) -> Iterator[Part]:
    """Yield the share of cited candidates that are not relevant, by facet."""
    ours = partial(percent, digits=1)
    theirs = partial(percent, digits=0)
    lines = []
    for facet in scheme.facet_names:
        for (statistic, aggregate), row in rows.items():
            if statistic.startswith(_CITED) and aggregate == facet:
                lines.append((scheme.slice_titles[facet], *_pair(row, ours, theirs)))
    if not lines:
        return

    graded = f"graded {name_grades(0, scheme.relevant - 1)}"
    caption = f"Share of the query's cited papers that are {graded}, in %."
    if _has_published(rows):
        caption = (
            f"Share of the query's cited papers that are {graded}, in %, beside the paper's "
            "(appendix D, decimals cut off)."
        )
    columns = [("facet", 0), *_value_columns(graded, rows)]
    yield Heading("Cited papers", "cited")
    yield list_grid("Cited papers", caption, columns, lines)

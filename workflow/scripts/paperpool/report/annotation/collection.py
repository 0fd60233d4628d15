"""The judged pairs: the collection's size, its queries, its grades by facet and by source."""

from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.collections.facets import FACETS, RELEVANT_GRADE
from paperpool.io.csv_rows import read_rows
from paperpool.pages.grid import Column, Format, list_grid, numbers, parsed
from paperpool.pages.section import Drawing, Fold, Heading, Part, Text
from paperpool.pages.wording import count, decimal, percent, share
from paperpool.report.annotation.charts import (
    facet_pairs_map,
    read_facet_pairs,
    read_source_grades,
    source_grades_bars,
)

_STATISTICS = {
    ("query_facet_pairs", "total"): "Queries (a paper and a facet)",
    ("query_papers", "total"): "Query papers",
    ("pool_size", "mean"): "Judged candidates per query, mean",
    ("query_candidate_pairs", "total"): "Judged candidates of all queries",
    ("rated_1_or_more", "min"): "Candidates graded 1 or more per query, least",
    ("rated_1_or_more", "max"): "Candidates graded 1 or more per query, most",
    ("rated_1_or_more", "mean"): "Candidates graded 1 or more per query, mean",
    ("rated_2_or_3", "min"): "Candidates graded 2 or 3 per query, least",
    ("rated_2_or_3", "max"): "Candidates graded 2 or 3 per query, most",
    ("rated_2_or_3", "mean"): "Candidates graded 2 or 3 per query, mean",
}
"""The name of each statistic in Table 1; means have a digit there."""

_MEAN = partial(decimal, digits=1)

Rows = Mapping[tuple[str, str], Mapping[str, str]]
"""The rows of collection.csv by statistic and aggregate."""


def read_collection(path: str | Path) -> Rows:
    """Read collection.csv; of an import without a complete pair it has no means and ranges."""
    return {(row["statistic"], row["aggregate"]): row for row in read_rows(path)}


def list_sizes(rows: Rows) -> Iterator[Part]:
    """Yield the collection's statistics and its queries by period and type."""
    lines = [
        (name, *_pair(rows[key], _MEAN if key[1] == "mean" else count))
        for key, name in _STATISTICS.items()
        if key in rows
    ]
    beside = ", beside the paper's Table 1" * _has_published(rows)
    columns = [("statistic", 0), *_beside("this collection", rows)]
    yield Heading("The collection", "collection")
    yield list_grid("The collection", f"What was judged{beside}.", columns, lines)
    groups = {"Year": _count_queries(rows, "period"), "Paper type": _count_queries(rows, "type")}
    caption = "Queries and query papers by the papers' year and type."
    columns = [("period or type", 0), *numbers(["queries", "papers"], form=parsed(count))]
    kept = {title: lines for title, lines in groups.items() if lines}
    yield list_grid("Queries by period and type", caption, columns, kept)


def _has_published(rows: Rows) -> bool:
    return any(rows[key]["published"] for key in _STATISTICS if key in rows)


def _beside(name: str, rows: Rows) -> list[Column]:
    """Return the column of a value, and that of the paper's, if any."""
    return numbers([name, *["published"] * _has_published(rows)])


def _pair(row: Mapping[str, str], ours: Format, theirs: Format | None = None) -> tuple[str, str]:
    """Return a value and the paper's, empty if missing."""
    published = row["published"] and parsed(theirs or ours)(row["published"])
    return parsed(ours)(row["value"]), published


def _count_queries(rows: Rows, name: str) -> list[tuple[str, str, str]]:
    return [
        (aggregate, row["value"], rows[f"papers_by_{name}", aggregate]["value"])
        for (statistic, aggregate), row in rows.items()
        if statistic == f"pairs_by_{name}" and (f"papers_by_{name}", aggregate) in rows
    ]


def list_facet_pairs(path: str | Path) -> Iterator[Part]:
    """Yield the candidates of papers that were judged for two facets by both grades."""
    pairs = read_facet_pairs(path)
    if not pairs:
        yield Text("No query paper of this collection was judged for two facets.")
        return
    yield Text("Candidates of papers queried by two facets, by both grades (CSFCube, Figure 2).")
    yield Drawing("Candidates by their grades for two facets", facet_pairs_map(pairs))
    caption = "Candidates by grade for the first facet (rows) and for the second (columns)."
    lines = {
        f"{pair.facet_a}, then {pair.facet_b}": [
            (str(grade), *counts) for grade, counts in enumerate(pair.counts)
        ]
        for pair in pairs
    }
    columns = [("grade for the first facet", 0), *numbers("0123", form=count)]
    table = list_grid("Grades for two facets, table", caption, columns, lines)
    yield Fold("The same in numbers", [table])


def list_source_grades(path: str | Path, rows: Rows) -> Iterator[Part]:
    """Yield the grades of each source's candidates, and of the cited papers."""
    facets = read_source_grades(path)
    if not facets:
        yield Text("No query has all its grades yet.")
        return
    yield Text("The adjudicated grades of each source's candidates, counted for all its sources.")
    chart = source_grades_bars(facets)
    yield Drawing("Grades of each source's candidates", chart, is_wide=True)
    yield from _list_cited(rows)
    lines = {
        facet: [
            (source, *map(count, counts), share(sum(counts[RELEVANT_GRADE:]), sum(counts)))
            for source, counts in sources.items()
        ]
        for facet, sources in facets.items()
    }
    names = [*(f"grade {grade}" for grade in range(4)), "graded 2 or 3"]
    caption, columns = "Candidates of each source by grade.", [("source", 0), *numbers(names)]
    table = list_grid("Grades by source, table", caption, columns, lines)
    yield Fold("Every source in numbers", [table])


def _list_cited(rows: Rows) -> Iterator[Part]:
    """Yield the share of cited candidates graded 0 or 1, by facet."""
    cited = {facet: rows.get(("cited_rated_0_or_1", facet)) for facet in FACETS}
    ours, theirs = partial(percent, digits=1), partial(percent, digits=0)
    lines = [(BENCHMARK.slices[f], *_pair(row, ours, theirs)) for f, row in cited.items() if row]
    if not lines:
        return
    beside = ", beside the paper's (appendix D, decimals cut off)" * _has_published(rows)
    caption = f"Share of the query's cited papers that are graded 0 or 1, in %{beside}."
    yield Heading("Cited papers", "cited")
    yield list_grid("Cited papers", caption, [("facet", 0), *_beside("graded 0 or 1", rows)], lines)

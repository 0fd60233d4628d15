"""The tables of a comparison, as its page, the terminal and JSON have them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from markupsafe import Markup

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.compare.changes import Change
from paperpool.compare.differences import Differences
from paperpool.compare.figures import BenchmarkFigures, of_headline
from paperpool.compare.rankers import Pair, Rankings
from paperpool.pages.grid import Grid, GridCell, heads, list_grid, number
from paperpool.pages.paired_tests import paired_cells
from paperpool.pages.scores import Comparison
from paperpool.pages.wording import count, percent, plural, signed_percent, visible

MAX_MOVES = 20
"""Queries shown of those that moved."""


def name_pair(row: Any) -> str:
    """Return the name of the two rankers of a row."""
    return Pair(row.ranker_a, row.ranker_b).name


def list_differences(found: Differences | None) -> Iterator[tuple[str, str, Grid]]:
    """Yield protocol, part and table of CSFCube's differences.

    The parts are ``all`` (the test split's queries together), ``facets`` and ``dev``, in this
    order.
    """
    if found is None:
        return
    shown = found.table[found.table.metric.isin(BENCHMARK.measure_titles)]
    tables = shown.groupby(["protocol", "split"], sort=False)
    for (protocol, split), table in sorted(tables, key=lambda one: one[0][1] != "test"):
        groups = {
            f"{title} ({plural(int(rows.n_queries.iloc[0]), 'query')})": rows.itertuples()
            for name, title in BENCHMARK.slices.items()
            if len(rows := table[table.slice == name])
        }
        about = f"{protocol} protocol, {split} split"
        if split != "test":
            yield str(protocol), "dev", _differences(groups, about, found.confidence)
            continue
        first, *others = groups
        yield str(protocol), "all", _differences({first: groups[first]}, about, found.confidence)
        if facets := {title: groups[title] for title in others}:
            about += ", each facet"
            yield str(protocol), "facets", _differences(facets, about, found.confidence)


def _differences(groups: dict[str, Iterable[Any]], about: str, confidence: float) -> Grid:
    columns = heads(
        ("ranker", "measure", "A", "B", "difference", "interval", "p", "Holm p"), texts=2
    )
    rows = []
    for title, members in groups.items():
        rows.append([GridCell(title, len(columns))])
        rows += map(_difference, members)
    title = (
        f"Both figures (×100), {about}; difference with its {100 * confidence:g}% paired bootstrap "
        "interval, p of a two-sided paired permutation test, and p after Holm's correction over "
        "the compared rankers of a slice and measure, bold below 0.05."
    )
    return Grid(title, [columns], rows, f"Differences, {about}", "tests")


def _difference(row: Any) -> list[GridCell]:
    """Return the two figures of a row of ``Differences.table`` and their test."""
    cell = (row.protocol, row.split, row.ranker_b, row.ranker_a, row.slice, row.metric)
    test = paired_cells(
        Comparison(*cell, row.difference, row.ci_low, row.ci_high, row.p, row.p_holm)
    )
    return [
        GridCell(name_pair(row)),
        GridCell(BENCHMARK.measure_titles[row.metric]),
        number(percent(row.value_a)),
        number(percent(row.value_b)),
        replace(test[0], bold=test[-1].bold),
        *test[1:],
    ]


def list_moves(found: Differences | None, rankings: Rankings) -> Grid | None:
    """Return the queries whose headline figure moved most, at most ``MAX_MOVES``, of all rankers.

    A query goes by its paper's title, or else its id.
    """
    if found is None:
        return None
    papers = {} if rankings.collection is None else rankings.collection.papers
    moved = of_headline(found.queries, BENCHMARK)
    rows = []
    for row in moved[moved.difference != 0][:MAX_MOVES].itertuples():
        paper, facet = str(row.query_id).rsplit("_", 1)
        title = papers[paper].title.strip() or paper
        rows.append([GridCell(title, note=paper), GridCell(facet), *_two_sides(row)])
    title = (
        f"The {plural(len(rows), 'query')} that moved most, NDCG%20 (×100) of the official "
        "protocol, test split; queries.csv has all, by every measure."
    )
    columns = heads(("query paper", "facet", "ranker", "A", "B", "difference"), texts=3)
    return Grid(title, [columns], rows, "Queries that moved most", "moves") if rows else None


def _two_sides(row: Any) -> list[GridCell]:
    values = (percent(row.value_a), percent(row.value_b), signed_percent(row.difference))
    return [GridCell(name_pair(row)), *map(number, values)]


def list_headline(of: BenchmarkFigures) -> Grid | None:
    """Return the headline figure of each ranker, in the order of A's table."""
    rows = []
    for row in of.headline.itertuples():
        queries = number(count(row.n_a))
        if row.n_a != row.n_b:
            queries = number(f"{row.n_a} → {row.n_b}", "warn")
        name, *values = _two_sides(row)
        kind = "changed" if row.difference else ""
        rows.append([GridCell(name.text, kind=kind), *values, queries])
    columns = heads(("ranker", "A", "B", "difference", "queries"))
    title, label = f"{of.about} (×100), and the number of queries.", of.benchmark.title
    return Grid(title, [columns], rows, f"Figures, {label}") if rows else None


def list_changes(changes: Sequence[Change] | None, noun: str, what: str = "") -> Grid | None:
    """Return the values that differ, of which there are so many of a ``noun``."""
    if not changes:
        return None
    rows = [
        [_code(change.key), *(value and _code(value) for value in (change.a, change.b))]
        for change in changes
    ]
    title = f"{plural(len(rows), noun)}{what}; a dash stands where a run does not have it."
    columns = [(noun, 0), ("A", 1), ("B", 2)]
    return list_grid(f"{noun.capitalize()}s that differ", title, columns, rows, "settings")


def _code(text: str) -> GridCell:
    return GridCell(Markup("<code><bdi>{}</bdi></code>").format(visible(text)))

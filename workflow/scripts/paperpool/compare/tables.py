"""The tables of a comparison, as its page, the terminal and JSON have them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from paperpool.benchmarks.csfcube import BENCHMARK
from paperpool.compare.changes import Change
from paperpool.compare.differences import Differences
from paperpool.compare.rankers import Rankings
from paperpool.compare.scores import BenchmarkScores, of_headline
from paperpool.pages.grid import Grid, GridCell, list_grid, numbers
from paperpool.pages.paired_tests import paired_cells
from paperpool.pages.scores import Comparison
from paperpool.pages.section import Fold, Heading, Part
from paperpool.pages.wording import count, percent, plural, quote, signed_percent

MAX_MOVES = 20
"""Queries shown of those that moved."""


def name_pair(row: Any) -> str:
    """Return the one name of a row's two rankers, or both."""
    a, b = row.ranker_a, row.ranker_b
    return a if a == b else f"{a} → {b}"


def list_differences(found: Differences) -> Iterator[Part]:
    """Yield CSFCube's differences by protocol: on the test split, then by facet and fold."""
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
            yield Fold(f"First fold, {about}", [_differences(groups, about, found.confidence)])
            continue
        first, *others = groups
        yield Heading(about.capitalize(), str(protocol))
        yield _differences({first: groups[first]}, about, found.confidence)
        if facets := {title: groups[title] for title in others}:
            table = _differences(facets, f"{about}, each facet", found.confidence)
            yield Fold(f"Each facet, {about}", [table])


def _differences(groups: dict[str, Iterable[Any]], about: str, confidence: float) -> Grid:
    title = (
        f"Both scores (×100), {about}; {100 * confidence:g}% paired bootstrap interval, p of a "
        "two-sided paired permutation test, and after Holm's correction over the compared rankers "
        "of a slice and measure, bold below 0.05."
    )
    names = ("A", "B", "difference", "interval", "p", "Holm p")
    columns = [("ranker", 0), ("measure", 1), *numbers(names, 2)]
    rows = {title: map(_difference, members) for title, members in groups.items()}
    return list_grid(f"Differences, {about}", title, columns, rows, "tests")


def _difference(row: Any) -> list[str | GridCell]:
    """Return the two scores of a row of ``Differences.table`` and their test."""
    cell = (row.protocol, row.split, row.ranker_b, row.ranker_a, row.slice, row.metric)
    test = paired_cells(
        Comparison(*cell, row.difference, row.ci_low, row.ci_high, row.p, row.p_holm)
    )
    difference = replace(test[0], bold=test[-1].bold)
    names = (name_pair(row), BENCHMARK.measure_titles[row.metric])
    return [*names, percent(row.value_a), percent(row.value_b), difference, *test[1:]]


def list_moves(found: Differences, rankings: Rankings) -> list[Grid]:
    """Return the table of the queries whose headline score moved most, if any moved."""
    papers = {} if rankings.collection is None else rankings.collection.papers
    moved = of_headline(found.queries, BENCHMARK)
    rows = []
    for row in moved[moved.difference != 0][:MAX_MOVES].itertuples():
        paper, facet = str(row.query_id).rsplit("_", 1)
        title = GridCell(papers[paper].title.strip() or paper, note=paper)
        rows.append([title, facet, name_pair(row), *_two_sides(row)])
    caption = (
        f"The {plural(len(rows), 'query')} that moved most, NDCG%20 (×100), official protocol, "
        "test split; queries.csv has all."
    )
    columns = [("query paper", 0), ("facet", 1), ("ranker", 2)]
    columns += numbers(("A", "B", "difference"), 3)
    return [list_grid("Queries that moved most", caption, columns, rows, "moves")] if rows else []


def _two_sides(row: Any) -> tuple[str, str, str]:
    return percent(row.value_a), percent(row.value_b), signed_percent(row.difference)


def list_headline(of: BenchmarkScores) -> list[Grid]:
    """Return the headline score of each ranker, in the order of A's table, if there are any."""
    rows = []
    for row in of_headline(of.table, of.benchmark).itertuples():
        queries = GridCell(count(row.n_a))
        if row.n_a != row.n_b:
            queries = GridCell(f"{row.n_a} → {row.n_b}", kind="warn")
        name = GridCell(name_pair(row), kind="changed" if row.difference else "")
        rows.append([name, *_two_sides(row), queries])
    columns = [("ranker", 0), *numbers(("A", "B", "difference", "queries"))]
    caption, label = f"{of.about} (×100), and the number of queries.", of.benchmark.title
    return [list_grid(f"Scores, {label}", caption, columns, rows)] if rows else []


def list_changes(changes: Sequence[Change], noun: str, what: str) -> Grid | None:
    """Return the values that differ, counted as a ``noun``, if any."""
    if not changes:
        return None
    rows = [[quote(one.key), one.a and quote(one.a), one.b and quote(one.b)] for one in changes]
    title = f"{plural(len(rows), noun)}{what}; a dash stands where a run does not have it."
    columns = [(noun, 0), ("A", 1), ("B", 2)]
    return list_grid(f"{noun.capitalize()}s that differ", title, columns, rows, "settings")

"""The first screen of the report: what was run, its headline figures, how far from the papers'."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from paperpool.pages.front import Beside, Front, largest_differences
from paperpool.pages.score_cells import text_difference
from paperpool.pages.wording import MISSING, percent

MOST_ROWS = 10
"""Rankers that the first screen has room for; further ones are a click away."""

MOST_DIFFERENCES = 6
"""Differences from the papers that it shows."""

CLOSE = 0.005
"""Up to this difference, half a point, a figure counts as close to the published one."""


@dataclass(frozen=True)
class OverviewRow:
    """A ranker: its headline figure on each benchmark as text, and whether it is the best."""

    ranker: str
    cells: list[tuple[str, bool]]


@dataclass(frozen=True)
class Overview:
    """The headline figures (×100) of all rankers; ``rows`` are shown, ``more`` a click away."""

    columns: list[Front]
    rows: list[OverviewRow]
    more: list[OverviewRow]


@dataclass(frozen=True)
class Agreement:
    """The figures beside published ones: how many, how many are close, and the furthest.

    A row is a ranker, a cell, both values and their difference as text.
    """

    n: int
    n_close: int
    rows: list[tuple[str, str, str, str, str]]


def make_overview(fronts: Sequence[Front]) -> Overview:
    """Return the table rankers × benchmarks: those with the most figures first.

    Of rankers with as many figures the best of a benchmark come first; the others stay in the order
    of the tables.
    """
    columns = [front for front in fronts if front.values]
    rankers = dict.fromkeys(ranker for front in columns for ranker in front.values)
    strong = {name for front in columns for name in front.values if _is_best(front, name)}

    def place(name: str) -> tuple[int, bool]:
        return -sum(name in front.values for front in columns), name not in strong

    rows = [
        OverviewRow(name, [_cell(front, name) for front in columns])
        for name in sorted(rankers, key=place)
    ]
    return Overview(columns, rows[:MOST_ROWS], rows[MOST_ROWS:])


def compare_with_papers(fronts: Sequence[Front]) -> Agreement:
    """Return how far the figures are from the papers'."""
    beside = [one for front in fronts for one in front.beside]
    close = [one for one in beside if abs(one.difference) <= CLOSE]
    rows = map(_row, largest_differences(fronts, MOST_DIFFERENCES))
    return Agreement(len(beside), len(close), [row for row in rows if row[2] != row[3]])


def _is_best(front: Front, ranker: str) -> bool:
    """Tell whether a ranker's headline figure reads as the best of several."""
    best = percent(max(front.values.values()))
    return len(front.values) > 1 and percent(front.values[ranker]) == best


def _cell(front: Front, ranker: str) -> tuple[str, bool]:
    if ranker not in front.values:
        return MISSING, False
    return percent(front.values[ranker]), _is_best(front, ranker)


def _row(one: Beside) -> tuple[str, str, str, str, str]:
    value, published = percent(one.value), percent(one.published)
    return one.ranker, one.cell, value, published, text_difference(value, published)

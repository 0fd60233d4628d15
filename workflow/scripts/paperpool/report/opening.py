"""The first screen of the report: what was run, its headline figures, how far from the papers'."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from paperpool.pages.front import Beside, Front, largest_differences
from paperpool.pages.score_table import text_difference
from paperpool.pages.wording import MISSING, percent, plural

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
    """Return the table rankers × benchmarks: the rankers of each benchmark, the best first.

    A ranker stands where the first benchmark that scored it has it. The best ranker of every
    benchmark is shown.
    """
    columns = [front for front in fronts if front.values]
    order = list(dict.fromkeys(ranker for front in columns for ranker in front.values))
    shown = [*dict.fromkeys(next(iter(front.values)) for front in columns), *order]
    first = set(list(dict.fromkeys(shown))[:MOST_ROWS])
    rows = [OverviewRow(name, [_cell(front, name) for front in columns]) for name in order]
    return Overview(
        columns,
        [row for row in rows if row.ranker in first],
        [row for row in rows if row.ranker not in first],
    )


def summarise(clauses: Iterable[str], overview: Overview) -> str:
    """Return the opening sentence: what sections say of themselves, then how much was scored."""
    n_rankers, n_benchmarks = len(overview.rows + overview.more), len(overview.columns)
    scored = f"{plural(n_rankers, 'ranker')} on {plural(n_benchmarks, 'benchmark')}"
    said = [*filter(None, clauses), *([scored] if n_rankers else [])]
    return "; ".join(said) + "." if said else "Nothing was scored in this run."


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

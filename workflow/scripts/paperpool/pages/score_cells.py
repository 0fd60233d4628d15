"""The parts of tables of figures as text: cells, rows, marks of significant differences."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from string import ascii_lowercase

from markupsafe import Markup

from paperpool.evaluation.published import PublishedFigure
from paperpool.pages import wording
from paperpool.pages.grid import PUBLISHED, Grid, GridCell, Mark, heads
from paperpool.pages.paired_tests import is_significant
from paperpool.pages.scores import Comparison, Score
from paperpool.pages.wording import (
    MISSING,
    Figure,
    percent,
    plural,
    signed_percent,
    times_100,
    visible,
)

Column = tuple[str, str, str]
"""A split, a slice and a measure."""

Figures = Mapping[str, Mapping[Column, PublishedFigure]]
"""The published figures by system, then by column."""


@dataclass(frozen=True)
class Cell:
    """A figure as text (×100); what there is none of is empty.

    ``sd`` is over the runs of the ranker, or of the published system where that is the row;
    ``difference`` is from ``published``; tables that show intervals have them in ``interval``.
    """

    value: str
    sd: str = ""
    published: str = ""
    difference: str = ""
    best: bool = False
    marks: tuple[Mark, ...] = ()
    interval: str = ""

    @property
    def grid_cell(self) -> GridCell:
        """The figure in a table, the others below."""
        below = {
            "sd": self.sd,
            "interval": self.interval,
            PUBLISHED: self.published,
            "difference": self.difference,
        }
        return GridCell(
            self.value,
            bold=self.best,
            marks=self.marks,
            below={name: text for name, text in below.items() if text},
            is_number=True,
        )


@dataclass(frozen=True)
class Row:
    """A ranker of the run, or a published system, and its cells: of each slice every measure.

    ``letter`` is that of a baseline, else empty; ``n_runs`` counts the runs behind the figures.
    """

    name: str
    cells: list[Cell]
    letter: str = ""
    n_runs: int = 1

    @property
    def is_published(self) -> bool:
        """Whether any figure stands beside a published one."""
        return any(cell.published for cell in self.cells)

    @property
    def grid_row(self) -> list[GridCell]:
        """The row in a table."""
        runs = {"runs": f"± over {plural(self.n_runs, 'run')}"} if self.n_runs > 1 else {}
        name = GridCell(self.name, letter=self.letter, below=runs)
        return [name, *(cell.grid_cell for cell in self.cells)]


@dataclass(frozen=True)
class ScoreTable:
    """``slices`` are the titles of the slices and the numbers of their queries, as text,
    or of the splits, where all is one slice.

    Rows are the run's rankers by the title of their group, then systems that only papers have.
    """

    measures: list[str]
    slices: list[tuple[str, str]]
    groups: dict[str, list[Row]]
    others: list[Row]


def make_grid(table: ScoreTable, title: str, label: str = "") -> Grid:
    """Return figures (×100) as a table, the systems that only papers have last."""
    n = len(table.measures)
    columns = heads(["ranker", *(m for _ in table.slices for m in table.measures)])
    others = [[replace(row[0], kind="other"), *row[1:]] for row in _rows(table.others)]
    groups = {title: _rows(rows) for title, rows in table.groups.items()}
    rows = []
    for name, members in (groups | ({"Published only": others} if others else {})).items():
        rows += [[GridCell(name, len(columns))], *members]
    return Grid(
        title,
        [[GridCell(), *(GridCell(name, n, note) for name, note in table.slices)], columns],
        rows,
        label,
        f"scores matrix{' many' if len(columns) > 13 else ''}",
    )


def _rows(rows: Iterable[Row]) -> list[list[GridCell]]:
    return [row.grid_row for row in rows]


def letter_baselines(baselines: Sequence[str]) -> dict[str, str]:
    """Return the letter that marks each baseline."""
    return dict(zip(baselines, ascii_lowercase, strict=False))


def explain_letters(letters: Mapping[str, str], best: str = "The best figure is bold.") -> Markup:
    """Return what the letters beside figures mean, by the baseline of each."""
    named = Markup(", ").join(
        Markup('<span class="letter">{}</span> {}').format(letter, visible(baseline))
        for baseline, letter in letters.items()
    )
    return Markup(
        "Beside a figure, a raised letter says that it is significantly "
        '<span class="up">higher</span> than that of a baseline, a lowered one that it is '
        '<span class="down">lower</span> (paired permutation test, p below 0.05 after Holm\'s '
        "correction): {}. {}"
    ).format(named, best)


def show_warnings(warnings: Iterable[str]) -> Markup:
    """Return a cell's warnings, or that there are none."""
    line = Markup('<span class="warn">{}</span> ')
    return Markup("").join(line.format(visible(text)) for text in warnings) or Markup("none")


def find_marks(
    comparisons: Iterable[Comparison], baselines: Sequence[str], protocol: str, split: str
) -> dict[tuple[str, str, str], tuple[Mark, ...]]:
    """Return the marks of each ranker, slice and measure, in the order of the baselines."""
    found: dict[tuple[str, str, str], dict[str, Comparison]] = {}
    for test in comparisons:
        if (test.protocol, test.split) == (protocol, split) and is_significant(test):
            found.setdefault((test.ranker, test.slice, test.measure), {})[test.baseline] = test
    return {
        cell: tuple(
            Mark(letter, baseline, difference > 0)
            for baseline, letter in letter_baselines(baselines).items()
            if baseline in tests and (difference := tests[baseline].difference) is not None
        )
        for cell, tests in found.items()
    }


def find_best(scores: Iterable[Score | None], at_least: int = 1) -> str:
    """Return the highest figure of a column as text, empty where there are fewer than so many."""
    values = [s.value for s in scores if s is not None and s.value is not None]
    return percent(max(values)) if len(values) >= at_least else ""


def score_cell(score: Score | None, best: str, marks: tuple[Mark, ...]) -> Cell:
    """Return a figure of the run as text; it is bold where it reads as ``best``."""
    if score is None or score.value is None:
        return Cell(MISSING)
    value = percent(score.value)
    published = difference = ""
    if score.published is not None:
        published = percent(score.published)
        difference = text_difference(value, published)
    return Cell(value, spread(score.sd), published, difference, value == best, marks)


def text_difference(value: str, other: str) -> str:
    """Return how far ``value`` is from ``other``, both as text, so that a reader can check it.

    Its exact value is that of the exact ones.
    """
    text = signed_percent((float(value) - float(other)) / 100)
    return Figure(text, round(_exact(value) - _exact(other), 12))


def _exact(value: str) -> float:
    return value.exact if isinstance(value, Figure) else float(value)


def interval(score: Score | None) -> str:
    """Return a figure's interval as text (×100), empty without one."""
    if score is None or score.low is None or score.high is None:
        return ""
    return wording.interval(percent(score.low), percent(score.high))


def spread(sd: float | None) -> str:
    """Return a standard deviation as text (×100), empty without one."""
    return "" if sd is None else Figure(f"± {percent(sd)}", times_100(sd))


def published_rows(systems: Figures, columns: Sequence[Column]) -> list[Row]:
    """Return a row for each system that only papers have and that has any of the ``columns``."""
    return [
        Row(system, [published_cell(figures.get(column)) for column in columns])
        for system, figures in systems.items()
        if any(column in figures for column in columns)
    ]


def published_cell(figure: PublishedFigure | None) -> Cell:
    """Return a figure of a system that only papers have, as text."""
    return Cell(MISSING) if figure is None else Cell(percent(figure.value), spread(figure.sd))

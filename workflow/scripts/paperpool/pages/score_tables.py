"""Tables of figures beside the papers' own, of any benchmark: a row per ranker, columns per slice.

Rows stand in groups; figures of different protocols are never in one group. What a table shows is
named by the benchmark's description.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.evaluation.published import PublishedFigure
from paperpool.pages.score_cells import (
    Column,
    Figures,
    Row,
    ScoreTable,
    find_best,
    find_marks,
    interval,
    letter_baselines,
    published_rows,
    score_cell,
)
from paperpool.pages.scores import Comparison, Score
from paperpool.pages.wording import plural


@dataclass(frozen=True)
class RowGroup:
    """Rankers under one protocol, in the order of their rows.

    ``beside`` are published figures of (ranker, column) that the table of figures does not have.
    """

    protocol: str
    rankers: Sequence[str]
    beside: Mapping[tuple[str, Column], float] = field(default_factory=dict)


@dataclass(frozen=True)
class TableSource:
    """The figures of a benchmark and what stands beside them.

    ``published`` are the papers' figures, empty where the data are not theirs; ``names`` maps a
    ranker to the paper's name for it, or None.
    """

    benchmark: Benchmark
    scores: Sequence[Score]
    comparisons: Sequence[Comparison]
    baselines: Sequence[str]
    published: Figures = field(default_factory=dict)
    names: Mapping[str, str | None] = field(default_factory=dict)

    @cached_property
    def cells(self) -> dict[tuple[str, str, Column], Score]:
        """The figures by protocol, ranker and column."""
        return {(s.protocol, s.ranker, (s.split, s.slice, s.measure)): s for s in self.scores}

    @property
    def others(self) -> Figures:
        """The figures of the systems that the run has no ranker for."""
        named = set(self.names.values())
        return {name: cells for name, cells in self.published.items() if name not in named}

    def slices(
        self, groups: Collection[RowGroup], split: str, measures: Sequence[str]
    ) -> list[str]:
        """Return the described slices in which any of ``groups`` has a figure."""
        return [
            name
            for name in self.benchmark.slices
            if any(self.scored(group, [(split, name, m) for m in measures]) for group in groups)
        ]

    def scored(self, group: RowGroup, columns: Sequence[Column]) -> list[str]:
        """Return the rankers of a group that have a figure in any of the ``columns``."""
        return [
            ranker
            for ranker in group.rankers
            if any((group.protocol, ranker, column) in self.cells for column in columns)
        ]


def figures_by_system(
    figures: Iterable[PublishedFigure],
) -> dict[str, dict[Column, PublishedFigure]]:
    """Return published figures by system and column, in their order."""
    systems: dict[str, dict[Column, PublishedFigure]] = {}
    for figure in figures:
        column = (figure.split, figure.slice, figure.measure)
        systems.setdefault(figure.system, {})[column] = figure
    return systems


def score_table(
    source: TableSource,
    groups: Mapping[str, RowGroup],
    split: str,
    measures: Sequence[str],
    others: Figures,
    intervals: Collection[Column] = (),
    at_least: int = 1,
) -> ScoreTable:
    """Return the table of one split: for each slice that has any figure a column per measure.

    ``groups`` are titles with their rows; ``others`` are put below as published only. The best
    figure of a column is marked within its protocol, where there are ``at_least`` so many.
    """
    slices = source.slices(groups.values(), split, measures)
    columns = [(split, name, measure) for name in slices for measure in measures]
    counts = dict.fromkeys(slices, 0)
    for group in groups.values():
        for key in product([group.protocol], group.rankers, columns):
            if key in source.cells:
                name = key[2][1]
                counts[name] = max(counts[name], source.cells[key].n_queries)
    return ScoreTable(
        [source.benchmark.measure_titles[measure] for measure in measures],
        [(source.benchmark.slices[name], plural(counts[name], "query")) for name in slices],
        make_groups(source, groups, columns, intervals, at_least),
        published_rows(others, columns),
    )


def make_groups(
    source: TableSource,
    groups: Mapping[str, RowGroup],
    columns: Sequence[Column],
    intervals: Collection[Column] = (),
    at_least: int = 1,
) -> dict[str, list[Row]]:
    """Return the rows of each group that has any, of the rankers that have figures."""
    shown = {
        title: replace(group, rankers=source.scored(group, columns))
        for title, group in groups.items()
    }
    found = {}
    for title, group in shown.items():
        if group.rankers:
            rivals = [
                ranker
                for other in shown.values()
                if other.protocol == group.protocol
                for ranker in other.rankers
            ]
            found[title] = make_rows(source, group, columns, rivals, intervals, at_least)
    return found


def make_rows(
    source: TableSource,
    group: RowGroup,
    columns: Sequence[Column],
    rivals: Sequence[str],
    intervals: Collection[Column] = (),
    at_least: int = 1,
) -> list[Row]:
    """Return a row for each ranker of a group, a cell per column.

    The best figures are those among ``rivals``; ``intervals`` are the columns that show theirs.
    """
    protocol = group.protocol
    best = {
        column: find_best(
            (source.cells.get((protocol, ranker, column)) for ranker in rivals), at_least
        )
        for column in columns
    }
    marks = {
        split: find_marks(source.comparisons, source.baselines, protocol, split)
        for split in {split for split, _, _ in columns}
    }
    letters = letter_baselines(source.baselines)
    rows = []
    for ranker in group.rankers:
        scores = [source.cells.get((protocol, ranker, column)) for column in columns]
        cells = []
        for column, score in zip(columns, scores, strict=True):
            if score is not None and (ranker, column) in group.beside:
                score = replace(score, published=group.beside[ranker, column])
            found = marks[column[0]].get((ranker, *column[1:]), ())
            cell = score_cell(score, best[column], found)
            shown = interval(score) if column in intervals else ""
            cells.append(replace(cell, interval=shown))
        n_runs = max((score.n_runs for score in scores if score is not None), default=1)
        rows.append(Row(ranker, cells, letters.get(ranker, ""), n_runs))
    return rows

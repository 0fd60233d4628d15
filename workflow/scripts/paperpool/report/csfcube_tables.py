"""The tables of CSFCube: figures beside the papers' own, and paired tests.

A table never mixes protocols: official and corrected figures are tables of their own. Source:
CSFCube, Tables 3 and 4: a row per system, and for each facet and all queries a column per measure.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from string import ascii_lowercase

from paperpool.evaluation.published import PublishedFigure
from paperpool.report.scores import Comparison, Score
from paperpool.report.wording import (
    METRIC_NAMES,
    MISSING,
    SLICE_NAMES,
    p_value,
    percent,
    plural,
    signed_percent,
)

TABLES = {
    "Table 3": ("r_precision", "p@20", "recall@20", "ndcg%20"),
    "Table 4": ("ndcg%100", "map"),
}
"""The metrics of each table: Table 4 repeats those of Table 3, and has what is here besides.

MAP is in neither; papers after CSFCube's report it.
"""

TESTED = ("ndcg%20", "map")
"""The metrics of the table of paired tests."""

Figures = Mapping[str, Mapping[tuple[str, str], PublishedFigure]]
"""The printed figures by system, then by slice and metric."""


@dataclass(frozen=True)
class Mark:
    """A figure that differs significantly from that of ``baseline``, whose letter it bears."""

    letter: str
    baseline: str
    is_higher: bool


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


@dataclass(frozen=True)
class Row:
    """A ranker of the run, or a published system, and its cells: of each part every metric.

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
    def has_intervals(self) -> bool:
        """Whether any figure has an interval."""
        return any(cell.interval for cell in self.cells)


@dataclass(frozen=True)
class ScoreTable:
    """``parts`` are the titles of the slices and the numbers of their queries, as text.

    Rows are the run's rankers by the title of their group, then systems that only papers have.
    """

    metrics: list[str]
    parts: list[tuple[str, str]]
    groups: dict[str, list[Row]]
    others: list[Row]


@dataclass(frozen=True)
class PairedCell:
    """A paired comparison as text (differences and interval ×100)."""

    difference: str
    interval: str
    p: str
    p_holm: str
    significant: bool


@dataclass(frozen=True)
class PairedPart:
    """The comparisons of one slice: (ranker, one cell per tested metric)."""

    title: str
    rows: list[tuple[str, list[PairedCell]]]


def letter_baselines(baselines: Sequence[str]) -> dict[str, str]:
    """Return the letter that marks each baseline."""
    return dict(zip(baselines, ascii_lowercase, strict=False))


@dataclass(frozen=True)
class TableSource:
    """What the tables are made of; ``groups`` are titles with their rankers, in order."""

    scores: Sequence[Score]
    comparisons: Sequence[Comparison]
    groups: Mapping[str, Sequence[str]]
    baselines: Sequence[str]


def score_table(
    source: TableSource,
    protocol: str,
    split: str,
    metrics: Sequence[str],
    others: Figures,
) -> ScoreTable:
    """Return the table of one protocol and split with ``metrics`` for each slice that has any.

    ``others`` are the figures of published systems that the run has no ranker for. The highest
    value of a slice and metric is marked, equal texts alike.
    """
    of_table = [
        s
        for s in source.scores
        if (s.protocol, s.split) == (protocol, split) and s.metric in metrics
    ]
    parts = [part for part in SLICE_NAMES if any(s.part == part for s in of_table)]
    columns = [(part, metric) for part in parts for metric in metrics]
    by_cell = {(s.ranker, s.part, s.metric): s for s in of_table}
    best = {column: _find_best(of_table, column) for column in columns}
    marks = find_marks(source.comparisons, source.baselines, protocol, split)
    letters = letter_baselines(source.baselines)

    def make_row(ranker: str) -> Row:
        cells = [
            score_cell(
                by_cell.get((ranker, *column)), best[column], marks.get((ranker, *column), ())
            )
            for column in columns
        ]
        n_runs = max(s.n_runs for s in of_table if s.ranker == ranker)
        return Row(ranker, cells, letters.get(ranker, ""), n_runs)

    scored = {s.ranker for s in of_table}
    groups = {
        title: [make_row(ranker) for ranker in rankers if ranker in scored]
        for title, rankers in source.groups.items()
    }
    return ScoreTable(
        [METRIC_NAMES[metric] for metric in metrics],
        [(SLICE_NAMES[part], _count_queries(of_table, part)) for part in parts],
        {title: rows for title, rows in groups.items() if rows},
        _other_rows(others, columns),
    )


def _find_best(scores: Iterable[Score], column: tuple[str, str]) -> str:
    """Return the highest figure of a slice and metric as text."""
    values = (s.value for s in scores if (s.part, s.metric) == column and s.value is not None)
    return percent(max(values, default=None))


def _count_queries(scores: Iterable[Score], part: str) -> str:
    return plural(max(s.n_queries for s in scores if s.part == part), "query")


def find_marks(
    comparisons: Iterable[Comparison], baselines: Sequence[str], protocol: str, split: str
) -> dict[tuple[str, str, str], tuple[Mark, ...]]:
    """Return the marks of each ranker, slice and metric, in the order of the baselines."""
    found: dict[tuple[str, str, str], dict[str, Comparison]] = {}
    for test in comparisons:
        if (test.protocol, test.split) == (protocol, split) and is_significant(test):
            found.setdefault((test.ranker, test.part, test.metric), {})[test.baseline] = test
    return {
        cell: tuple(
            Mark(letter, baseline, tests[baseline].difference > 0)
            for baseline, letter in letter_baselines(baselines).items()
            if baseline in tests
        )
        for cell, tests in found.items()
    }


def score_cell(score: Score | None, best: str, marks: tuple[Mark, ...]) -> Cell:
    """Return a figure of the run as text; it is bold where it reads as ``best``."""
    if score is None or score.value is None:
        return Cell(MISSING)
    value = percent(score.value)
    published = difference = ""
    if score.published is not None:
        published = percent(score.published)
        # of the rounded figures, so that a reader can check it
        difference = signed_percent((float(value) - float(published)) / 100)
    return Cell(value, _spread(score.sd), published, difference, value == best, marks)


def _spread(sd: float | None) -> str:
    return "" if sd is None else f"± {percent(sd)}"


def _other_rows(others: Figures, columns: Sequence[tuple[str, str]]) -> list[Row]:
    rows = []
    for system, figures in others.items():
        if any(column in figures for column in columns):
            rows.append(Row(system, [published_cell(figures.get(column)) for column in columns]))
    return rows


def published_cell(figure: PublishedFigure | None) -> Cell:
    """Return a figure of a system that only papers have, as text."""
    return Cell(MISSING) if figure is None else Cell(percent(figure.value), _spread(figure.sd))


def paired_table(
    comparisons: Sequence[Comparison],
    baseline: str,
    protocol: str = "official",
    tested: Sequence[str] = TESTED,
) -> list[PairedPart]:
    """Return the paired tests against ``baseline`` under ``protocol``, a part per slice.

    They are those of the test split, a cell per metric of ``tested``.
    """
    chosen = {
        (c.part, c.ranker, c.metric): c
        for c in comparisons
        if (c.protocol, c.split, c.baseline) == (protocol, "test", baseline) and c.metric in tested
    }
    parts = []
    for part, title in SLICE_NAMES.items():
        rankers = list(dict.fromkeys(ranker for p, ranker, _ in chosen if p == part))
        if rankers:
            rows = [
                (ranker, [paired_cell(chosen.get((part, ranker, metric))) for metric in tested])
                for ranker in rankers
            ]
            parts.append(PairedPart(title, rows))
    return parts


def paired_cell(test: Comparison | None) -> PairedCell:
    """Return a paired comparison as text; a Holm-corrected p below 0.05 is significant."""
    if test is None:
        return PairedCell(MISSING, MISSING, MISSING, MISSING, False)
    return PairedCell(
        signed_percent(test.difference),
        f"[{signed_percent(test.low)}, {signed_percent(test.high)}]",
        p_value(test.p),
        p_value(test.p_holm),
        is_significant(test),
    )


def is_significant(test: Comparison) -> bool:
    """Tell whether the Holm-corrected p of a paired test is below 0.05."""
    return test.p_holm is not None and test.p_holm < 0.05

"""The tables of CSFCube: figures beside the papers' own, and paired tests.

A table never mixes protocols: official and corrected figures are tables of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from paperpool.published import PublishedFigure
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

TESTED = ("ndcg%20", "map")
"""The metrics of the table of paired tests."""


@dataclass(frozen=True)
class Cell:
    """A figure as text (×100); ``published`` and ``difference`` are empty where there is none."""

    value: str
    published: str = ""
    difference: str = ""
    best: bool = False


@dataclass(frozen=True)
class Row:
    """A ranker of the run, or a published system, and its cells by metric."""

    name: str
    cells: list[Cell]


@dataclass(frozen=True)
class Part:
    """The rows of one slice: the run's rankers, then systems that only the papers have."""

    title: str
    note: str
    rows: list[Row]
    others: list[Row] = field(default_factory=list)


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
    """The comparisons of one slice: (ranker, one cell per metric of ``TESTED``)."""

    title: str
    rows: list[tuple[str, list[PairedCell]]]


def score_table(
    scores: Iterable[Score],
    protocol: str,
    split: str,
    others: Mapping[str, Mapping[tuple[str, str], PublishedFigure]] | None = None,
) -> list[Part]:
    """Return the table of one protocol and split, a part per slice.

    Rankers stand in the order of ``scores``; ``others`` are the figures of published systems
    that the run has no ranker for. The highest value of a slice and metric is marked, equal
    texts alike.
    """
    chosen = [s for s in scores if (s.protocol, s.split) == (protocol, split)]
    by_cell = {(s.part, s.ranker, s.metric): s for s in chosen}
    parts = []
    for part, title in SLICE_NAMES.items():
        of_part = [s for s in chosen if s.part == part]
        if not of_part:
            continue
        best = {
            metric: percent(
                max(
                    (s.value for s in of_part if s.metric == metric and s.value is not None),
                    default=None,
                )
            )
            for metric in METRIC_NAMES
        }
        rankers = list(dict.fromkeys(s.ranker for s in of_part))
        parts.append(
            Part(
                title,
                plural(max(s.n_queries for s in of_part), "query"),
                [
                    Row(
                        ranker,
                        [
                            _cell(by_cell.get((part, ranker, metric)), best[metric])
                            for metric in METRIC_NAMES
                        ],
                    )
                    for ranker in rankers
                ],
                _other_rows(others or {}, part),
            )
        )
    return parts


def _cell(score: Score | None, best: str) -> Cell:
    if score is None or score.value is None:
        return Cell(MISSING)
    value = percent(score.value)
    if score.published is None:
        return Cell(value, best=value == best)
    # of the rounded figures, so that a reader can check it
    difference = (float(value) - float(percent(score.published))) / 100
    return Cell(value, percent(score.published), signed_percent(difference), value == best)


def _other_rows(
    others: Mapping[str, Mapping[tuple[str, str], PublishedFigure]], part: str
) -> list[Row]:
    rows = []
    for system, figures in others.items():
        cells = [_other_cell(figures.get((part, metric))) for metric in METRIC_NAMES]
        if any(cell.value != MISSING for cell in cells):
            rows.append(Row(system, cells))
    return rows


def _other_cell(figure: PublishedFigure | None) -> Cell:
    if figure is None:
        return Cell(MISSING)
    spread = f" ± {percent(figure.sd)}" if figure.sd is not None else ""
    return Cell(percent(figure.value) + spread)


def paired_table(comparisons: Sequence[Comparison]) -> list[PairedPart]:
    """Return the paired tests of the official protocol on the test split, a part per slice."""
    chosen = {
        (c.part, c.ranker, c.metric): c
        for c in comparisons
        if (c.protocol, c.split) == ("official", "test") and c.metric in TESTED
    }
    parts = []
    for part, title in SLICE_NAMES.items():
        rankers = list(dict.fromkeys(ranker for p, ranker, _ in chosen if p == part))
        if rankers:
            rows = [
                (ranker, [paired_cell(chosen.get((part, ranker, metric))) for metric in TESTED])
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
        test.p_holm is not None and test.p_holm < 0.05,
    )

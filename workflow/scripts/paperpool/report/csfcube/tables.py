"""The tables of CSFCube: figures beside the papers' own, and paired tests.

Source: CSFCube, Tables 3 and 4: a row per system, and for each facet and all queries a column per
measure.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperpool.pages.score_tables import (
    Figures,
    Row,
    ScoreTable,
    count_queries,
    find_best,
    find_marks,
    letter_baselines,
    published_rows,
    score_cell,
)
from paperpool.pages.scores import Comparison, Score
from paperpool.pages.wording import MEASURE_NAMES, SLICE_NAMES

TABLES = {
    "Table 3": ("r_precision", "p@20", "recall@20", "ndcg%20"),
    "Table 4": ("ndcg%100", "map"),
}
"""The measures of each table: Table 4 repeats those of Table 3, and has what is here besides.

MAP is in neither; papers after CSFCube's report it.
"""

TESTED = ("ndcg%20", "map")
"""The measures of the table of paired tests."""


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
    measures: Sequence[str],
    others: Figures,
) -> ScoreTable:
    """Return the table of one protocol and split with ``measures`` for each slice that has any.

    ``others`` are the figures of published systems that the run has no ranker for. The highest
    value of a slice and measure is marked, equal texts alike.
    """
    of_table = [
        s
        for s in source.scores
        if (s.protocol, s.split) == (protocol, split) and s.measure in measures
    ]
    slices = [name for name in SLICE_NAMES if any(s.slice == name for s in of_table)]
    columns = [(name, measure) for name in slices for measure in measures]
    by_cell = {(s.ranker, s.slice, s.measure): s for s in of_table}
    best = {
        column: find_best(s for s in of_table if (s.slice, s.measure) == column)
        for column in columns
    }
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
        [MEASURE_NAMES[measure] for measure in measures],
        [
            (SLICE_NAMES[name], count_queries(s for s in of_table if s.slice == name))
            for name in slices
        ],
        {title: rows for title, rows in groups.items() if rows},
        published_rows(others, columns),
    )

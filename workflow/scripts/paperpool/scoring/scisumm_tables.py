"""The scores of cited text identification as tables, published ones and human agreement beside.

Source: Ricci et al., Table 2. A table is of one protocol: official and corrected scores never share
a column.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path

from paperpool.benchmarks.benchmark import OFFICIAL
from paperpool.benchmarks.scisumm import BENCHMARK
from paperpool.io.csv_rows import Rows, list_rows, read_number
from paperpool.pages.grid import PUBLISHED, Grid, GridCell, number
from paperpool.pages.paired_tests import paired_grid
from paperpool.pages.results import Column, Results
from paperpool.pages.score_table import Columns, RowGroup, score_cell, score_table
from paperpool.pages.scores import Score
from paperpool.pages.wording import MISSING, percent, plural
from paperpool.scisumm.names import ALL, ANNOTATOR

HUMAN = "one annotator against another"
"""The name of human agreement."""

Published = Mapping[tuple[str, str, str, str], float]
"""The papers' scores by (benchmark, split, system, measure)."""

HumanScores = Mapping[tuple[str, str, str, str], float]
"""One annotator against another: values by (protocol, split, slice, measure)."""


@dataclass(frozen=True)
class Source:
    """The inputs of the tables; ``rankers`` are in the order of the rows.

    ``published`` has all scores that the papers print; it is empty for other than released data.
    """

    results: Results
    rankers: Sequence[str]
    human: HumanScores
    published: Published

    def papers(self, protocol: str, split: str) -> list[str]:
        """Return the reference papers that have scores, in the order of the table of scores."""
        papers: dict[str, None] = {}
        for score in self.results.scores:
            if (score.protocol, score.split) != (protocol, split):
                continue
            if score.slice != ALL and not score.slice.startswith(ANNOTATOR):
                papers[score.slice] = None
        return list(papers)


def read_human(table: str | Path | Rows) -> HumanScores:
    """Return the values of a table of human agreement; empty cells are left out."""
    found = {}
    for row in list_rows(table):
        value = read_number(row["value"])
        if value is not None:
            found[row["protocol"], row["split"], row["slice"], row["metric"]] = value
    return found


def ranker_table(source: Source, protocol: str, words: tuple[str, str] = ("", "")) -> Grid:
    """Return Table 2 under one protocol: a row per ranker, for each split its four measures.

    Human agreement and, under the official protocol, further published systems come last. ``words``
    are caption and label.
    """
    results = source.results
    titles = BENCHMARK.measure_titles
    scored = set()
    for cell_protocol, _, (split, name, _) in results.cells:
        scored.add((cell_protocol, split, name))
    splits = [split for split in BENCHMARK.splits if (protocol, split, ALL) in scored]

    above = []
    cells: list[Column] = []
    heads = []
    for split in splits:
        note = plural(len(source.papers(protocol, split)), "reference paper")
        above.append(GridCell(BENCHMARK.splits[split], len(titles), note))
        for measure, title in titles.items():
            cells.append((split, ALL, measure))
            heads.append(number(title))

    more = {}
    human = [_human_cell(source, protocol, column) for column in cells]
    if any(cell.text != MISSING for cell in human):
        more = {"Human agreement": [[GridCell(HUMAN), *human]]}

    # papers print scores of the official protocol
    systems = {}
    changes = {}
    if protocol == OFFICIAL:
        systems = results.others
        changes = _print_beside(source, cells)
    return score_table(
        results,
        {"Rankers": RowGroup(protocol, source.rankers)},
        Columns(above, heads, cells),
        words,
        systems,
        more=more,
        changes=changes,
        with_intervals=cells,
    )


def _print_beside(
    source: Source, columns: Sequence[Column]
) -> dict[tuple[str, Column], dict[str, Mapping[str, str]]]:
    """Return the papers' scores over more reference papers: shown without a difference."""
    results = source.results
    found: dict[tuple[str, Column], dict[str, Mapping[str, str]]] = {}
    for ranker, column in product(source.rankers, columns):
        system = results.names.get(ranker) or ""
        printed = results.published.get(system, {}).get(column)
        score = results.cells.get((OFFICIAL, ranker, column))
        if printed and (score is None or score.published is None):
            below = dict(score_cell(score, (), has_interval=True).below)
            below[PUBLISHED] = percent(printed.value)
            found[ranker, column] = {"below": below}
    return found


def _human_cell(source: Source, protocol: str, column: Column) -> GridCell:
    split, name, measure = column
    score = Score(
        protocol=protocol,
        split=split,
        ranker=HUMAN,
        slice=name,
        measure=measure,
        value=source.human.get((protocol, split, name, measure)),
        sd=None,
        n_runs=1,
        low=None,
        high=None,
        n_queries=0,
        published=None,
    )
    return score_cell(score)


def paired_table(
    source: Source, protocol: str, baseline: str, left_out: Collection[str] = ()
) -> Grid:
    """Return the paired tests against ``baseline`` over all citances, a group per split."""
    return paired_grid(
        source.results,
        baseline,
        protocol,
        f"Paired tests against {baseline}, {protocol} protocol",
        groups={title: (split, ALL) for split, title in BENCHMARK.splits.items()},
        rankers=source.rankers,
        left_out=left_out,
        what=f"{protocol} protocol",
        unit="a split",
    )

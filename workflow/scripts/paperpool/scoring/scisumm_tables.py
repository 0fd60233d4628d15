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
        slices = (
            s.slice
            for s in self.results.scores
            if (s.protocol, s.split) == (protocol, split)
            and s.slice != ALL
            and not s.slice.startswith(ANNOTATOR)
        )
        return list(dict.fromkeys(slices))


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
    results, titles = source.results, BENCHMARK.measure_titles
    scored = {(of, *column[:2]) for of, _, column in results.cells}
    splits = [split for split in BENCHMARK.splits if (protocol, split, ALL) in scored]
    cells = [(split, ALL, measure) for split in splits for measure in titles]
    notes = [plural(len(source.papers(protocol, split)), "reference paper") for split in splits]
    above = [
        GridCell(BENCHMARK.splits[split], len(titles), note)
        for split, note in zip(splits, notes, strict=True)
    ]
    columns = Columns(above, [number(titles[measure]) for *_, measure in cells], cells)
    systems = results.others if protocol == OFFICIAL else {}
    human = [_human_cell(source, protocol, column) for column in cells]
    has_human = any(cell.text != MISSING for cell in human)
    return score_table(
        results,
        {"Rankers": RowGroup(protocol, source.rankers)},
        columns,
        words,
        systems,
        more={"Human agreement": [[GridCell(HUMAN), *human]]} if has_human else {},
        changes=_print_beside(source, cells) if protocol == OFFICIAL else {},
        with_intervals=cells,
    )


def _print_beside(
    source: Source, columns: Sequence[Column]
) -> dict[tuple[str, Column], dict[str, Mapping[str, str]]]:
    """Return the papers' scores over more reference papers: shown without a difference."""
    results = source.results
    found: dict[tuple[str, Column], dict[str, Mapping[str, str]]] = {}
    for ranker, column in product(source.rankers, columns):
        printed = results.published.get(results.names.get(ranker) or "", {}).get(column)
        score = results.cells.get((OFFICIAL, ranker, column))
        if printed and (score is None or score.published is None):
            below = score_cell(score, (), has_interval=True).below
            found[ranker, column] = {"below": {**below, PUBLISHED: percent(printed.value)}}
    return found


def _human_cell(source: Source, protocol: str, column: Column) -> GridCell:
    value = source.human.get((protocol, *column))
    place = (protocol, column[0], HUMAN, *column[1:])
    return score_cell(Score(*place, value, None, 1, None, None, 0, None))


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

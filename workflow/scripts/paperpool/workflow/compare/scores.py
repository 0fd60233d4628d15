"""The scores of two runs side by side, of every benchmark that both have: from their tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pandas as pd

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.io.csv_rows import restore
from paperpool.workflow.compare.sides import Side

CELL = ["benchmark", "protocol", "split", "slice", "metric"]

COLUMNS = [*CELL, "ranker_a", "ranker_b", "value_a", "value_b", "difference", "n_a", "n_b"]
"""``n_a`` and ``n_b`` are how many queries the scores are over."""


@dataclass(frozen=True)
class BothScores:
    """The scores that both runs have below a folder of A, as a table of COLUMNS."""

    benchmark: Benchmark
    title: str
    folder: Path
    table: pd.DataFrame

    @property
    def headline(self) -> pd.DataFrame:
        """The rows of the headline score, or of the first score of all queries."""
        cell = self.benchmark.headline
        wanted = [cell.benchmark, cell.protocol, cell.split, cell.slice, cell.measure]
        rows = self.table[(self.table[CELL] == wanted).all(axis=1)]
        if len(rows):
            return rows

        of_all = self.table[self.table.slice == cell.slice]
        if of_all.empty:
            return of_all
        return of_all[(of_all[CELL] == of_all[CELL].iloc[0]).all(axis=1)]


def compare_scores(a: Side, b: Side) -> Iterator[BothScores]:
    """Yield the scores of all that both runs scored; of two named rankers, theirs."""
    for name, benchmark in find_benchmarks().items():
        titles = {name: benchmark.title}
        for file in sorted((a.folder / name).glob("*/metrics.csv")):
            titles[f"{name}/{file.parent.name}"] = file.parent.name

        for below, title in titles.items():
            if a.metrics(below).is_file() and b.metrics(below).is_file():
                table = _read(below, a, b)
                if len(table):
                    yield BothScores(benchmark, title, a.metrics(below).parent, table)


def _read(folder: str, a: Side, b: Side) -> pd.DataFrame:
    """Return the score tables of both runs below ``folder``, side by side, as COLUMNS."""
    tables = []
    for side, suffix in ((a, "_a"), (b, "_b")):
        # a ranker may be called as pandas writes a missing value
        table = pd.read_csv(
            side.metrics(folder),
            dtype=dict.fromkeys([*CELL, "ranker"], str),
            keep_default_na=False,
            na_values={"value": [""]},
            usecols=[*CELL, "ranker", "value", "n_queries"],
        )
        table["slice"] = table["slice"].map(restore)
        if side.ranker is not None:
            table = table[table.ranker == side.ranker]

        # rankers of one name are a pair, and so are two that were named
        table = table.assign(pair="pair" if side.ranker is not None else table.ranker)
        columns = {
            "ranker": f"ranker{suffix}",
            "value": f"value{suffix}",
            "n_queries": f"n{suffix}",
        }
        tables.append(table.rename(columns=columns))

    both = tables[0].merge(tables[1], on=[*CELL, "pair"]).dropna(subset=["value_a", "value_b"])
    return both.assign(difference=both.value_b - both.value_a)[COLUMNS]

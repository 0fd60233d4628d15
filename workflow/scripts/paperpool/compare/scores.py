"""The scores of two runs side by side, of every benchmark that both have: from their tables.

CSFCube's rankers are compared by their rankings instead, with paired tests.
"""

from dataclasses import dataclass

import pandas as pd

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.benchmarks.collections import BENCHMARK as COLLECTIONS
from paperpool.benchmarks.csfcube import BENCHMARK as CSFCUBE
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.compare.sides import Side
from paperpool.io.csv_rows import restore
from paperpool.pages.described_collection import describe_collection
from paperpool.pages.scores import read_scores

CELL = ["benchmark", "protocol", "split", "slice", "metric"]

COLUMNS = [*CELL, "ranker_a", "ranker_b", "value_a", "value_b", "difference", "n_a", "n_b"]
"""``n_a`` and ``n_b`` are how many queries the scores are over."""


@dataclass(frozen=True)
class BenchmarkScores:
    """The scores that both runs have of a benchmark, as a table of COLUMNS."""

    benchmark: Benchmark
    table: pd.DataFrame

    @property
    def n_changed(self) -> int:
        """How many scores differ."""
        return int((self.table.value_a != self.table.value_b).sum())

    @property
    def about(self) -> str:
        """The headline score, in words."""
        of = self.benchmark.headline
        measure = self.benchmark.measure_titles[of.measure]
        split = self.benchmark.splits[of.split].lower()
        return f"{measure}, {self.benchmark.slice_title(of.slice).lower()}, {of.protocol}, {split}"


def of_headline(table: pd.DataFrame, benchmark: Benchmark) -> pd.DataFrame:
    """Return the rows of a table with a benchmark's headline score."""
    of = benchmark.headline
    wanted = [of.benchmark, of.protocol, of.split, of.slice, of.measure]
    return table[(table[CELL] == wanted).all(axis=1)]


def compare_scores(a: Side, b: Side) -> list[BenchmarkScores]:
    """Return the benchmarks that both runs scored, of the rankers that the sides name, if any."""
    compared = [
        BenchmarkScores(benchmark, _read(name, a, b))
        for name, benchmark in find_benchmarks().items()
        if name != CSFCUBE.name and _both_have(name, a, b)
    ]
    for name in a.list_collections():
        place = f"{COLLECTIONS.name}/{name}"
        if _both_have(place, a, b):
            described = describe_collection(name, read_scores(a.metrics(place)))
            compared.append(BenchmarkScores(described, _read(place, a, b)))
    return [one for one in compared if len(one.table)]


def _both_have(name: str, a: Side, b: Side) -> bool:
    return a.metrics(name).is_file() and b.metrics(name).is_file()


def _read(name: str, a: Side, b: Side) -> pd.DataFrame:
    tables = []
    for side, suffix in ((a, "_a"), (b, "_b")):
        kept = {"value": f"value{suffix}", "n_queries": f"n{suffix}"}
        # a ranker may be called as pandas writes a missing value
        table = pd.read_csv(
            side.metrics(name),
            dtype=dict.fromkeys([*CELL, "ranker"], str),
            keep_default_na=False,
            na_values={"value": [""]},
            usecols=[*CELL, "ranker", "value", "n_queries"],
        )
        table["slice"] = table["slice"].map(restore)
        if side.ranker is not None:
            table = table[table.ranker == side.ranker]
        pair = table.ranker if a.ranker is None else "pair"
        tables.append(table.assign(pair=pair).rename(columns={**kept, "ranker": f"ranker{suffix}"}))
    both = tables[0].merge(tables[1], on=[*CELL, "pair"]).dropna(subset=["value_a", "value_b"])
    return both.assign(difference=both.value_b - both.value_a)[COLUMNS]

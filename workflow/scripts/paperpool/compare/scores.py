"""The scores of two runs side by side, of every benchmark that both have: from their tables."""

from collections.abc import Iterator

import pandas as pd

from paperpool.benchmarks.benchmark import Benchmark
from paperpool.benchmarks.registry import find_benchmarks
from paperpool.compare.sides import Side
from paperpool.io.csv_rows import restore

CELL = ["benchmark", "protocol", "split", "slice", "metric"]

COLUMNS = [*CELL, "ranker_a", "ranker_b", "value_a", "value_b", "difference", "n_a", "n_b"]
"""``n_a`` and ``n_b`` are how many queries the scores are over."""


def compare_scores(a: Side, b: Side) -> Iterator[tuple[Benchmark, str, pd.DataFrame]]:
    """Yield each benchmark that both runs scored, what is scored, and a table of COLUMNS.

    Of two named rankers the scores are theirs.
    """
    for name, benchmark in find_benchmarks().items():
        folders = {name: benchmark.title}
        for collection in a.list_collections():
            if a.collection_steps(collection).parent.parent.name == name:
                folders[f"{name}/{collection}"] = collection
        for folder, title in folders.items():
            if a.metrics(folder).is_file() and b.metrics(folder).is_file():
                table = _read(folder, a, b)
                if len(table):
                    yield benchmark, title, table


def _read(folder: str, a: Side, b: Side) -> pd.DataFrame:
    tables = []
    for side, suffix in ((a, "_a"), (b, "_b")):
        kept = {"value": f"value{suffix}", "n_queries": f"n{suffix}"}
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
        pair = table.ranker if a.ranker is None else "pair"
        tables.append(table.assign(pair=pair).rename(columns={**kept, "ranker": f"ranker{suffix}"}))
    both = tables[0].merge(tables[1], on=[*CELL, "pair"]).dropna(subset=["value_a", "value_b"])
    return both.assign(difference=both.value_b - both.value_a)[COLUMNS]

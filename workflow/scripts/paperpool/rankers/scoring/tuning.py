"""BM25's parameters, chosen on validation queries.

Source: MDCR section 3.1: k1 and b are optimized on validation sets built as the test sets are. Here
each pair of a grid is tried, and the one with the highest MAP is taken; of equal ones the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import product

import pandas as pd

from paperpool.evaluation.trec_measures import measure
from paperpool.rankers.scoring.stem_pools import StemPool

Figures = Callable[[float, float], float]
"""The MAP of BM25 with a k1 and a b."""


def try_grid(k1: Iterable[float], b: Iterable[float], mean_ap: Figures) -> pd.DataFrame:
    """Return the MAP of each pair of values: columns k1, b, map, chosen (true for one row)."""
    rows = [(x, y, mean_ap(x, y)) for x, y in product(k1, b)]
    grid = pd.DataFrame(rows, columns=["k1", "b", "map"])
    return grid.assign(chosen=grid.index == grid["map"].idxmax())


def chosen_parameters(grid: pd.DataFrame) -> tuple[float, float]:
    """Return the chosen k1 and b of a grid."""
    row = grid[grid["chosen"]].iloc[0]
    return float(row["k1"]), float(row["b"])


def tune_on_pool(pool: StemPool, grid: Mapping[str, Sequence[float]]) -> pd.DataFrame:
    """Return the MAP of BM25 over the queries for each pair of parameters (see ``try_grid``).

    As the evaluation has it (``trec_measures``): scores are 32-bit floats, equal ones by falling
    id. A paper that is asked for in several fields is one query.
    """
    collection = pool.collection
    relevant: dict[str, list[str]] = {}
    for (query, _), judged in sorted(collection.judgments.items()):
        grades = judged.grades().items()
        cited = [i for i, grade in grades if grade >= collection.relevant]
        relevant.setdefault(query, []).extend(cited)

    def mean_ap(k1: float, b: float) -> float:
        rankings: dict[str, dict[str, float]] = {query: {} for query in relevant}
        scores = pool.pool.score_bm25(*pool.rows, k1, b).tolist()
        for ((query, _), candidate), score in zip(pool.pairs, scores, strict=True):
            rankings[query][candidate] = score
        return float(measure(rankings, relevant, ["map"]).mean())

    return try_grid(grid["k1"], grid["b"], mean_ap)

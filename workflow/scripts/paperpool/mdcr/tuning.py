"""BM25's parameters, chosen on validation queries.

Source: MDCR section 3.1: k1 and b are optimized on validation sets built as the test sets are. Here
each pair of a grid is tried, and the one with the highest MAP is taken; of equal ones the first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import product

import pandas as pd

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

"""The tables of the pools: sizes, candidates of each source, dry turns, overlap and fidelity."""

from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from paperpool.io.csv_rows import read_number, read_rows

PUBLISHED_OVERLAP = (1, 4)
"""Papers that two sources' first 25 have in common, least and most (CSFCube, section 3)."""


@dataclass(frozen=True)
class SourceCount:
    """A source's candidates in all pools: given, held, held alone, and missing."""

    source: str
    n_drawn: int
    n_held: int
    n_unique: int
    n_dry: int
    shortfall: int


@dataclass(frozen=True)
class Overlap:
    """The mean number of papers that the first 25 of two sources have in common."""

    source_a: str
    source_b: str
    mean_common_top_25: float


def read_pool_sizes(path: str | Path) -> dict[str, int]:
    """Read the number of candidates of each query from turns.csv; a pool may be empty."""
    sizes: Counter[str] = Counter()
    for row in read_rows(path):
        sizes[row["query_id"]] += int(row["n_new"])
    return dict(sizes)


def read_sizes(path: str | Path) -> dict[str, float]:
    """Read sizes.csv: queries, candidates, and the min, mean and max of pool sizes."""
    rows = read_rows(path)
    return {row["aggregate"] or row["statistic"]: read_number(row["value"]) or 0.0 for row in rows}


def read_quotas(path: str | Path) -> list[tuple[int, int]]:
    """Read from turns.csv how many queries have each quota: (quota, queries), by quota."""
    quotas = {row["query_id"]: int(row["quota"]) for row in read_rows(path) if row["quota"]}
    return sorted(Counter(quotas.values()).items())

"""The tables of the pools: sizes, candidates of each source, dry turns, overlap and fidelity."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from paperpool.io.csv_rows import read_number, read_rows

PUBLISHED_OVERLAP = (1, 4)
"""Papers that two sources' first 25 have in common, least and most (CSFCube, section 3)."""


@dataclass(frozen=True)
class PoolSizes:
    """How many pools there are and how large; the sizes are None without a pool."""

    n_queries: int
    n_candidates: int
    smallest: float | None
    mean: float | None
    largest: float | None


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


def read_sizes(path: str | Path) -> PoolSizes:
    """Read sizes.csv."""
    values = {
        (row["statistic"], row["aggregate"]): read_number(row["value"]) for row in read_rows(path)
    }
    return PoolSizes(
        int(values["queries", ""] or 0),
        int(values["candidates", ""] or 0),
        *(values["pool size", name] for name in ("min", "mean", "max")),
    )


def read_candidates(path: str | Path) -> dict[str, int]:
    """Read the number of readable papers by fate from candidates.csv."""
    return {row["fate"]: int(row["n"]) for row in read_rows(path)}


def read_quotas(path: str | Path) -> list[tuple[int, int]]:
    """Read from turns.csv how many queries have each quota: (quota, queries), by quota."""
    quotas = {row["query_id"]: int(row["quota"]) for row in read_rows(path) if row["quota"]}
    return sorted(Counter(quotas.values()).items())


def order_pairs(pairs: Iterable[Overlap]) -> list[Overlap]:
    """Return the pairs with most in common first."""
    return sorted(pairs, key=lambda pair: (-pair.mean_common_top_25, pair.source_a, pair.source_b))

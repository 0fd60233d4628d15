"""The rows of an evaluation's tables: metrics, significance and ranks, of files or in memory."""

from dataclasses import dataclass, field
from pathlib import Path

from paperpool.io.csv_rows import Rows
from paperpool.io.parquet_files import read_table

FEWEST = 5
"""With fewer queries a slice has no interval and no best score: they say nothing of a ranker."""


@dataclass(frozen=True)
class Score:
    """A score of one ranker, as fractions, or None for an empty cell.

    ``value`` is the mean and ``sd`` the standard deviation over ``n_runs`` runs of the ranker.
    """

    protocol: str
    split: str
    ranker: str
    slice: str
    measure: str = field(metadata={"column": "metric"})
    value: float | None
    sd: float | None
    n_runs: int
    low: float | None = field(metadata={"column": "ci_low"})
    high: float | None = field(metadata={"column": "ci_high"})
    n_queries: int
    published: float | None

    @property
    def known(self) -> float:
        """The value; raises ValueError if it is missing."""
        if self.value is None:
            raise ValueError(f"{self.ranker} has no {self.measure} of {self.slice}.")
        return self.value

    @property
    def ends(self) -> tuple[float, float] | None:
        """The ends of the interval; None of few queries, and where all draws are the same."""
        return _find_ends(self.low, self.high, self.n_queries)


def _find_ends(low: float | None, high: float | None, n_queries: int) -> tuple[float, float] | None:
    if low is None or high is None or low == high or n_queries < FEWEST:
        return None
    return (low, high)


@dataclass(frozen=True)
class Comparison:
    """A paired test over ``n_queries``; where their number is not known, they count as enough."""

    protocol: str
    split: str
    ranker: str
    baseline: str
    slice: str
    measure: str = field(metadata={"column": "metric"})
    difference: float | None
    low: float | None = field(metadata={"column": "ci_low"})
    high: float | None = field(metadata={"column": "ci_high"})
    p: float | None
    p_holm: float | None
    n_queries: int = FEWEST

    @property
    def ends(self) -> tuple[float, float] | None:
        """The ends of the interval, as of a score."""
        return _find_ends(self.low, self.high, self.n_queries)


def is_significant(test: Comparison) -> bool:
    """Return whether the Holm-corrected p of a paired test is below 0.05."""
    return test.p_holm is not None and test.p_holm < 0.05


@dataclass(frozen=True)
class Place:
    """A ranker's rank on one slice and measure (``paperpool.evaluation.ranks.Rank``)."""

    protocol: str
    split: str
    ranker: str
    slice: str
    measure: str = field(metadata={"column": "metric"})
    rank: int
    low: int = field(metadata={"column": "rank_low"})
    high: int = field(metadata={"column": "rank_high"})
    is_tied: bool = field(metadata={"column": "tied_with_best"})
    detectable: float | None = field(metadata={"column": "detectable_difference"})


def read_query_ids(per_query: str | Path | Rows) -> set[str]:
    """Return the queries of a table of values per query."""
    if not isinstance(per_query, str | Path):
        return {row["query_id"] for row in per_query}
    return set(read_table(per_query, columns=["query_id"]).column("query_id").to_pylist())

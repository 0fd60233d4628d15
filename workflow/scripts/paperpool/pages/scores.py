"""Read the tables of an evaluation as rows: metrics.csv, significance.csv and ranks.csv."""

from dataclasses import dataclass
from pathlib import Path

import pyarrow.parquet as pq

from paperpool.io.csv_rows import read_records

COLUMNS = {"measure": "metric", "low": "ci_low", "high": "ci_high"}
RANKS = {"measure": "metric", "low": "rank_low", "high": "rank_high"}
RANKS |= {"is_tied": "tied_with_best", "detectable": "detectable_difference"}
"""The names of fields in the tables."""


@dataclass(frozen=True)
class Score:
    """A figure of one ranker; values are fractions, None for empty cells.

    ``value`` is the mean and ``sd`` the standard deviation over ``n_runs`` runs of the ranker.
    """

    protocol: str
    split: str
    ranker: str
    slice: str
    measure: str
    value: float | None
    sd: float | None
    n_runs: int
    low: float | None
    high: float | None
    n_queries: int
    published: float | None

    @property
    def known(self) -> float:
        """The value of a figure that has one."""
        if self.value is None:
            raise ValueError(f"{self.ranker} has no {self.measure} of {self.slice}.")
        return self.value


@dataclass(frozen=True)
class Comparison:
    """A ranker against a baseline on one slice and measure."""

    protocol: str
    split: str
    ranker: str
    baseline: str
    slice: str
    measure: str
    difference: float | None
    low: float | None
    high: float | None
    p: float | None
    p_holm: float | None


@dataclass(frozen=True)
class Place:
    """A ranker's rank on one slice and measure, as ``paperpool.evaluation.ranks.Rank`` has it."""

    protocol: str
    split: str
    ranker: str
    slice: str
    measure: str
    rank: int
    low: int
    high: int
    is_tied: bool
    detectable: float | None


def read_scores(path: str | Path, benchmark: str | None = None) -> list[Score]:
    """Read metrics.csv in its order, or the rows of one of its benchmarks."""
    where = {} if benchmark is None else {"benchmark": benchmark}
    return read_records(path, Score, COLUMNS, where)


def read_query_ids(per_query: str | Path) -> set[str]:
    """Return the ids of all queries of per_query.parquet."""
    return set(pq.read_table(per_query, columns=["query_id"]).column("query_id").to_pylist())

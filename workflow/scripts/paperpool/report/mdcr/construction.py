"""How MDCR's benchmark was built, from the files of its construction: counts, shortfalls, models.

Source: MDCR, section 4.1: four strategies give a query its negatives.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import pandas as pd
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paperpool.benchmarks.mdcr_strategies import list_types
from paperpool.collections.mdcr_benchmark import SPLITS, TRUE
from paperpool.mdcr.names import TYPE
from paperpool.rankers.scoring.parameter_grid import describe_edges
from paperpool.report.mdcr.tables import slice_title


@dataclass(frozen=True)
class Filling:
    """The candidates of one type over all queries of both splits.

    ``strategy`` is the paper's, ``short`` counts queries with too few; ``papers`` are distinct,
    ``citations`` the median of their citations.
    """

    type: str
    title: str
    strategy: str
    wanted: int
    found: int
    short: int
    papers: int
    citations: float | None

    @property
    def missing(self) -> int:
        """How many more were wanted."""
        return self.wanted - self.found


@dataclass(frozen=True)
class Shortfall:
    """A query that got fewer candidates of a type than wanted."""

    split: str
    field: str
    query_id: str
    type: str
    wanted: int
    found: int


@dataclass(frozen=True)
class Model:
    """A ranker that could give candidates, and the mean of its Jaccard indices, if known."""

    ranker: str
    mean_jaccard: float | None
    chosen: bool


@dataclass(frozen=True)
class GridPoint:
    """Parameters of BM25 that were tried on the validation pools of a level."""

    level: str
    k1: float
    b: float
    map: float
    chosen: bool


def count_queries(queries: str | Path) -> dict[str, int]:
    """Return how many queries of the field level each split has (MDCR_QUERIES)."""
    table = pq.read_table(queries, columns=["split"], filters=pc.field("level") == "field")
    counts = Counter(table["split"].to_pylist())
    return {split: counts[split] for split in reversed(SPLITS) if counts[split]}


def count_fillings(
    provenance: str | Path,
    shortfalls: Sequence[Shortfall],
    models: Sequence[str],
    n_queries: int,
    positives: int,
    negatives: int,
) -> list[Filling]:
    """Return the candidates of each type, in the order of filling."""
    columns = ["type", "candidate_id", "n_citations"]
    by_type: dict[str, list[tuple[str, int]]] = {}
    rows = pq.read_table(provenance, columns=columns)
    for kind, paper, n in zip(*(column.to_pylist() for column in rows.columns), strict=True):
        by_type.setdefault(kind, []).append((paper, n))
    short = Counter(shortfall.type for shortfall in shortfalls)
    fillings = []
    for kind, strategy in list_types(models).items():
        found = by_type.get(kind, [])
        papers = dict(found)
        wanted = n_queries * (positives if kind == TRUE else negatives)
        citations = median(papers.values()) if papers else None
        numbers = (wanted, len(found), short[kind], len(papers), citations)
        fillings.append(Filling(kind, slice_title(TYPE + kind), strategy.title, *numbers))
    return fillings


def read_edges(path: str | Path, given: Mapping[str, Sequence[float]]) -> dict[str, list[str]]:
    """Return the edges of the ``given`` k1 and b in bm25.csv, by level."""
    edges = {
        str(level): describe_edges(grid, **given)
        for level, grid in pd.read_csv(path).groupby("level", sort=False)
    }
    return {level: sentences for level, sentences in edges.items() if sentences}

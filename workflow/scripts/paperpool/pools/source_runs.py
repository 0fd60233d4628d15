"""The rankings of a source as a table: for each query paper the best of the whole corpus."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pyarrow.parquet as pq

from paperpool.io.tables import POOL_RUN, write_rows
from paperpool.pools.top_candidates import Rankings


def write_rankings(rankings: Rankings, path: str | Path) -> None:
    """Write rankings as a table of schema POOL_RUN, by query and rank (from 1)."""
    rows = [
        (query, candidate, score, rank)
        for query, ranking in sorted(rankings.items())
        for rank, (candidate, score) in enumerate(ranking, 1)
    ]
    write_rows(path, rows, POOL_RUN)


def read_ranked_ids(path: str | Path, queries: Iterable[str] = ()) -> dict[str, list[str]]:
    """Return the candidates of each query, from best to worst.

    A query without candidates stands in no row; those of ``queries`` are returned all the same.
    """
    table = pq.read_table(path, columns=["query_id", "candidate_id"])
    ranked: dict[str, list[str]] = {query: [] for query in queries}
    for query, candidate in zip(*(c.to_pylist() for c in table.columns), strict=True):
        ranked.setdefault(query, []).append(candidate)
    return ranked

"""Which papers are the same paper under several ids, and so never candidates together."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pyarrow.parquet as pq


def read_same_papers(twins: str | Path) -> dict[str, str]:
    """Return, for every id of a paper that has several, one id that stands for the paper.

    Ids of papers that have no twin are not in it. ``twins`` is corpus/twins.parquet.
    """
    table = pq.read_table(twins, columns=["paper_id", "twin_of"])
    same: dict[str, str] = {}
    for paper, twin in zip(*(column.to_pylist() for column in table.columns), strict=True):
        same[paper] = same[twin] = twin
    return same


def find_excluded(queries: Iterable[str], same: dict[str, str]) -> dict[str, set[str]]:
    """Return the ids that are never candidates of each query: its own and those of its twins."""
    ids: dict[str, set[str]] = {}
    for paper, name in same.items():
        ids.setdefault(name, set()).add(paper)
    return {query: {query} | ids.get(same.get(query, ""), set()) for query in queries}

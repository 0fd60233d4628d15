"""The source ``cited``: the papers of the corpus that a query cites."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from pathlib import Path

import pyarrow as pa

from paperpool.corpus.database import connect
from paperpool.pools.top_candidates import Rankings

_CITED = """
SELECT citing_id, cited_id FROM citations
WHERE citing_id IN (SELECT unnest(getvariable('queries')))
AND cited_id IN (SELECT paper_id FROM papers WHERE COLUMNS(getvariable('kept')))
ORDER BY citing_id, cited_id
"""


def rank_cited(
    papers: Sequence[str | Path],
    column: str,
    citations: Sequence[str | Path],
    excluded: Mapping[str, Set[str]],
    *,
    memory_limit: str,
    temp_directory: str | Path,
    threads: int,
) -> Rankings:
    """Return the cited papers of each query whose ``column`` is true, by id, all with score 1.

    ``papers`` and ``citations`` are the corpus's tables, ``excluded`` has the queries and the ids
    that are never their candidates. No list is cut, however long. Memory holds the result.
    """
    with connect(memory_limit, temp_directory, threads) as database:
        database.add_files("papers", papers)
        database.add_files("citations", citations)
        database.set_variable("queries", sorted(excluded))
        database.set_variable("kept", column)
        edges: pa.Table = database.fetch(_CITED)
    ranked: Rankings = {query: [] for query in sorted(excluded)}
    for query, paper in zip(*(column.to_pylist() for column in edges.columns), strict=True):
        if paper not in excluded[query]:
            ranked[query].append((paper, 1.0))
    return ranked

"""The source ``cited``: the papers of the corpus that a query cites."""

from collections.abc import Mapping, Sequence, Set
from pathlib import Path
from typing import Any

import pyarrow as pa

from paperpool.collections.collection import Pool
from paperpool.corpus.database import connect
from paperpool.io import tables
from paperpool.pools.names import CITED
from paperpool.pools.top_candidates import Rankings

_CITED = """
SELECT citing_id, cited_id
FROM (SELECT citing_id, cited_id FROM citations UNION SELECT citing_id, cited_id FROM known)
WHERE citing_id IN (SELECT unnest(getvariable('queries')))
AND cited_id IN (SELECT paper_id FROM candidates)
ORDER BY citing_id, cited_id
"""


def rank_cited(
    candidates: str | Path,
    citations: Sequence[str | Path],
    excluded: Mapping[str, Set[str]],
    *,
    known: pa.Table | None = None,
    **lent: Any,
) -> Rankings:
    """Return the cited papers of each query that are candidates, by id, all with score 1.

    ``candidates`` is a table of them (``tables.POOL_TOKENS``), ``citations`` are the corpus's,
    ``known`` edges besides (``tables.CITATIONS``), ``excluded`` has the queries and the ids that
    are never their candidates. No list is cut, however long. Memory holds the result.
    """
    with connect(**lent) as database:
        database.add_files("candidates", [candidates])
        database.add_files("citations", citations)
        database.add_table("known", tables.CITATIONS.empty_table() if known is None else known)
        database.set_variable("queries", sorted(excluded))
        edges: pa.Table = database.fetch(_CITED)
    ranked: Rankings = {query: [] for query in sorted(excluded)}
    for query, paper in zip(*(column.to_pylist() for column in edges.columns), strict=True):
        if paper not in excluded[query]:
            ranked[query].append((paper, 1.0))
    return ranked


def list_cited(pools: Mapping[str, Pool]) -> pa.Table:
    """Return whom queries cite as released pools say it (``tables.CITATIONS``).

    A candidate is cited where ``cited`` is among its sources.
    """
    edges = [
        (query, candidate)
        for query, pool in pools.items()
        for candidate, sources in zip(pool.candidates, pool.sources, strict=True)
        if CITED in sources
    ]
    return tables.make_table(edges, tables.CITATIONS)

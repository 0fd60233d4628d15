"""Citations kept for testing a trained encoder: of papers that were put aside.

A paper that is put aside has no part in training, in any role, and neither has any citation from it
or of it. The papers that it cites may be trained with as what others cite.
"""

from __future__ import annotations

from pathlib import Path

from paperpool.corpus.database import Database
from paperpool.io import tables

MAX_CANDIDATES = 20_000
"""Papers that are ranked for each query, unless those that are cited are more."""

_CITATIONS = """
SELECT a.paper_id AS query_id, b.paper_id AS cited_id
FROM edges
JOIN put_aside ON citing = put_aside.paper
JOIN papers AS a ON citing = a.paper
JOIN papers AS b ON cited = b.paper
ORDER BY query_id, cited_id
"""

_CANDIDATES = """
WITH needed AS (
    SELECT paper FROM put_aside
    UNION
    SELECT cited FROM edges JOIN put_aside ON citing = paper
),
chosen AS (
    SELECT paper_id FROM papers
    ORDER BY paper NOT IN (SELECT paper FROM needed), draw('candidate ' || paper), paper
    LIMIT greatest(
        getvariable('max_candidates'),
        (SELECT count(*) FROM papers WHERE paper IN (SELECT paper FROM needed))
    )
)
SELECT paper_id, any_value(title) AS title, any_value(abstract) AS abstract
FROM chosen JOIN corpus USING (paper_id)
GROUP BY paper_id ORDER BY paper_id
"""


def write_citation_queries(
    database: Database,
    citations: str | Path,
    candidates: str | Path,
    max_candidates: int = MAX_CANDIDATES,
) -> int:
    """Write the citations of what was put aside and the papers to rank; return how many citations.

    ``citations``: ``tables.CITATION_QUERIES``, those to papers with a text. ``candidates``:
    ``tables.PAPER_TEXTS`` of the queries, of what they cite and of as many others as fit, drawn;
    each paper under one id, so that a query's twin is no candidate. Both sorted by id.
    """
    database.set_variable("max_candidates", max_candidates)
    database.write(_CANDIDATES, candidates, tables.PAPER_TEXTS)
    return database.write(_CITATIONS, citations, tables.CITATION_QUERIES)

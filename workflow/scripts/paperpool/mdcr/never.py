"""What is never a negative of a query: itself, whom it cites, and the twins of either."""

from __future__ import annotations

from pathlib import Path

from paperpool.corpus.database import Database

_NEVER = """
CREATE TEMP TABLE never AS
WITH own AS (
    SELECT query_id, query_id AS paper_id FROM queries
    UNION
    SELECT query_id, cited_id FROM cited
),
named AS (
    SELECT paper_id, twin_of FROM twins UNION SELECT twin_of, twin_of FROM twins
)
SELECT query_id, paper_id AS candidate_id FROM own
UNION
SELECT query_id, others.paper_id
FROM own JOIN named USING (paper_id) JOIN named AS others USING (twin_of)
"""


def load_never(database: Database, twins: str | Path) -> None:
    """Make the table ``never`` (query_id, candidate_id) of ``queries`` and ``cited``.

    A paper stands in S2ORC under several ids at times: another id of a cited paper is no negative.
    """
    database.add_files("twins", [twins])
    database.execute(_NEVER)

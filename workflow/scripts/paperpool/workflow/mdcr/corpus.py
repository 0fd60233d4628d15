"""MDCR's view of the corpus: the prefiltered papers, and queries with whom they cite."""

from collections.abc import Sequence
from pathlib import Path

from paperpool.workflow.corpus.database import Database

_PREFILTERED = """
CREATE TEMP VIEW prefiltered AS
SELECT paper_id, title, abstract, year, fields, n_inbound
FROM corpus WHERE in_mdcr AND year IS NOT NULL
"""

_NEVER = """
CREATE TEMP TABLE never AS
WITH own AS (
    SELECT query_id, query_id AS paper_id FROM queries
    UNION
    SELECT query_id, cited_id FROM cited
),
named AS (SELECT paper_id, twin_of FROM twins UNION SELECT twin_of, twin_of FROM twins)
SELECT query_id, paper_id AS candidate_id FROM own
UNION
SELECT query_id, others.paper_id
FROM own JOIN named USING (paper_id) JOIN named AS others USING (twin_of)
"""


def load_corpus(database: Database, papers: Sequence[str | Path], seed: int) -> None:
    """Make ``corpus`` and ``prefiltered`` readable; ``draw(text)`` has the seed.

    ``papers`` are the corpus stage's tables, by shard. ``prefiltered`` has the papers that MDCR's
    filter keeps, without those lacking a year.
    """
    database.seed_draws(seed)
    database.add_files("corpus", papers)
    database.execute(_PREFILTERED)


def load_queries(
    database: Database, queries: str | Path, cited: str | Path, twins: str | Path
) -> None:
    """Make ``queries``, ``cited`` and ``never`` (query_id, candidate_id) readable.

    ``never`` has the papers that cannot be a query's negatives: itself, its references, and the
    twins of either. S2ORC has some papers under several ids.
    """
    database.add_files("queries", [queries])
    database.add_files("cited", [cited])
    database.add_files("twins", [twins])
    database.execute(_NEVER)

"""Draw training triples: a paper, one that it cites, and one that it does not.

Source: Cohan et al. 2020 ("SPECTER"), sections 2.3, 2.4 and 4: up to five triples per citing paper,
two with a hard negative (cited by a cited paper only) and three with an easy, random one; so does
CSFCube's SPECTER-ID (section 5). Draws hash the seed and the papers' ids. Citing papers are taken
in batches until there are enough triples, so citations of citations are never listed for the whole
corpus.
"""

from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from paperpool.errors import Problem, UserError
from paperpool.io import tables
from paperpool.workflow.corpus.database import Database

BATCH_QUERIES = 20_000
"""Citing papers per batch of citations of citations."""

_QUERIES = """
CREATE TEMP TABLE queries AS
SELECT
    citing AS query,
    count(*)::BIGINT AS n_cited,
    row_number() OVER (ORDER BY draw('query ' || citing), citing) AS place
FROM edges
WHERE citing IN (SELECT paper FROM papers) AND cited IN (SELECT paper FROM papers)
GROUP BY citing
"""

_RANDOM_ORDER = """
CREATE TEMP TABLE random_order AS
SELECT paper, row_number() OVER (ORDER BY draw('easy ' || paper), paper) - 1 AS place FROM papers
"""

_BATCH = """
CREATE OR REPLACE TEMP TABLE batch AS
SELECT query, n_cited, place FROM queries
WHERE place > getvariable('done') AND place <= getvariable('done') + getvariable('batch_queries')
"""

_POSITIVES = """
CREATE OR REPLACE TEMP TABLE positives AS
SELECT
    query,
    cited AS positive,
    row_number() OVER (PARTITION BY query ORDER BY draw(query || ' cites ' || cited), cited) AS turn
FROM batch JOIN edges ON citing = query
WHERE cited IN (SELECT paper FROM papers)
QUALIFY turn <= getvariable('hard') + getvariable('easy')
"""

_HARD = """
CREATE OR REPLACE TEMP TABLE hard AS
WITH two_hops AS (
    SELECT DISTINCT query, far.cited AS negative
    FROM batch
    JOIN edges AS near ON near.citing = query
    JOIN edges AS far ON far.citing = near.cited
    WHERE far.cited <> query AND far.cited IN (SELECT paper FROM papers)
)
SELECT
    query,
    negative,
    row_number() OVER (PARTITION BY query ORDER BY draw(query || ' hard ' || negative), negative)
        AS turn
FROM two_hops ANTI JOIN edges ON citing = query AND cited = negative
QUALIFY turn <= getvariable('hard')
"""

_EASY = """
CREATE OR REPLACE TEMP TABLE easy AS
WITH size AS (SELECT count(*) AS n FROM papers),
walk AS (
    SELECT query, step, (md5_number(draw('walk ' || query)) % n + step) % n AS place
    FROM
        (SELECT *, unnest(range(getvariable('easy') + getvariable('hard') + n_cited + 1)) AS step
        FROM batch),
        size
    WHERE step < n
),
met AS (
    SELECT query, step, paper AS negative
    FROM walk JOIN random_order ON random_order.place = walk.place
    WHERE paper <> query
)
SELECT query, negative, row_number() OVER (PARTITION BY query ORDER BY step) AS turn
FROM (
    SELECT * FROM met
    ANTI JOIN edges ON citing = query AND cited = negative
) AS uncited
ANTI JOIN hard USING (query, negative)
QUALIFY turn <= getvariable('easy')
"""
"""A walk through all papers in random order from a random start, as long as needed."""

_TRIPLES = """
WITH negatives AS (
    SELECT query, negative, 'hard' AS kind, turn FROM hard
    UNION ALL
    SELECT query, negative, 'easy' AS kind, getvariable('hard') + turn FROM easy
),
turns AS (SELECT query, count(*) AS n FROM positives GROUP BY query),
numbered AS (
    SELECT *, row_number() OVER (PARTITION BY query ORDER BY turn) AS number FROM negatives
)
SELECT
    batch.place,
    q.paper_id AS query_id,
    p.paper_id AS positive_id,
    m.paper_id AS negative_id,
    kind AS negative
FROM numbered
JOIN batch USING (query)
JOIN turns USING (query)
JOIN positives ON positives.query = numbered.query AND positives.turn = (number - 1) % n + 1
JOIN papers AS q ON q.paper = numbered.query
JOIN papers AS p ON p.paper = positive
JOIN papers AS m ON m.paper = numbered.negative
ORDER BY batch.place, number
"""

_TEXTS = """
WITH named AS (
    SELECT query_id AS paper_id FROM drawn
    UNION SELECT positive_id FROM drawn
    UNION SELECT negative_id FROM drawn
)
SELECT paper_id, any_value(title) AS title, any_value(abstract) AS abstract
FROM corpus JOIN named USING (paper_id)
GROUP BY paper_id ORDER BY paper_id
"""


@dataclass(frozen=True)
class TripleSettings:
    """The most triples, in all and of each kind per citing paper."""

    triples: int
    hard_negatives: int = 2
    easy_negatives: int = 3


def draw_triples(
    database: Database,
    settings: TripleSettings,
    triples: str | Path,
    texts: str | Path,
    batch_queries: int = BATCH_QUERIES,
) -> dict[str, int]:
    """Write triples of the loaded graph and the texts of their papers; return their statistics.

    Positives are drawn from the cited papers, each used once before any is repeated. A lack of
    negatives gives fewer triples, and is counted. The draw ends at the first citing paper whose
    triples exceed the limit. Files: ``tables.TRIPLES``, in the order drawn, and
    ``tables.PAPER_TEXTS``, sorted. Memory holds the ids of the triples.
    """
    database.set_variable("hard", settings.hard_negatives)
    database.set_variable("easy", settings.easy_negatives)
    database.set_variable("batch_queries", batch_queries)
    for statement in (_QUERIES, _RANDOM_ORDER):
        database.execute(statement)
    n_citing = database.fetch("SELECT count(*) AS n FROM queries")["n"][0].as_py()
    if n_citing == 0:
        message = "No paper that is not held out cites another: no triples can be drawn."
        hint = "Both need a title and an abstract; lower held_out, or give more of data.s2orc."
        raise UserError(Problem(message, "the corpus's citations", hint))

    parts = []
    n_drawn = 0
    n_used = 0
    while n_used < n_citing and n_drawn <= settings.triples:
        parts.append(_draw_batch(database, n_used))
        n_drawn += parts[-1].num_rows
        n_used = min(n_used + batch_queries, n_citing)

    drawn = pa.concat_tables(parts)
    if n_drawn > settings.triples:  # the first citing paper that does not fit ends the draw
        first_out = drawn["place"][settings.triples].as_py()
        drawn = drawn.filter(pc.less(drawn["place"], first_out))
        n_used = first_out - 1

    tables.write_table(triples, drawn.drop_columns("place").cast(tables.TRIPLES))
    database.add_files("drawn", [triples])
    n_papers = database.write(_TEXTS, texts, tables.PAPER_TEXTS)
    n_hard = pc.sum(pc.equal(drawn["negative"], "hard"), min_count=0).as_py()
    n_easy = drawn.num_rows - n_hard
    return {
        "citing_papers": n_citing,
        "citing_papers_used": n_used,
        "triples": drawn.num_rows,
        "papers": n_papers,
        "hard": n_hard,
        "easy": n_easy,
        "missing_hard": n_used * settings.hard_negatives - n_hard,
        "missing_easy": n_used * settings.easy_negatives - n_easy,
    }


def _draw_batch(database: Database, n_before: int) -> pa.Table:
    """Return the triples of the citing papers after the first ``n_before``."""
    database.set_variable("done", n_before)
    for statement in (_BATCH, _POSITIVES, _HARD, _EASY):
        database.execute(statement)
    return database.fetch(_TRIPLES)

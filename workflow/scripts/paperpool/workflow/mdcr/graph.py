"""Find graph neighbours of a query: papers that cite, or are cited by, a paper that it cites.

Source: MDCR section 4.1, graph neighbours-based selection. For each paper c that the query q cites:
the overlap coefficient |O(q) ∩ N(c)| / min(|O(q)|, |N(c)|). O(q) are the papers that q cites; N(c)
= I(c) ∪ O(c) are those that cite c or that c cites, over the whole citation table. From the highest
c down (ties by id), the papers of N(c) that q does not cite become candidates until there are
enough; from the last c they are drawn at random.

O(q) is small and N(c) can be huge. Intersections are therefore counted by looking up pairs of O(q)
among the citations, and N(c) is listed for a few c at a time, for unfinished queries. Of the
citation table only the row groups of the papers c are read.
"""

from pathlib import Path

from paperpool.io import tables
from paperpool.workflow.corpus.database import Database
from paperpool.workflow.corpus.neighbours import Neighbours

FIRST_TURN = 4
"""Cited papers whose neighbours are listed in the first turn; the number doubles each turn."""

_NEIGHBOURS = """
CREATE TEMP TABLE neighbours AS
SELECT cited_id AS id, citing_id AS neighbour FROM incoming
UNION
SELECT citing_id, cited_id FROM outgoing
"""

_CITED_BY_FIELDS = """
CREATE TEMP TABLE cited_by_fields AS
SELECT query_id, cited_id FROM cited
WHERE query_id IN (SELECT query_id FROM queries WHERE level = 'field')
"""

_OVERLAPS = """
CREATE TEMP TABLE coefficients AS
WITH shared AS (
    SELECT a.query_id, a.cited_id, count(*) AS n
    FROM cited_by_fields AS a
    JOIN cited_by_fields AS b ON a.query_id = b.query_id
    JOIN neighbours ON id = a.cited_id AND neighbour = b.cited_id
    GROUP BY ALL
),
n_cited AS (SELECT query_id, count(*) AS n FROM cited_by_fields GROUP BY query_id),
n_neighbours AS (SELECT id, count(*) AS n FROM neighbours GROUP BY id)
SELECT
    query_id,
    cited_id AS via_id,
    coalesce(shared.n, 0) / least(n_cited.n, n_neighbours.n) AS overlap,
    row_number() OVER (PARTITION BY query_id ORDER BY overlap DESC, via_id) AS place
FROM cited_by_fields
JOIN n_cited USING (query_id)
JOIN n_neighbours ON id = cited_id
LEFT JOIN shared USING (query_id, cited_id)
"""

_FOUND = "CREATE TEMP TABLE found (query_id VARCHAR, candidate_id VARCHAR, place BIGINT)"

_FIND = """
INSERT INTO found
WITH enough AS (
    SELECT query_id FROM found GROUP BY query_id HAVING count(*) >= getvariable('negatives')
),
listed AS (
    SELECT query_id, neighbour AS candidate_id, min(place) AS place
    FROM coefficients JOIN neighbours ON id = via_id
    WHERE place > getvariable('done') AND place <= getvariable('until')
    AND query_id NOT IN (SELECT query_id FROM enough)
    GROUP BY ALL
)
SELECT query_id, candidate_id, place
FROM listed
JOIN (SELECT query_id, year FROM queries WHERE level = 'field') AS asked USING (query_id)
JOIN prefiltered ON prefiltered.paper_id = candidate_id AND prefiltered.year <= asked.year
ANTI JOIN never USING (query_id, candidate_id)
ANTI JOIN found USING (query_id, candidate_id)
QUALIFY row_number() OVER (
    PARTITION BY query_id
    ORDER BY place, draw('graph ' || query_id || ' ' || candidate_id), candidate_id
) <= getvariable('negatives')
"""

_CHOSEN = """
SELECT query_id, candidate_id, via_id, overlap, row_number() OVER (
    PARTITION BY query_id
    ORDER BY place, draw('graph ' || query_id || ' ' || candidate_id), candidate_id
) AS position
FROM found JOIN coefficients USING (query_id, place)
QUALIFY position <= getvariable('negatives')
ORDER BY query_id, position
"""


def find_graph_candidates(
    database: Database, cites: Neighbours, cited_by: Neighbours, negatives: int, path: str | Path
) -> int:
    """Write up to ``negatives`` graph candidates of each query (MDCR_GRAPH); return their number.

    ``database`` has the corpus, and the tables of ``load_queries``. ``cites`` and ``cited_by`` look
    up whom a paper cites, and who cites it.
    """
    database.set_variable("negatives", negatives)
    database.execute(_CITED_BY_FIELDS)
    cited = database.fetch("SELECT DISTINCT cited_id FROM cited_by_fields")["cited_id"].to_pylist()
    database.store("outgoing", tables.CITATIONS, cites.read(cited))
    database.store("incoming", tables.CITATIONS, cited_by.read(cited))
    for statement in (_NEIGHBOURS, _OVERLAPS, _FOUND):
        database.execute(statement)
    longest = database.fetch("SELECT coalesce(max(place), 0) AS n FROM coefficients")
    n_places = longest.column("n")[0].as_py()

    # each turn lists the neighbours of cited papers at the places from done + 1 to until
    done = 0
    until = FIRST_TURN
    while done < n_places:
        database.set_variable("done", done)
        database.set_variable("until", until)
        database.execute(_FIND)
        done = until
        until = 2 * until
    return database.write(_CHOSEN, path, tables.MDCR_GRAPH)

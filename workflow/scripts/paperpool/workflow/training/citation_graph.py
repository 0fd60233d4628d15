"""The citation graph that an encoder is trained on, and its test queries.

A paper under several ids is one node, so that none of its ids can be a negative of a paper citing
another. A node is named by its smallest id, so draws do not depend on the order of the corpus. A
paper put aside and all citations from and to it are kept out of training; the papers that it cites
may serve for other citing papers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from paperpool.io import tables
from paperpool.workflow.corpus.database import Database
from paperpool.workflow.training.held_out import HeldOut

_NAMES = """
CREATE TEMP TABLE names AS
WITH grouped AS (
    SELECT paper_id, twin_of FROM twins UNION SELECT twin_of, twin_of FROM twins
)
SELECT paper_id, min(paper_id) OVER (PARTITION BY twin_of) AS paper FROM grouped
"""

_HELD_OUT = """
CREATE TEMP TABLE held_out AS
WITH ids AS (
    SELECT unnest(getvariable('ids')) AS paper_id
    UNION
    SELECT paper_id FROM keys
    WHERE title_key IN (SELECT unnest(getvariable('title_keys')))
    OR abstract_key IN (SELECT unnest(getvariable('abstract_keys')))
)
SELECT DISTINCT coalesce(paper, paper_id) AS paper FROM ids LEFT JOIN names USING (paper_id)
"""

_PAPERS = """
CREATE TEMP TABLE papers AS
WITH texts AS (
    SELECT coalesce(names.paper, corpus.paper_id) AS paper, corpus.paper_id
    FROM corpus LEFT JOIN names ON corpus.paper_id = names.paper_id
    WHERE trim(title) <> '' AND trim(abstract) <> ''
)
SELECT paper, min(paper_id) AS paper_id FROM texts
WHERE paper NOT IN (SELECT paper FROM held_out)
GROUP BY paper
"""

_EDGES = """
CREATE TEMP TABLE edges AS
SELECT DISTINCT coalesce(a.paper, citing_id) AS citing, coalesce(b.paper, cited_id) AS cited
FROM citations
LEFT JOIN names AS a ON citing_id = a.paper_id
LEFT JOIN names AS b ON cited_id = b.paper_id
WHERE citing <> cited
AND citing NOT IN (SELECT paper FROM held_out) AND cited NOT IN (SELECT paper FROM held_out)
AND (citing IN (SELECT paper FROM papers) OR cited IN (SELECT paper FROM papers))
"""

_PUT_ASIDE = """
CREATE TEMP TABLE put_aside AS
SELECT citing AS paper FROM edges
WHERE citing IN (SELECT paper FROM papers) AND cited IN (SELECT paper FROM papers)
GROUP BY citing ORDER BY draw('aside ' || citing), citing LIMIT getvariable('n_aside')
"""


@dataclass(frozen=True)
class CorpusTables:
    """The corpus: papers, twin keys and citations by shard, and the twins."""

    papers: Sequence[str | Path]
    keys: Sequence[str | Path]
    citations: Sequence[str | Path]
    twins: str | Path


def load_graph(database: Database, corpus: CorpusTables, held_out: HeldOut, seed: int) -> None:
    """Make the tables ``papers`` (paper, paper_id) and ``edges`` (citing, cited) of the graph.

    Both are without ``held_out``. Papers have a title and an abstract; ``paper_id`` is the id whose
    text represents the node. Each edge has at least one such paper.
    """
    database.add_files("corpus", corpus.papers)
    database.add_files("keys", corpus.keys)
    database.add_files("citations", corpus.citations)
    database.add_files("twins", [corpus.twins])
    database.seed_draws(seed)
    database.set_variable("ids", sorted(held_out.ids))
    database.set_variable("title_keys", sorted(held_out.title_keys))
    database.set_variable("abstract_keys", sorted(held_out.abstract_keys))

    for statement in (_NAMES, _HELD_OUT, _PAPERS, _EDGES):
        database.execute(statement)


def put_aside(database: Database, n_papers: int) -> None:
    """Draw ``n_papers`` citing papers, or all of fewer, into the table ``put_aside``."""
    database.set_variable("n_aside", n_papers)
    database.execute(_PUT_ASIDE)


def drop_put_aside(database: Database) -> None:
    """Remove the papers put aside from the graph, with their citations in both directions."""
    for table, column in (("papers", "paper"), ("edges", "citing"), ("edges", "cited")):
        database.execute(f"DELETE FROM {table} WHERE {column} IN (SELECT paper FROM put_aside)")


MAX_CANDIDATES = 20_000
"""Papers ranked for each query, unless more are cited."""

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
    """Write the citations of the papers put aside and the candidates; return how many citations.

    ``citations`` (``tables.CITATION_QUERIES``) are to papers with a text; ``candidates``
    (``tables.PAPER_TEXTS``) are queries, cited papers and a draw of others, up to
    ``max_candidates`` unless more are cited. A paper has one id there, so a query's twin is no
    candidate. Both are sorted by id.
    """
    database.set_variable("max_candidates", max_candidates)
    database.write(_CANDIDATES, candidates, tables.PAPER_TEXTS)
    return database.write(_CITATIONS, citations, tables.CITATION_QUERIES)

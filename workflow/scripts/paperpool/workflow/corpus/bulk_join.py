"""Join the bulk datasets, out of core, to the tables of a shard of S2ORC.

Rows of `abstracts` and `citations` belong to papers of any shard. They are first routed to the
shard and line of their paper; then each shard of papers is joined with its own part of them.
"""

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Unpack

import pyarrow as pa

from paperpool.io.files import write_json, writing
from paperpool.workflow.corpus.bulk_rows import ReadBulkShard
from paperpool.workflow.corpus.database import Database, DatabaseLimits, connect
from paperpool.workflow.corpus.shards import EDGES, READABLE, ReadShard

_PLACE = [("paper_shard", pa.int32()), ("paper_line", pa.int64())]

ROUTED = {
    "abstracts": pa.schema([*_PLACE, ("abstract", pa.string())]),
    "citations": pa.schema([*_PLACE, ("cited_id", pa.string())]),
}
"""Rows with the place of their paper: its shard's place among the shards of papers, its line."""

BATCH_ROWS = 16_384
"""Rows that are written at once."""

_USABLE = {
    "abstracts": """
CREATE TEMP VIEW usable AS
SELECT paper_id, abstract FROM rows
WHERE line NOT IN (SELECT line FROM repeated WHERE shard = getvariable('shard'))
""",
    "citations": """
CREATE TEMP VIEW usable AS
SELECT citing_id AS paper_id, cited_id FROM rows
WHERE citing_id IS NOT NULL AND cited_id IS NOT NULL
""",
}
"""The rows that may find a paper: each with a new id, and both ends known."""

_LOST = {"abstracts": "repeated", "citations": "unresolved"}
"""The names of the other rows."""

_ROUTED = """
SELECT papers.shard_number AS paper_shard, papers.line AS paper_line, {value}
FROM usable JOIN papers USING (paper_id)
ORDER BY {order}
"""

_JOINED_PAPERS = """
SELECT
    paper_id, title, abstract, year, fields, arxiv_id, acl_id, doi, venue,
    coalesce(counts.n, 0)::INTEGER AS n_outbound,
    n_inbound,
    NULL::VARCHAR[] AS sentences, NULL::VARCHAR[] AS labels, NULL::VARCHAR[] AS marks,
    mag_id,
    NULL::VARCHAR AS language, types, NULL::VARCHAR[] AS topics, NULL::VARCHAR[] AS sources,
    line
FROM papers
LEFT JOIN (
    SELECT paper_line AS line, abstract FROM abstracts WHERE paper_shard = getvariable('number')
) USING (line)
LEFT JOIN (
    SELECT paper_line AS line, count(*) AS n FROM citations
    WHERE paper_shard = getvariable('number') GROUP BY paper_line
) AS counts USING (line)
ORDER BY line
"""

_JOINED_EDGES = """
SELECT DISTINCT paper_id AS citing_id, cited_id, line
FROM papers JOIN citations ON paper_line = line
WHERE paper_shard = getvariable('number') AND cited_id <> paper_id
ORDER BY line, cited_id
"""


def route_rows(
    dataset: str,
    rows: str | Path,
    papers: Sequence[str | Path],
    output: str | Path,
    summary: str | Path,
    *,
    shard: str = "",
    repeated: str | Path | None = None,
    **lent: Unpack[DatabaseLimits],
) -> None:
    """Write ``rows`` of a dataset with the places of their papers (``ROUTED``), by place.

    ``papers`` are the tables of all shards in reading order. Left out are abstracts of ``shard``
    whose id an earlier row has (``repeated``: ``selection.ROWS``), and citations with an
    unknown end. ``summary`` gets ``{"joined", "repeated" or "unresolved", "without_paper"}``,
    adding up to the rows.
    """
    schema = ROUTED[dataset]
    value = schema.names[-1]
    order = schema.names
    if dataset == "abstracts":
        order = schema.names[
            :-1
        ]  # a paper has one abstract at most, so that its text decides nothing
    query = _ROUTED.format(value=value, order=", ".join(order))

    with connect(**lent) as database:
        database.add_files("rows", [rows])
        database.add_files("papers", papers)
        if repeated is not None:
            database.add_files("repeated", [repeated])
            database.set_variable("shard", shard)
        database.execute(_USABLE[dataset])
        database.write(query, output, schema, BATCH_ROWS)

        total = _count(database, "rows")
        usable = _count(database, "usable")
        joined = _count(database, "usable SEMI JOIN papers USING (paper_id)")

    counts = {
        "joined": joined,
        _LOST[dataset]: total - usable,
        "without_paper": usable - joined,
    }
    write_json(summary, counts)


def _count(database: Database, source: str) -> int:
    """Return the number of rows of a view or a join."""
    return database.fetch(f"SELECT count(*) AS n FROM {source}")["n"][0].as_py()


def join_shard(
    read: ReadBulkShard,
    number: int,
    abstracts: Sequence[str | Path],
    citations: Sequence[str | Path],
    output: ReadShard,
    **lent: Unpack[DatabaseLimits],
) -> None:
    """Write the papers of one shard with their abstracts and citations.

    ``number`` is the place of the shard of `papers`; ``abstracts`` and ``citations`` are all routed
    tables (``ROUTED``). ``n_outbound`` counts resolved `citations`, ``n_inbound`` is
    ``citationcount``.
    """
    with connect(**lent) as database:
        database.add_files("papers", [read.rows])
        database.add_files("abstracts", abstracts)
        database.add_files("citations", citations)
        database.set_variable("number", number)
        database.write(_JOINED_PAPERS, output.papers, READABLE, BATCH_ROWS)
        database.write(_JOINED_EDGES, output.citations, EDGES)

    for of_papers, copy in ((read.quarantine, output.quarantine), (read.summary, output.summary)):
        with writing(copy) as part:
            shutil.copyfile(of_papers, part)

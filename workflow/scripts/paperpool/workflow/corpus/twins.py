"""Find papers that stand in the corpus under several ids: they are never candidates together.

Papers that share a title key, an abstract key or a MAG id, directly or not, are one group. Out of
core, each paper takes over the earliest first among the papers that share a key with it, and that
first's own (for few rounds in long chains), until nothing changes.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Unpack

from paperpool.io import tables
from paperpool.io.parquet_files import read_table
from paperpool.workflow.corpus.database import DatabaseLimits, connect

_SHARED_KEYS = """
CREATE TEMP TABLE shared_{kind}s AS
SELECT {kind}_key FROM papers WHERE {kind}_key IS NOT NULL GROUP BY {kind}_key HAVING count(*) > 1
"""

_MEMBERS = """
CREATE TEMP TABLE members AS
SELECT
    (shard_number::BIGINT << 40) + line AS place,
    paper_id,
    shared_titles.title_key,
    shared_abstracts.abstract_key,
    shared_mags.mag_key,
    place AS first,
    true AS moved
FROM papers
LEFT JOIN shared_titles ON papers.title_key = shared_titles.title_key
LEFT JOIN shared_abstracts ON papers.abstract_key = shared_abstracts.abstract_key
LEFT JOIN shared_mags ON papers.mag_key = shared_mags.mag_key
WHERE coalesce(shared_titles.title_key, shared_abstracts.abstract_key, shared_mags.mag_key)
    IS NOT NULL
"""

_FIRSTS = """
CREATE OR REPLACE TEMP TABLE {kind}_firsts AS
SELECT {kind}_key, min(first) AS first FROM members WHERE {kind}_key IS NOT NULL GROUP BY {kind}_key
"""

_MOVE = """
CREATE OR REPLACE TEMP TABLE members AS
SELECT members.* REPLACE (
    least(title_firsts.first, abstract_firsts.first, mag_firsts.first, firsts.first) AS first,
    least(
        title_firsts.first, abstract_firsts.first, mag_firsts.first, firsts.first
    ) < members.first AS moved
)
FROM members
LEFT JOIN title_firsts USING (title_key)
LEFT JOIN abstract_firsts USING (abstract_key)
LEFT JOIN mag_firsts USING (mag_key)
JOIN members AS firsts ON members.first = firsts.place
"""

_MOVED = "SELECT count(*) AS n FROM members WHERE moved"

_TWINS = """
SELECT members.paper_id, firsts.paper_id AS twin_of
FROM members JOIN members AS firsts ON members.first = firsts.place
WHERE members.first <> members.place
ORDER BY members.paper_id
"""

_KINDS = ("title", "abstract", "mag")


def find_twins(
    keys: Sequence[str | Path], output: str | Path, **lent: Unpack[DatabaseLimits]
) -> None:
    """Write the twins among the kept papers (``tables.TWINS``), sorted by paper_id.

    ``keys`` are the shards' key tables (``papers.KEYS``) in the order of reading. Every paper of a
    group but its first (in corpus order) is a twin of that first.
    """
    with connect(**lent) as database:
        database.add_files("papers", keys)
        for kind in _KINDS:
            database.execute(_SHARED_KEYS.format(kind=kind))
        database.execute(_MEMBERS)
        while database.fetch(_MOVED)["n"][0].as_py():
            for kind in _KINDS:
                database.execute(_FIRSTS.format(kind=kind))
            database.execute(_MOVE)
        database.write(_TWINS, output, tables.TWINS)


def read_same_papers(twins: str | Path) -> dict[str, str]:
    """Return for every id of a paper with several the id that stands for it, from twins.parquet."""
    table = read_table(twins, ["paper_id", "twin_of"])
    papers = table["paper_id"].to_pylist()
    firsts = table["twin_of"].to_pylist()
    same: dict[str, str] = {}
    for paper, first in zip(papers, firsts, strict=True):
        same[paper] = first
        same[first] = first
    return same


def find_excluded(queries: Iterable[str], same: dict[str, str]) -> dict[str, set[str]]:
    """Return the ids that are never candidates of each query: its own and those of its twins."""
    ids: dict[str, set[str]] = {}
    for paper, name in same.items():
        ids.setdefault(name, set()).add(paper)

    excluded = {}
    for query in queries:
        twins = ids.get(same.get(query, ""), set())
        excluded[query] = {query} | twins
    return excluded

"""Find papers that stand in the corpus under several ids."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

from paperpool import tables
from paperpool.corpus.database import connect

_KEYED = """
CREATE TEMP VIEW keyed AS
SELECT 0 AS kind, title_key AS key, shard_number, line, paper_id
FROM papers WHERE title_key IS NOT NULL
UNION ALL
SELECT 1 AS kind, abstract_key AS key, shard_number, line, paper_id
FROM papers WHERE abstract_key IS NOT NULL
"""

_SHARED = """
CREATE TEMP TABLE shared AS SELECT kind, key FROM keyed GROUP BY kind, key HAVING count(*) > 1
"""

_MEMBERS = """
SELECT
    dense_rank() OVER (ORDER BY shard_number, line) - 1 AS paper,
    dense_rank() OVER (ORDER BY kind, key) - 1 AS key_number,
    paper_id
FROM keyed SEMI JOIN shared USING (kind, key)
ORDER BY paper, key_number
"""


def find_twins(
    keys: Sequence[str | Path],
    output: str | Path,
    *,
    memory_limit: str,
    temp_directory: str | Path,
    threads: int,
) -> None:
    """Write the twins among the kept papers (``tables.TWINS``), sorted by paper_id.

    ``keys`` are the shards' key tables (``papers.KEYS``) in the order in which shards are read.
    Papers that share a title key or an abstract key, directly or through others, are one group;
    every paper of a group but its first (in corpus order) is a twin of that first. Only papers
    that share a key are held in memory.
    """
    with connect(memory_limit, temp_directory, threads) as database:
        database.add_files("papers", keys)
        database.execute(_KEYED)
        database.execute(_SHARED)
        members = database.fetch(_MEMBERS)
    tables.write_table(output, group_twins(members))


def group_twins(members: pa.Table) -> pa.Table:
    """Return the twins (``tables.TWINS``) of a table of which paper has which shared key.

    Columns: paper (0 … n-1 in corpus order), key_number (0 …), paper_id; sorted by paper.
    """
    if not members.num_rows:
        return tables.TWINS.empty_table()
    paper = members["paper"].to_numpy()
    key = members["key_number"].to_numpy()
    n_papers = int(paper.max()) + 1
    nodes = n_papers + int(key.max()) + 1
    graph = coo_array((np.ones(len(paper), np.int8), (paper, n_papers + key)), shape=(nodes, nodes))
    _, labels = connected_components(graph, directed=False)
    _, first, group = np.unique(labels[:n_papers], return_index=True, return_inverse=True)
    first_of_group = first[group]
    later = np.flatnonzero(first_of_group != np.arange(n_papers))
    rows = np.unique(paper, return_index=True)[1]
    ids = members["paper_id"].combine_chunks().take(pa.array(rows))
    twins = pa.table(
        [ids.take(pa.array(later)), ids.take(pa.array(first_of_group[later]))],
        schema=tables.TWINS,
    )
    return twins.sort_by("paper_id")

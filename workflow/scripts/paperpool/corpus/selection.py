"""The papers that the CSFCube corpus starts from (CSFCube, section 3 and datasheet)."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa

from paperpool.corpus.database import connect

SELECTED = pa.schema([("paper_id", pa.string())])

_SEEDS = """
CREATE TEMP TABLE seeds AS
SELECT shard_number, line, paper_id
FROM papers
WHERE ($field IS NULL OR list_contains(fields, $field))
AND (arxiv_id IS NOT NULL OR NOT $arxiv_only)
"""

_WITHOUT_DUPLICATES = """
DELETE FROM seeds
WHERE (shard_number, line) IN (
    SELECT (shard_number, line) FROM duplicates JOIN shards USING (shard)
)
"""

_SELECTED = """
SELECT paper_id FROM seeds
UNION
SELECT cited_id AS paper_id FROM citations SEMI JOIN seeds USING (shard_number, line)
UNION
SELECT paper_id FROM papers JOIN shards USING (shard_number)
WHERE list_contains(getvariable('released'), shard)
ORDER BY paper_id
"""


def select_csfcube(
    papers: Sequence[str | Path],
    citations: Sequence[str | Path],
    duplicates: str | Path,
    shards: Sequence[str],
    output: str | Path,
    *,
    released: Sequence[str] = (),
    field: str | None = "Computer Science",
    arxiv_only: bool = True,
    **lent: Any,
) -> None:
    """Write the ids of seeds, of all papers that a seed cites and of ``released``, sorted.

    A seed has the MAG field of study ``field`` (None: any or none) and, with ``arxiv_only``, an
    arXiv id. ``papers`` and ``citations`` are the shards' tables (``shards.READABLE`` and
    ``shards.EDGES``) in the order of ``shards``, their names; later duplicates
    (``duplicates.DUPLICATES``) are no seeds. Cited ids need not be papers of the corpus.
    ``released`` names the shards of CSFCube's released abstracts, all of whose papers its authors
    selected. The schema is ``SELECTED``.
    """
    with connect(**lent) as database:
        database.add_files("papers", papers)
        database.add_files("citations", citations)
        database.add_files("duplicates_of_all", [duplicates])
        database.execute("CREATE TEMP VIEW duplicates AS SELECT shard, line FROM duplicates_of_all")
        database.add_shards(shards)
        database.set_variable("released", list(released) or [""])
        database.execute(_SEEDS, {"field": field, "arxiv_only": arxiv_only})
        database.execute(_WITHOUT_DUPLICATES)
        database.write(_SELECTED, output, SELECTED)

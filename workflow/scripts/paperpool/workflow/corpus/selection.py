"""The papers that the CSFCube corpus starts from (CSFCube, section 3 and datasheet).

Of rows with one id the first is kept; the later ones are found first.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Unpack

import pyarrow as pa

from paperpool.errors import UserError
from paperpool.io.bad_rows import OnBadRow, describe_bad_row
from paperpool.io.tables import read_batches
from paperpool.workflow.corpus.database import DatabaseLimits, connect
from paperpool.workflow.corpus.places import find_line

ROWS = pa.schema([("shard", pa.string()), ("line", pa.int64())])
"""A row that was found: the name of its group of shards and its place there (see ``groups``)."""

_REPEATED_IDS = """
CREATE TEMP TABLE repeated AS
SELECT paper_id FROM papers GROUP BY paper_id HAVING count(*) > 1
"""

_LATER_ROWS = """
SELECT shard, line
FROM (
    SELECT shard_number, line,
        row_number() OVER (PARTITION BY paper_id ORDER BY shard_number, line) AS nth
    FROM papers SEMI JOIN repeated USING (paper_id)
)
JOIN shards USING (shard_number)
WHERE nth > 1
ORDER BY shard_number, line
"""


def find_duplicates(
    papers: Sequence[str | Path],
    groups: Mapping[str, Sequence[str]],
    output: str | Path,
    *,
    on_bad_row: OnBadRow = "quarantine",
    **lent: Unpack[DatabaseLimits],
) -> None:
    """Write the rows that repeat an id of an earlier row (``ROWS``), in corpus order.

    ``papers`` are the readable rows of each group (``shards.READABLE``), ``groups`` the names of
    its shards, in reading order. With ``on_bad_row`` ``fail`` the first such row raises
    ``UserError``.
    """
    with connect(**lent) as database:
        database.add_files("papers", papers)
        database.add_shards(list(groups))
        database.execute(_REPEATED_IDS)
        found = database.write(_LATER_ROWS, output, ROWS)

    if found and on_bad_row == "fail":
        first = next(read_batches([output], rows=1)).to_pylist()[0]
        Path(output).unlink()
        number, line = find_line(first["line"])
        raise UserError(describe_bad_row(groups[first["shard"]][number], line, "duplicate_id"))


_SEEDS = """
CREATE TEMP TABLE seeds AS
SELECT shard_number, line, paper_id
FROM papers ANTI JOIN (
    SELECT shards.shard_number, line FROM duplicates JOIN shards USING (shard)
) USING (shard_number, line)
WHERE ($field IS NULL OR list_contains(fields, $field))
AND (arxiv_id IS NOT NULL OR NOT $arxiv_only)
"""

_SELECTED_IDS = """
CREATE TEMP TABLE selected AS
SELECT paper_id FROM seeds
UNION
SELECT cited_id AS paper_id FROM citations SEMI JOIN seeds USING (shard_number, line)
UNION
SELECT paper_id FROM papers JOIN shards USING (shard_number)
WHERE list_contains($released, shard)
"""

_SELECTED_ROWS = """
SELECT shard, line
FROM papers SEMI JOIN selected USING (paper_id) JOIN shards USING (shard_number)
ORDER BY shard_number, line
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
    **lent: Unpack[DatabaseLimits],
) -> None:
    """Write the rows (``ROWS``) of seeds, of papers they cite and of ``released``, in corpus order.

    A seed has the MAG field of study ``field`` (None: any) and, with ``arxiv_only``, an arXiv id;
    later ``duplicates`` (``ROWS``) are no seeds. ``papers`` (``shards.READABLE``) and ``citations``
    (``shards.EDGES``) are in the order of ``shards``, their names. Cited ids need not be papers of
    the corpus. ``released``: shards of CSFCube's abstracts, all selected by its authors.
    """
    with connect(**lent) as database:
        database.add_files("papers", papers)
        database.add_files("citations", citations)
        database.add_files("duplicates", [duplicates])
        database.add_shards(shards)
        database.execute(_SEEDS, {"field": field, "arxiv_only": arxiv_only})
        database.execute(_SELECTED_IDS, {"released": list(released) or [""]})
        database.write(_SELECTED_ROWS, output, ROWS)

"""Find rows whose paper id was already read: of rows with one id the first is kept."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.corpus.database import connect
from paperpool.corpus.groups import find_line
from paperpool.errors import UserError
from paperpool.io.quarantine import OnBadRow, describe_bad_row

DUPLICATES = pa.schema([("shard", pa.string()), ("line", pa.int64())])
"""A repeated row: the name of its group of shards and its place there (see ``groups``)."""

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
    **lent: Any,
) -> None:
    """Write the rows that repeat an id of an earlier row (``DUPLICATES``), in corpus order.

    ``papers`` are the readable rows of each group of shards (``shards.READABLE``) and ``groups``
    the names of its shards by its own, both in the order in which shards are read. Raises
    ``UserError`` for the first such row when ``on_bad_row`` is ``fail``.
    """
    with connect(**lent) as database:
        database.add_files("papers", papers)
        database.add_shards(list(groups))
        database.execute(_REPEATED_IDS)
        found = database.write(_LATER_ROWS, output, DUPLICATES)
    if found and on_bad_row == "fail":
        with pq.ParquetFile(output) as file:
            first = next(file.iter_batches(batch_size=1)).to_pylist()[0]
        Path(output).unlink()
        number, line = find_line(first["line"])
        raise UserError(describe_bad_row(groups[first["shard"]][number], line, "duplicate_id"))

"""Read one shard of a bulk dataset (`papers`, `abstracts`, `citations`) into a table.

What becomes a row of the corpus only when the three are joined: see ``bulk_join``.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa

from paperpool.corpus.batches import MAX_ROW_BYTES, Batch, read_rows
from paperpool.corpus.bulk_rows import PARSERS
from paperpool.io import tables
from paperpool.io.parquet_files import writing_groups
from paperpool.io.quarantine import OnBadRow

_OF_PAPERS = (
    *("paper_id", "title", "year", "fields", "arxiv_id", "acl_id", "doi", "venue"),
    "n_inbound",
)

DATASETS: dict[str, pa.Schema] = {
    "papers": pa.schema(
        [
            *(tables.PAPERS.field(name) for name in _OF_PAPERS),
            ("line", pa.int64()),
        ]
    ),
    "abstracts": pa.schema(
        [("paper_id", pa.string()), ("abstract", pa.string()), ("line", pa.int64())]
    ),
    "citations": pa.schema([*tables.CITATIONS, ("line", pa.int64())]),
}
"""The table of each dataset's readable rows, in file order; ``line`` is the row's line."""


@dataclass(frozen=True)
class ReadBulkShard:
    """The files that ``read_bulk_shard`` writes.

    ``rows``: a table of ``DATASETS``. ``quarantine`` and ``summary``: see ``batches.read_rows``.
    """

    rows: str | Path
    quarantine: str | Path
    summary: str | Path


def read_bulk_shard(
    path: str | Path,
    shard: str,
    dataset: str,
    output: ReadBulkShard,
    *,
    max_row_bytes: int = MAX_ROW_BYTES,
    on_bad_row: OnBadRow = "quarantine",
) -> None:
    """Read the shard at ``path``, named ``shard``, of ``dataset`` into the files of ``output``.

    Bad rows, errors and memory: see ``batches.read_rows``.
    """
    schema = DATASETS[dataset]
    with writing_groups(output.rows, schema) as writer:

        def write(batch: Batch) -> None:
            columns = [*batch.columns, batch.lines]
            writer.write_batch(pa.record_batch(columns, schema=schema))

        read_rows(
            path,
            shard,
            PARSERS[dataset],
            write,
            quarantine=output.quarantine,
            summary=output.summary,
            max_row_bytes=max_row_bytes,
            on_bad_row=on_bad_row,
        )

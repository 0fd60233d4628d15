"""Read one shard of S2ORC metadata into tables: readable papers, citations, quarantined rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pyarrow as pa

from paperpool import tables
from paperpool.corpus.batches import MAX_ROW_BYTES, Batch, read_rows
from paperpool.corpus.quarantine import OnBadRow
from paperpool.corpus.rows import Row, parse_row

READABLE = pa.schema([*tables.PAPERS, ("line", pa.int64())])
"""A readable row: a paper and the number of its line."""

EDGES = pa.schema([*tables.CITATIONS, ("line", pa.int64())])
"""A citation and the line of the citing row."""


@dataclass(frozen=True)
class ReadShard:
    """The files that a reader writes of one shard of papers, whatever its format.

    ``papers``: every readable row, in file order (``READABLE``). ``citations``: the distinct
    outbound edges of each, without self-citations, by cited id (``EDGES``). ``quarantine`` and
    ``summary``: see ``batches.read_rows``.
    """

    papers: str | Path
    citations: str | Path
    quarantine: str | Path
    summary: str | Path


def read_shard(
    path: str | Path,
    shard: str,
    output: ReadShard,
    *,
    max_row_bytes: int = MAX_ROW_BYTES,
    on_bad_row: OnBadRow = "quarantine",
) -> None:
    """Read the shard at ``path``, named ``shard``, into the tables of ``output``.

    Bad rows, errors and memory: see ``batches.read_rows``.
    """
    with (
        tables.writing_table(output.papers, READABLE) as paper_writer,
        tables.writing_table(output.citations, EDGES) as edge_writer,
    ):

        def write(batch: Batch[Row]) -> None:
            paper_writer.write_batch(make_papers(batch))
            edge_writer.write_batch(make_edges(batch))

        read_rows(
            path,
            shard,
            parse_row,
            write,
            quarantine=output.quarantine,
            summary=output.summary,
            max_row_bytes=max_row_bytes,
            on_bad_row=on_bad_row,
        )


def make_papers(batch: Batch[Row]) -> pa.RecordBatch:
    """Return the readable rows of a batch (``READABLE``)."""
    *plain, outbound, inbound = zip(*batch.rows, strict=True)
    counts = [list(map(len, lists)) for lists in (outbound, inbound)]
    return pa.record_batch([*plain, *counts, batch.lines], schema=READABLE)


def make_edges(batch: Batch[Row]) -> pa.RecordBatch:
    """Return the citations of the readable rows of a batch (``EDGES``)."""
    cited = [_distinct_citations(row.paper_id, row.outbound) for row in batch.rows]
    citing = pa.array(np.repeat(np.arange(len(cited)), list(map(len, cited))))
    return pa.record_batch(
        [
            pa.array([row.paper_id for row in batch.rows], pa.string()).take(citing),
            pa.array([one for ids in cited for one in ids], pa.string()),
            pa.array(batch.lines, pa.int64()).take(citing),
        ],
        schema=EDGES,
    )


def _distinct_citations(paper_id: str, outbound: Sequence[str]) -> list[str]:
    return sorted({*outbound} - {paper_id}) if outbound else []

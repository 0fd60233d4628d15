"""Read one shard of whole papers into tables: readable papers, citations, quarantined rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
import pyarrow as pa

from paperpool import tables
from paperpool.corpus import released_rows, rows
from paperpool.corpus.batches import MAX_ROW_BYTES, Batch, read_rows
from paperpool.corpus.rows import Row
from paperpool.corpus.sources import CSFCUBE_ABSTRACTS, METADATA
from paperpool.quarantine import OnBadRow

READABLE = pa.schema(
    [
        *tables.PAPERS,
        ("sentences", pa.list_(pa.string())),
        ("labels", pa.list_(pa.string())),
        ("line", pa.int64()),
    ]
)
"""A readable row: a paper, its sentences with their labels (null where the format has none) and
the number of its line."""

_PARSERS = {
    METADATA: (rows.parse_row, rows.parse_rows),
    CSFCUBE_ABSTRACTS: (released_rows.parse_row, None),
}
"""What parses a line of a shard of each kind, and many lines at once where that is faster."""

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
    kind: str = METADATA,
    max_row_bytes: int = MAX_ROW_BYTES,
    on_bad_row: OnBadRow = "quarantine",
) -> None:
    """Read the shard at ``path``, named ``shard``, into the tables of ``output``.

    ``kind`` is that of ``sources``: ``METADATA`` or ``CSFCUBE_ABSTRACTS``. Bad rows, errors and
    memory: see ``batches.read_rows``.
    """
    parse, parse_all = _PARSERS[kind]
    with (
        tables.writing_table(output.papers, READABLE) as paper_writer,
        tables.writing_table(output.citations, EDGES) as edge_writer,
    ):

        def write(batch: Batch[Row]) -> None:
            columns = Row(*zip(*batch.rows, strict=True))
            paper_writer.write_batch(make_papers(columns, batch.lines))
            edge_writer.write_batch(make_edges(columns, batch.lines))

        read_rows(
            path,
            shard,
            parse,
            write,
            parse_all=parse_all,
            quarantine=output.quarantine,
            summary=output.summary,
            max_row_bytes=max_row_bytes,
            on_bad_row=on_bad_row,
        )


def make_papers(columns: Row, lines: Sequence[int]) -> pa.RecordBatch:
    """Return readable rows (``READABLE``), given as a ``Row`` of columns and their lines."""
    columns = columns._replace(
        fields=[fields or [] for fields in columns.fields],
        outbound=list(map(len, columns.outbound)),
        inbound=list(map(len, columns.inbound)),
    )
    return pa.record_batch([*columns, lines], schema=READABLE)


def make_edges(columns: Row, lines: Sequence[int]) -> pa.RecordBatch:
    """Return the citations (``EDGES``) of readable rows, given as for ``make_papers``."""
    cited = list(map(_distinct_citations, columns.paper_id, columns.outbound))
    citing = pa.array(np.repeat(np.arange(len(cited)), list(map(len, cited))))
    return pa.record_batch(
        [
            pa.array(columns.paper_id, pa.string()).take(citing),
            pa.array(list(chain.from_iterable(cited)), pa.string()),
            pa.array(lines, pa.int64()).take(citing),
        ],
        schema=EDGES,
    )


def _distinct_citations(paper_id: str, outbound: Sequence[str]) -> list[str]:
    return sorted({*outbound} - {paper_id}) if outbound else []

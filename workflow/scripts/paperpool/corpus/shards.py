"""Read one metadata shard into tables: readable papers, their citations, quarantined rows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pyarrow as pa

from paperpool import tables
from paperpool.corpus.keys import abstract_key, title_key
from paperpool.corpus.lines import Line, read_lines
from paperpool.corpus.rows import BadRow, Row, order_reasons, parse_row
from paperpool.errors import Problem, UserError
from paperpool.files import write_json

OnBadRow = Literal["quarantine", "fail"]

MAX_ROW_BYTES = 8_000_000
QUARANTINED_CHARACTERS = 500

READABLE = pa.schema(
    [
        *tables.PAPERS,
        ("line", pa.int64()),
        ("title_key", pa.uint64()),
        ("abstract_key", pa.uint64()),
    ]
)
"""A readable row: a paper, the number of its line, and its twin keys (see ``keys``)."""

EDGES = pa.schema([*tables.CITATIONS, ("line", pa.int64())])
"""A citation and the line of the citing row."""

_N_PLAIN = 8
"""Columns of ``READABLE`` that are values of the row as they stand; counts follow."""
_PAPER_ID = READABLE.get_field_index("paper_id")
_LINE = READABLE.get_field_index("line")
_BATCH_ROWS = 16_384
_BATCH_BYTES = 32_000_000


@dataclass(frozen=True)
class ReadShard:
    """The files that ``read_shard`` writes.

    ``papers``: every readable row, in file order (``READABLE``). ``citations``: the distinct
    outbound edges of each, without self-citations, in order of first appearance (``EDGES``).
    ``quarantine``: the other rows (``tables.QUARANTINE``). ``summary``: JSON ``{"read",
    "readable", "quarantined": {reason: n}}`` with the reasons that occurred.
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

    Raises ``UserError`` at the first bad row when ``on_bad_row`` is ``fail``. Memory is bounded
    by a batch of 32 MB of lines.
    """
    readable = 0
    reasons: Counter[str] = Counter()
    with (
        tables.writing_table(output.papers, READABLE) as paper_writer,
        tables.writing_table(output.citations, EDGES) as edge_writer,
        tables.writing_table(output.quarantine, tables.QUARANTINE) as bad_writer,
    ):
        for batch in _parse_in_batches(path, max_row_bytes):
            if batch.bad and on_bad_row == "fail":
                raise UserError(describe_bad_row(shard, *batch.bad[0][:2]))
            if batch.edge_counts:
                paper_writer.write_batch(batch.papers())
                edge_writer.write_batch(batch.edges())
            if batch.bad:
                bad_writer.write_batch(make_quarantine(shard, batch.bad))
            readable += len(batch.edge_counts)
            reasons.update(reason for _, reason, _ in batch.bad)
    write_json(
        output.summary,
        {
            "read": readable + reasons.total(),
            "readable": readable,
            "quarantined": order_reasons(reasons),
        },
    )


def describe_bad_row(shard: str, line: int, reason: str) -> Problem:
    """Return the problem that a bad row is when bad rows are not to be quarantined."""
    return Problem(
        what=f"A row of the corpus cannot be used: {reason}.",
        where=f"shard {shard}, line {line}",
        hint="Mend or remove the row, or set corpus.on_bad_row to quarantine to leave such rows "
        "out and list them in corpus/quarantine.parquet.",
    )


def excerpt(data: bytes) -> str:
    """Return the first 500 characters of a bad row, undecodable bytes as U+FFFD."""
    return data[: 4 * QUARANTINED_CHARACTERS].decode("utf-8", "replace")[:QUARANTINED_CHARACTERS]


def make_quarantine(shard: str, bad: list[tuple[int, str, str]]) -> pa.RecordBatch:
    """Return quarantined rows, given as (line, reason, text), as a batch."""
    lines, reasons, texts = zip(*bad, strict=True)
    return pa.record_batch([[shard] * len(bad), lines, reasons, texts], schema=tables.QUARANTINE)


class _Batch:
    """Rows on their way to the tables: columns of plain values, so that little is kept alive."""

    def __init__(self) -> None:
        self.columns: list[list[Any]] = [[] for _ in READABLE]
        self.edge_counts: list[int] = []
        self.cited: list[str] = []
        self.bad: list[tuple[int, str, str]] = []
        self.bytes = 0

    def add(self, line: Line) -> None:
        """Parse ``line`` and append it to the readable rows or to the bad ones."""
        self.bytes += len(line.data)
        try:
            if line.reason is not None:
                raise BadRow(line.reason)
            row = parse_row(line.data)
        except BadRow as error:
            self.bad.append((line.number, error.reason, excerpt(line.data)))
            return
        values = (
            *row[:_N_PLAIN],
            len(row.outbound),
            len(row.inbound),
            line.number,
            title_key(row.title),
            abstract_key(row.abstract),
        )
        for column, value in zip(self.columns, values, strict=True):
            column.append(value)
        cited = _distinct_citations(row)
        self.edge_counts.append(len(cited))
        self.cited += cited

    def is_full(self) -> bool:
        """Say whether the batch has reached its bounds, in rows or in bytes of raw lines."""
        rows = len(self.edge_counts) + len(self.bad)
        return rows >= _BATCH_ROWS or self.bytes >= _BATCH_BYTES

    def papers(self) -> pa.RecordBatch:
        """Return the readable rows (``READABLE``)."""
        return pa.record_batch(self.columns, schema=READABLE)

    def edges(self) -> pa.RecordBatch:
        """Return the citations of the readable rows (``EDGES``)."""
        rows = pa.array(np.repeat(np.arange(len(self.edge_counts)), self.edge_counts))
        return pa.record_batch(
            [
                pa.array(self.columns[_PAPER_ID], pa.string()).take(rows),
                pa.array(self.cited, pa.string()),
                pa.array(self.columns[_LINE], pa.int64()).take(rows),
            ],
            schema=EDGES,
        )


def _parse_in_batches(path: str | Path, max_row_bytes: int) -> Iterator[_Batch]:
    batch = _Batch()
    for line in read_lines(path, max_row_bytes):
        batch.add(line)
        if batch.is_full():
            yield batch
            batch = _Batch()
    yield batch


def _distinct_citations(row: Row) -> list[str]:
    if not row.outbound:
        return []
    cited = dict.fromkeys(row.outbound)
    cited.pop(row.paper_id, None)
    return list(cited)

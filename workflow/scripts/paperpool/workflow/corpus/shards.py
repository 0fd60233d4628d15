"""Read shards of whole papers into tables: readable papers, citations, quarantined rows."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.fetch.listing import OPENALEX
from paperpool.io import tables
from paperpool.io.bad_rows import OnBadRow
from paperpool.io.files import write_json
from paperpool.io.parquet_files import writing_groups
from paperpool.workflow.corpus import (
    cystic_fibrosis_rows,
    openalex_works,
    released_rows,
    rows,
    typed_rows,
)
from paperpool.workflow.corpus.batches import Batch, read_rows, store_batches
from paperpool.workflow.corpus.groups import join_counts
from paperpool.workflow.corpus.openalex_parquet import is_parquet, read_works
from paperpool.workflow.corpus.openalex_works import Fields
from paperpool.workflow.corpus.own_tables.reading import read_rows as read_table_rows
from paperpool.workflow.corpus.places import make_places
from paperpool.workflow.corpus.row import MAX_ROW_BYTES, Row
from paperpool.workflow.corpus.sources import CSFCUBE_ABSTRACTS, CYSTIC_FIBROSIS, METADATA, TABLE

READABLE = pa.schema(
    [
        *tables.PAPERS,
        ("sentences", tables.TEXTS),
        ("labels", tables.TEXTS),
        ("marks", tables.TEXTS),
        ("mag_id", tables.LONG),
        ("language", tables.TEXT),
        ("types", tables.TEXTS),
        ("topics", tables.TEXTS),
        ("sources", tables.TEXTS),
        ("line", tables.LONG),
    ]
)
"""A readable row: a paper, its sentences, labels and marks (or null), MAG id, place, and what a
filter may decide by besides (``row.Row``)."""

EDGES = pa.schema([*tables.CITATIONS, ("line", pa.int64())])
"""A citation and the place of the citing row."""

GROUP_EDGES = 131_072
"""Citations of a row group."""

EXPECTED = {
    METADATA: f"S2ORC's rows, JSON lines with {', '.join(rows.KEYS)}",
    CSFCUBE_ABSTRACTS: "CSFCube's released abstracts, JSON lines",
    OPENALEX: "OpenAlex's works, JSON lines or Parquet",
    TABLE: "rows with the columns that data.s2orc names",
    CYSTIC_FIBROSIS: "records of the cystic fibrosis collection",
}
"""The rows of each kind of a shard."""

REPEATING = [
    "year",
    "fields.list.element",
    "venue",
    "n_outbound",
    "n_inbound",
    "language",
    "types.list.element",
    "topics.list.element",
    "sources.list.element",
]
"""Columns whose values repeat: no time goes into a dictionary of the others."""


@dataclass(frozen=True)
class ReadShard:
    """The files of a group of shards of papers, of any format.

    ``papers``: readable rows in file order (``READABLE``). ``citations``: distinct outbound edges
    of each, without self-citations, by cited id (``EDGES``). ``quarantine``: ``tables.QUARANTINE``.
    ``summary``: ``groups.join_counts`` of ``batches.store_batches``.
    """

    papers: str | Path
    citations: str | Path
    quarantine: str | Path
    summary: str | Path


def read_shards(
    shards: Mapping[str, str | Path],
    output: ReadShard,
    *,
    kind: str = METADATA,
    fields: Fields = "concepts",
    columns: Mapping[str, str] | None = None,
    max_row_bytes: int = MAX_ROW_BYTES,
    on_bad_row: OnBadRow = "quarantine",
) -> None:
    """Read a group of ``shards``, files by name, into the tables of ``output``.

    ``kind``: ``METADATA``, ``CSFCUBE_ABSTRACTS``, ``OPENALEX``, with fields of study ``fields``, or
    ``TABLE``, with the names of its ``columns`` (``own_tables.columns.name_columns``), or
    ``CYSTIC_FIBROSIS``, whose group is a folder. Bad rows, errors and memory: see
    ``batches.read_rows``.
    """
    counts = {}
    folder = None
    if kind == CYSTIC_FIBROSIS:
        folder = cystic_fibrosis_rows.Folder(shards.values())
    parse, parse_piece = _choose_parsers(kind, fields)
    with (
        writing_groups(output.papers, READABLE, dictionary=REPEATING, compression="none") as papers,
        writing_groups(output.citations, EDGES, GROUP_EDGES, ["citing_id"]) as edges,
        tables.writing_table(output.quarantine, tables.QUARANTINE) as quarantine,
    ):

        def write(number: int, batch: Batch) -> None:
            """Write the papers and citations of a batch of the shard with this number."""
            columns: Any = Row._make(batch.columns)
            places = make_places(batch.lines, number)
            papers.write_batch(make_papers(columns, places))
            if any(columns.outbound):
                edges.write_batch(make_edges(columns, places))

        for number, (shard, path) in enumerate(shards.items()):
            hand_on = partial(write, number)
            if kind == TABLE:
                batches = read_table_rows(path, columns or {}, max_row_bytes)
                read = store_batches(batches, path, shard, hand_on, quarantine, on_bad_row)
            elif folder is not None:
                batch, references = folder.make_batch(path)
                read = store_batches([batch], path, shard, hand_on, quarantine, on_bad_row)
                read["references"] = references
            elif kind == OPENALEX and is_parquet(path):
                works = read_works(path, fields)
                read = store_batches(works, path, shard, hand_on, quarantine, on_bad_row)
            else:
                read = read_rows(
                    path,
                    shard,
                    parse,
                    hand_on,
                    quarantine,
                    on_bad_row,
                    max_row_bytes=max_row_bytes,
                    parse_piece=parse_piece,
                )
            if "unread" in read:
                read["unread"]["expected"] = EXPECTED[kind]
            counts[shard] = read

    write_json(output.summary, join_counts(counts))


def _choose_parsers(kind: str, fields: Fields) -> tuple[Any, Any]:
    """Return the parser of a line of a kind, and that of many lines if it has one."""
    if kind == OPENALEX:
        parse_piece = partial(openalex_works.parse_piece, fields=fields)
        return partial(openalex_works.parse_work, fields=fields), parse_piece
    if kind == CSFCUBE_ABSTRACTS:
        return released_rows.parse_row, None
    return rows.parse_row, typed_rows.parse_piece


def make_papers(columns: Any, places: np.ndarray) -> pa.RecordBatch:
    """Return readable rows (``READABLE``), given as a ``Row`` of columns and their places."""
    columns = columns._replace(
        outbound=_count_each(columns.outbound), inbound=_count_each(columns.inbound)
    )
    return pa.record_batch([*columns, places], schema=READABLE)


def _count_each(citations: Sequence[Sequence[object] | None]) -> list[int | None]:
    """Return the number of citations of each paper, None if they are unknown."""
    return [None if cited is None else len(cited) for cited in citations]


def make_edges(columns: Any, places: np.ndarray) -> pa.RecordBatch:
    """Return the citations (``EDGES``) of readable rows, given as for ``make_papers``."""
    outbound = [cited or [] for cited in columns.outbound]
    row = np.repeat(np.arange(len(places)), list(map(len, outbound)))
    citing = pa.array(columns.paper_id, pa.string()).take(pa.array(row))
    cited = pa.array(list(chain.from_iterable(map(sorted, outbound))), pa.string())

    # left out are citations of the paper itself, and repeated ones, which are neighbours now
    is_left_out = pc.equal(citing, cited).to_numpy(zero_copy_only=False)
    if len(row) > 1:
        is_repeated = pc.equal(cited[1:], cited[:-1]).to_numpy(zero_copy_only=False)
        is_left_out[1:] |= is_repeated & (row[1:] == row[:-1])

    edges = pa.record_batch([citing, cited, pa.array(places[row])], schema=EDGES)
    if not is_left_out.any():
        return edges
    return edges.filter(pa.array(~is_left_out))

"""Tables of a user's own papers, as reference managers, spreadsheets and scripts write them."""

from __future__ import annotations

import csv
import gzip
import json
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq

from paperpool.workflow.corpus.own_tables.reading import read_rows
from paperpool.workflow.corpus.row import Row

PAPERS = [
    ("p1", "Barley grows", "One sentence. Two sentences."),
    ("p2", "Café olé", 'It says "yes", twice;\nand goes on.'),
    ("p3", "Rye", ""),
]


def write_csv(path: Path, rows=PAPERS, encoding="utf-8", delimiter=",", header=None) -> Path:
    """Write papers as CSV; ``header`` are the names of the columns."""
    with path.open("w", encoding=encoding, newline="") as file:
        writer = csv.writer(file, delimiter=delimiter)
        writer.writerow(header or ["id", "title", "abstract"])
        writer.writerows(rows)
    return path


def write_json_lines(path: Path, rows=PAPERS) -> Path:
    """Write papers as JSON lines, gzipped if the name says so."""
    names = ("id", "title", "abstract")
    text = "".join(json.dumps(dict(zip(names, row, strict=True))) + "\n" for row in rows)
    data = text.encode()
    path.write_bytes(gzip.compress(data, mtime=0) if path.suffix == ".gz" else data)
    return path


def write_parquet(path: Path, rows=PAPERS, header=("id", "title", "abstract")) -> Path:
    """Write papers as Parquet; ``header`` are the names of the columns."""
    pq.write_table(
        pa.table(dict(zip(header, map(list, zip(*rows, strict=True)), strict=True))), path
    )
    return path


def read_all(
    path: Path, columns: dict[str, str] | None = None, most: int = 100_000
) -> tuple[list[Row], list[int], list[tuple[Any, ...]]]:
    """Return the rows of a table, their lines, and (line, reason, key) of the bad ones."""
    rows: list[Row] = []
    lines: list[int] = []
    bad: list[tuple[Any, ...]] = []
    for batch in read_rows(path, columns or {}, most):
        if batch.lines:
            rows += map(Row._make, zip(*batch.columns, strict=True))
        lines += batch.lines
        bad += [(one.line, one.reason, one.key) for one in batch.bad]
    return rows, lines, bad

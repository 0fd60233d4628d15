"""Tables of a few rows that are written by hand."""

import pyarrow as pa

from paperpool.io.tables import PAPERS, write_table

FILTERED = PAPERS.append(pa.field("in_csfcube", pa.bool_()))
"""The papers of a corpus after the filter csfcube."""


def make_rows(rows, schema):
    """Return a table of rows: a value for every column, or some by name and null elsewhere."""
    named = [r if isinstance(r, dict) else dict(zip(schema.names, r, strict=True)) for r in rows]
    return pa.Table.from_pylist(named, schema)


def write_rows(path, rows, schema):
    """Write such a table and return its path."""
    write_table(path, make_rows(rows, schema))
    return path

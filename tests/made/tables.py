"""Tables of a few rows that are written by hand."""

import pandas as pd
import pyarrow as pa

from paperpool.io.tables import PAPERS, write_csv, write_table

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


def write_frame(path, columns, rows):
    """Write rows as CSV and return its path; ``columns`` may be a text with blanks."""
    names = columns.split() if isinstance(columns, str) else list(columns)
    write_csv(path, pd.DataFrame(rows, columns=names))
    return path

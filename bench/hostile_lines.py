"""What polars and DuckDB do with lines that a shard of papers should not have, beside paperpool.

``PYTHONPATH=workflow/scripts python bench/hostile_lines.py`` prints a table in Markdown: a
hostile line stands between two good ones, and each reader is asked for the same columns with the
same types. polars is no dependency: install it (``pip install polars``) in an environment of its
own that has the workflow's packages too.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from pathlib import Path
from typing import Any

import duckdb
import pyarrow.parquet as pq

from paperpool.workflow.corpus.rows import KEYS
from paperpool.workflow.corpus.shards import ReadShard, read_shards

try:
    import polars as pl
except ImportError:
    pl = None

Rows = list[dict[str, Any]]

SHOWN = ("paper_id", "title", "year", "outbound_citations")
_LISTS = ("mag_field_of_study", "outbound_citations", "inbound_citations")
_GOOD = dict.fromkeys(KEYS) | {"outbound_citations": ["7"], "inbound_citations": []}


def write_line(number: str, **values: Any) -> bytes:
    """Return a good line, but for ``values``; bytes among these stand there as they are."""
    row = _GOOD | {"paper_id": number, "title": "A title", "year": 2019} | values
    pairs = (
        b'"%b": %b' % (key.encode(), one if isinstance(one, bytes) else json.dumps(one).encode())
        for key, one in row.items()
    )
    return b"{" + b", ".join(pairs) + b"}"


_line = partial(write_line, "2")

HOSTILE: dict[str, bytes] = {
    "a key twice, with two titles": _line()[:-1] + b', "title": "Other"}',
    "invalid UTF-8 in a title": _line(title=b'"\xff"'),
    "invalid UTF-8 in a key that is not read": _line(new=b'"\xff"'),
    "a surrogate as UTF-8 in a key that is not read": _line(new=b'"\xed\xa0\x80"'),
    "a lone surrogate, escaped, in a title": _line(title=b'"\\ud800"'),
    "a NUL character, escaped, in a title": _line(title=b'"a\\u0000b"'),
    "a line feed, not escaped, in a title": _line(title=b'"a\nb"'),
    "a tab, not escaped, in a title": _line(title=b'"a\tb"'),
    "NaN as a year": _line(year=b"NaN"),
    "NaN in a key that is not read": _line(new=b"NaN"),
    "1e999 as a year": _line(year=b"1e999"),
    "10^30 as a year": _line(year=10**30),
    "5,000 digits in a key that is not read": _line(new=b"1" * 5000),
    "a year of 2019.0": _line(year=2019.0),
    "a year of 2019.7": _line(year=2019.7),
    "a year of -1": _line(year=-1),
    "a year as text": _line(year="2019"),
    "true as a year": _line(year=True),
    "a number as a title": _line(title=5),
    "an object as a title": _line(title={"en": "a"}),
    "a number as an id": _line(paper_id=2),
    "null as an id": _line(paper_id=None),
    "citations with a number": _line(outbound_citations=["7", 8]),
    "citations with null": _line(outbound_citations=["7", None]),
    "text in place of citations": _line(outbound_citations="7"),
    "a key that is missing": _line().replace(b'"outbound_citations"', b'"outbound"'),
    "a line cut short": _line()[:-40],
    "two rows on a line": _line() + write_line("4"),
    "a comma too many": _line()[:-1] + b",}",
    "single quotes": _line().replace(b'"', b"'"),
    "a list in place of a row": b"[" + _line() + b"]",
    "null in place of a row": b"null",
    "brackets 3,000 deep in a key that is not read": _line(new=b"[" * 3000 + b"]" * 3000),
    "a line of 9 MB": _line(title="x" * 9_000_000),
    "NUL bytes": b"\0" * 100,
}
"""What is wrong with a line, and the line."""


def read_here(path: str) -> Rows:
    """Return the rows that paperpool reads; a row in quarantine has its reason alone."""
    with tempfile.TemporaryDirectory() as folder:
        files = ReadShard(*(Path(folder, name) for name in ("papers", "edges", "bad", "summary")))
        read_shards({"shard": path}, files)
        edges = pq.read_table(files.citations).to_pylist()
        rows = [
            {
                **row,
                "outbound_citations": [e["cited_id"] for e in edges if e["line"] == row["line"]],
            }
            for row in pq.read_table(files.papers).to_pylist()
        ]
        return rows + [
            {"reason": row["reason"]} for row in pq.read_table(files.quarantine).to_pylist()
        ]


def read_with_polars(path: str, ignore_errors: bool) -> Rows:
    """Return the rows of ``polars.read_ndjson``."""
    types = {key: pl.List(pl.String) if key in _LISTS else pl.String for key in KEYS}
    schema = types | {"year": pl.Int32}
    return pl.read_ndjson(path, schema=schema, ignore_errors=ignore_errors).to_dicts()


def read_with_duckdb(path: str, ignore_errors: bool) -> Rows:
    """Return the rows of DuckDB's ``read_json``."""
    types = {key: "VARCHAR[]" if key in _LISTS else "VARCHAR" for key in KEYS}
    result = duckdb.read_json(
        path,
        columns=types | {"year": "INTEGER"},
        format="newline_delimited",
        ignore_errors=ignore_errors,
    )
    return result.to_arrow_table().to_pylist()


def describe(rows: Rows) -> str:
    """Say what became of the hostile line, and of the good ones around it."""
    reasons = [row["reason"] for row in rows if "reason" in row]
    rows = [{key: row.get(key) for key in SHOWN} for row in rows if "reason" not in row]
    good = {"title": "A title", "year": 2019, "outbound_citations": ["7"]}
    lost = [number for number in "13" if {"paper_id": number, **good} not in rows]
    others = [row for row in rows if row["paper_id"] not in ("1", "3")]
    said = [f"quarantine: {' and '.join(reasons)}"] if reasons else []
    said += [f"kept: {_show(row, good)}" for row in others]
    if lost:
        said.append(f"good row{'s' * (len(lost) > 1)} lost")
    return "; ".join(said) or "left out in silence"


def _show(row: dict[str, Any], good: dict[str, Any]) -> str:
    """Return the values of a row that differ from a good one's."""
    values = {key: value for key, value in row.items() if value != ({"paper_id": "2"} | good)[key]}
    if all(value is None for value in row.values()):
        return "all null"
    if not values:
        return "as a good one"
    return ", ".join(f"{key} {_shorten(value)}" for key, value in values.items())


def _shorten(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return f"`{text}`" if len(text) < 40 else f"of {len(value):,} characters"


def run(read: Callable[[str], Rows], path: str) -> str:
    """Return what a reader makes of a file; one that ends the process says so."""
    with ProcessPoolExecutor(1) as pool:
        try:
            return describe(pool.submit(read, path).result())
        except BrokenProcessPool:
            return "**the process ends**"
        except Exception:
            return "error, nothing read"


def main() -> None:
    """Print the table, and how often each reader loses or changes something without a word."""
    readers: dict[str, Callable[[str], Rows]] = {"paperpool": read_here}
    if pl is None:
        print("polars is not installed: its columns are left out.")
    else:
        readers[f"polars {pl.__version__}"] = partial(read_with_polars, ignore_errors=False)
        readers["polars, ignore_errors"] = partial(read_with_polars, ignore_errors=True)
    readers[f"DuckDB {duckdb.__version__}"] = partial(read_with_duckdb, ignore_errors=False)
    readers["DuckDB, ignore_errors"] = partial(read_with_duckdb, ignore_errors=True)
    print(f"| the line has | {' | '.join(readers)} |", "|---" * (len(readers) + 1) + "|", sep="\n")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "shard.jsonl")
        for name, line in HOSTILE.items():
            path.write_bytes(b"\n".join([write_line("1"), line, write_line("3"), b""]))
            cells = [run(read, str(path)) for read in readers.values()]
            print(f"| {name} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()

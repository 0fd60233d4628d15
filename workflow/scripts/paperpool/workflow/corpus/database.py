"""Queries over the tables of all shards, out of core, with DuckDB."""

from __future__ import annotations

import contextlib
import glob
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict

import pyarrow as pa

from paperpool.errors import Problem, UserError
from paperpool.io import tables
from paperpool.io.files import temporary_folder

if TYPE_CHECKING:  # slow to import for a job that takes its limits and seldom connects
    import duckdb

_ROWS = 65_536

Parameters = Mapping[str, object]
"""The values of a query's ``$name`` by name."""


class DatabaseLimits(TypedDict):
    """The limits of a job's database, as ``connect`` takes them."""

    memory_limit: str
    temp_directory: str | Path
    threads: int


_DRAW = "CREATE TEMP MACRO draw(what) AS md5(getvariable('seed') || ' ' || what)"


def memory_limit(mem_mb: int) -> str:
    """Return DuckDB's share of a job's ``mem_mb`` megabytes, in DuckDB's notation."""
    return f"{max(int(mem_mb) * 6 // 10, 100)}MB"


def lend(resources: Any, threads: int) -> DatabaseLimits:
    """Return the limits of a job's database: ``mem_mb`` and ``tmpdir`` of its resources."""
    return {
        "memory_limit": memory_limit(resources.mem_mb),
        "temp_directory": resources.tmpdir,
        "threads": threads,
    }


@contextlib.contextmanager
def connect(memory_limit: str, temp_directory: str | Path, threads: int) -> Iterator[Database]:
    """Yield a database in memory that spills into a folder below ``temp_directory``.

    ``memory_limit`` is in DuckDB's notation (``2GB``).
    """
    import duckdb

    Path(temp_directory).mkdir(parents=True, exist_ok=True)
    with temporary_folder(temp_directory, "paperpool-duckdb-") as folder:
        settings: dict[str, str | bool | int | float | list[str]] = {
            "memory_limit": memory_limit,
            "temp_directory": str(folder),
            "threads": threads,
            "preserve_insertion_order": False,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
        with duckdb.connect(":memory:", config=settings) as connection:
            yield Database(connection)


class Database:
    """A DuckDB connection that names sets of parquet files and streams results."""

    def __init__(self, connection: duckdb.DuckDBPyConnection):
        self._connection = connection

    def add_files(self, name: str, paths: Sequence[str | Path]) -> None:
        """Make the rows of ``paths`` the view ``name``, with ``shard_number``, the file's place."""
        names = [str(path) for path in paths]
        files = pa.table(
            {
                "filename": pa.array(names, pa.string()),
                "shard_number": pa.array(range(len(paths)), pa.int32()),
            }
        )
        self._connection.register(f"{name}_files", files)

        exact = list(map(glob.escape, names))  # a bracket in a path is no pattern
        self._connection.read_parquet(exact, filename=True).create_view(f"{name}_rows")
        self._connection.execute(
            f"CREATE OR REPLACE TEMP VIEW {name} AS "
            f"SELECT * EXCLUDE (filename) FROM {name}_rows JOIN {name}_files USING (filename)"
        )

    def add_csv(self, name: str, path: str | Path, columns: Sequence[str]) -> None:
        """Make the rows of a CSV file with these columns readable as texts, or raise UserError."""
        import duckdb

        try:
            rows = self._connection.read_csv(glob.escape(str(path)), header=True, all_varchar=True)
            rows.select(*columns).create_view(name)
            self.fetch(f"SELECT count(*) FROM {name}")
        except duckdb.Error as error:
            message = f"It is no CSV file with the columns {', '.join(columns)}."
            raise UserError(Problem(message, str(path), "Download it again.")) from error

    def add_table(self, name: str, table: pa.Table | pa.RecordBatch) -> None:
        """Make a table in memory readable as ``name``."""
        self._connection.register(name, table)

    def store(self, name: str, schema: pa.Schema, batches: Iterable[pa.RecordBatch]) -> None:
        """Make the rows of ``batches`` the table ``name``, which may go to the disk."""
        self.add_table("stored_batch", schema.empty_table())
        self.execute(f"CREATE TEMP TABLE {name} AS FROM stored_batch")
        for batch in regroup(batches, _ROWS):
            self.add_table("stored_batch", batch)
            self.execute(f"INSERT INTO {name} FROM stored_batch")

    def add_shards(self, shards: Sequence[str]) -> None:
        """Make the shards' names readable as ``shards`` (shard_number, shard)."""
        numbers = pa.array(range(len(shards)), pa.int32())
        names = pa.array(shards, pa.string())
        self.add_table("shards", pa.table({"shard_number": numbers, "shard": names}))

    def execute(self, query: str, parameters: Parameters | None = None) -> None:
        """Run a statement without a result."""
        self._connection.execute(query, parameters or {})

    def set_variable(self, name: str, value: object) -> None:
        """Make ``value`` readable as ``getvariable('name')``, in views too."""
        self._connection.execute(f"SET VARIABLE {name} = $value", {"value": value})

    def seed_draws(self, seed: int) -> None:
        """Make ``draw(text)`` available: a random place, hashed from the seed and the text."""
        self.set_variable("seed", str(seed))
        self.execute(_DRAW)

    def stream(
        self, query: str, parameters: Parameters | None = None, rows: int = _ROWS
    ) -> Iterator[pa.RecordBatch]:
        """Yield the result of ``query`` in batches of ``rows`` rows; the last may have fewer."""
        result = self._connection.sql(query, params=parameters or {})
        yield from regroup(result.to_arrow_reader(rows), rows)

    def fetch(self, query: str, parameters: Parameters | None = None) -> pa.Table:
        """Return the whole result of ``query``; for results known to be small."""
        return self._connection.sql(query, params=parameters or {}).to_arrow_table()

    def write(self, query: str, path: str | Path, schema: pa.Schema, rows: int = _ROWS) -> int:
        """Write the result of ``query`` as parquet with ``schema``; return its number of rows.

        An ordered result gives the same bytes on any number of threads.
        """
        written = 0
        with tables.writing_table(path, schema) as writer:
            for batch in self.stream(query, rows=rows):
                writer.write_batch(batch.cast(schema))
                written += batch.num_rows
        return written


def regroup(batches: Iterable[pa.RecordBatch], rows: int) -> Iterator[pa.RecordBatch]:
    """Yield the rows of ``batches`` in batches of ``rows``: DuckDB's depend on its threads."""
    waiting: list[pa.RecordBatch] = []
    missing = rows
    for batch in batches:
        while batch.num_rows >= missing:
            yield pa.concat_batches([*waiting, batch.slice(0, missing)])
            batch = batch.slice(missing)
            waiting = []
            missing = rows
        if batch.num_rows:
            waiting.append(batch)
            missing -= batch.num_rows

    if waiting:
        yield pa.concat_batches(waiting)

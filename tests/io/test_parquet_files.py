"""Parquet files: errors of writing are reported once, reading holds a row group."""

import os
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.io.parquet_files import count_rows, read_table, writing_parquet
from paperpool.io.tables import read_batches

TABLE = pa.table({"a": list(range(1000))})


def test_what_goes_wrong_in_the_block_is_what_is_told(tmp_path):
    with (
        pytest.raises(ZeroDivisionError),
        writing_parquet(tmp_path / "t.parquet", TABLE.schema) as writer,
    ):
        writer.write_table(TABLE)
        1 / 0  # noqa: B018


def test_a_full_disk_is_one_error_without_a_traceback_of_pyarrow():
    code = """
import sys
from pathlib import Path
import numpy as np
import pyarrow as pa
from paperpool.errors import UserError
from paperpool.io.parquet_files import count_rows, writing_parquet
table = pa.table({"a": list(range(1000))})
try:
    with writing_parquet(Path("/dev/full"), table.schema) as writer:
        writer.write_table(table)
except OSError as error:
    print(error.errno, error.filename)
"""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, capture_output=True, text=True, env=environment)
    assert (done.stdout, done.stderr) == ("28 /dev/full\n", "")


def test_tables_are_counted_and_read_and_one_that_is_damaged_is_named(tmp_path):
    path = tmp_path / "papers.parquet"
    pq.write_table(pa.table({"a": [1, 2], "b": "xy"}), path)
    assert count_rows(path) == 2 and read_table(path).column_names == ["a", "b"]
    assert read_table(path, ["b"], [("a", ">", 1)]).to_pylist() == [{"b": "y"}]
    path.write_bytes(path.read_bytes()[:-9])
    for read in (count_rows, read_table):
        with pytest.raises(UserError) as raised:
            read(path)
        assert raised.value.problems[0].where == str(path)


def test_memory_does_not_grow_along_a_file(tmp_path):
    rng, path = np.random.default_rng(1), tmp_path / "long.parquet"
    with pq.ParquetWriter(path, pa.schema([("text", pa.string())])) as writer:
        for _ in range(12):
            writer.write_table(pa.table({"text": [rng.bytes(500).hex() for _ in range(500)]}))
    before, held = pa.total_allocated_bytes(), []
    for batch in read_batches([path], rows=250):
        assert batch.num_rows == 250
        held.append(pa.total_allocated_bytes() - before)
    assert len(held) == 24 and max(held) < 2 * max(held[:2]) < path.stat().st_size


def test_a_file_is_read_whole_and_by_columns_as_pyarrow_does_without_pandas(tmp_path):
    rows = pa.table({"a": list(range(1000)), "b": [["x", str(i)] for i in range(1000)]})
    path = tmp_path / "t.parquet"
    pq.write_table(rows, path, row_group_size=300)
    for columns in (None, ["b"], ["b", "a"]):
        assert read_table(path, columns).equals(pq.read_table(path, columns=columns))
    pq.write_table(rows[:0], path)
    assert read_table(path).equals(rows[:0])

    code = "import sys; from paperpool.io.parquet_files import read_table; read_table(sys.argv[1])"
    code += "; assert 'pandas' not in sys.modules"
    subprocess.run([sys.executable, "-c", code, str(path)], check=True)


def test_a_missing_column_is_damage(tmp_path):
    pq.write_table(TABLE, tmp_path / "t.parquet")
    with pytest.raises(UserError, match="it has no columns b"):
        read_table(tmp_path / "t.parquet", ["b"])

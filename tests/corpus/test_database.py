"""DuckDB over sets of parquet files: named exactly, streamed, spilled and cleaned up."""

from types import SimpleNamespace

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.workflow.corpus.database import connect, lend, memory_limit

SCHEMA = pa.schema([("x", pa.int64())])


@pytest.fixture
def database(tmp_path):
    with connect("200MB", tmp_path / "spill", 1) as database:
        yield database


def test_names_with_wildcards_mean_themselves(database, tmp_path):
    paths = [tmp_path / name for name in ("m_[1].parquet", "m_1.parquet", "m_*.parquet")]
    for i, path in enumerate(paths):
        pq.write_table(pa.table({"x": [i]}, schema=SCHEMA), path)
    database.add_files("rows", [paths[2], paths[0]])
    rows = database.fetch("SELECT shard_number, x FROM rows ORDER BY shard_number").to_pylist()
    assert rows == [{"shard_number": 0, "x": 2}, {"shard_number": 1, "x": 0}]


def test_a_result_is_written_in_its_order_with_its_schema(database, tmp_path):
    database.execute("CREATE TEMP TABLE numbers AS SELECT range AS x FROM range(200000)")
    query = "SELECT x FROM numbers ORDER BY x DESC"
    assert database.write(query, tmp_path / "out.parquet", SCHEMA) == 200_000
    table = pq.read_table(tmp_path / "out.parquet")
    assert table.schema.equals(SCHEMA) and table["x"].to_pylist() == list(range(199_999, -1, -1))


def test_parameters_are_bound_not_pasted_and_variables_are_read_in_views_too(database):
    hostile = "x'; DROP TABLE shards; --"
    database.add_shards(["a", hostile])
    query = "SELECT shard_number FROM shards WHERE shard = "
    assert database.fetch(f"{query} $name", {"name": hostile})["shard_number"].to_pylist() == [1]
    database.set_variable("name", hostile)
    database.execute(f"CREATE TEMP VIEW found AS {query} getvariable('name')")
    assert database.fetch("SELECT * FROM found")["shard_number"].to_pylist() == [1]
    database.set_variable("name", "a")
    assert database.fetch("SELECT * FROM found")["shard_number"].to_pylist() == [0]
    database.set_variable("name", 5)
    assert database.fetch("SELECT getvariable('name') AS n")["n"].to_pylist() == [5]


@pytest.mark.parametrize("rows", [1, 3, 1000, 2048, 3000])
def test_batches_have_the_rows_that_are_asked_for(database, tmp_path, rows):
    query = "SELECT range AS x FROM range(5000) ORDER BY x"
    batches = list(database.stream(query, rows=rows))
    sizes = [rows] * (5000 // rows) + [5000 % rows] * (5000 % rows > 0)
    assert [batch.num_rows for batch in batches] == sizes
    assert [x for batch in batches for x in batch["x"].to_pylist()] == list(range(5000))
    database.write(query, tmp_path / "out.parquet", SCHEMA, rows)
    metadata = pq.read_metadata(tmp_path / "out.parquet")
    groups = [metadata.row_group(i).num_rows for i in range(metadata.num_row_groups)]
    assert groups == sizes


def test_a_result_without_rows_is_written_too(database, tmp_path):
    assert list(database.stream("SELECT 1 AS x WHERE false")) == []
    assert database.write("SELECT 1 AS x WHERE false", tmp_path / "out.parquet", SCHEMA) == 0
    assert pq.read_table(tmp_path / "out.parquet").equals(SCHEMA.empty_table())


def test_an_ordered_result_has_the_same_bytes_on_any_number_of_threads(tmp_path):
    query = "SELECT (range * 7919) % 300007 AS x FROM range(300007) ORDER BY x"
    for threads in (1, 2, 4):
        with connect("200MB", tmp_path / "spill", threads) as database:
            database.write(query, tmp_path / f"{threads}.parquet", SCHEMA, 10_000)
    assert len({(tmp_path / f"{n}.parquet").read_bytes() for n in (1, 2, 4)}) == 1


def test_what_is_spilled_is_removed(tmp_path):
    with connect("100MB", tmp_path, 1) as database:
        query = "CREATE TEMP TABLE t AS SELECT range::VARCHAR AS x FROM range(4000000) ORDER BY x"
        database.execute(query)
        assert any(tmp_path.rglob("*.tmp"))
    assert list(tmp_path.iterdir()) == []


def test_a_job_leaves_room_beside_the_database():
    assert memory_limit(3000) == "1800MB"
    assert memory_limit(50) == "100MB"


def test_a_job_lends_its_threads_a_folder_and_a_share_of_its_memory():
    resources = SimpleNamespace(mem_mb=4000, tmpdir="/scratch")
    lent = lend(resources, 3)
    assert lent == {"memory_limit": "2400MB", "temp_directory": "/scratch", "threads": 3}


def test_batches_become_a_table_of_all_their_rows(database):
    batches = [pa.record_batch([range(start, start + 3)], schema=SCHEMA) for start in (0, 3, 6)]
    database.store("stored", SCHEMA, batches)
    database.store("empty", SCHEMA, [])
    assert database.fetch("FROM stored ORDER BY x")["x"].to_pylist() == list(range(9))
    assert database.fetch("FROM empty").num_rows == 0

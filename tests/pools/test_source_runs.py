"""Rankings as tables, read as they were written."""

import pyarrow.parquet as pq

from paperpool.io.tables import POOL_RUN
from paperpool.pools.source_runs import read_ranked_ids, write_rankings


def test_rankings_are_written_by_query_and_rank(tmp_path):
    path = tmp_path / "run.parquet"
    write_rankings({"q2": [("b", 0.5), ("a", 0.5)], "q1": [("z", -1.0)], "q0": []}, path)
    assert pq.read_schema(path) == POOL_RUN
    assert [tuple(row.values()) for row in pq.read_table(path).to_pylist()] == [
        ("q1", "z", -1.0, 1),
        ("q2", "b", 0.5, 1),
        ("q2", "a", 0.5, 2),
    ]
    assert read_ranked_ids(path) == {"q1": ["z"], "q2": ["b", "a"]}
    queries = read_ranked_ids(path, ["q0", "q1"])
    assert queries == {"q0": [], "q1": ["z"], "q2": ["b", "a"]}


def test_no_candidate_at_all(tmp_path):
    write_rankings({"q": []}, tmp_path / "run.parquet")
    assert pq.read_schema(tmp_path / "run.parquet") == POOL_RUN
    assert read_ranked_ids(tmp_path / "run.parquet") == {}

"""The form of runs over large pools."""

import numpy as np
import pyarrow.parquet as pq
import pytest

from paperpool.io.tables import MDCR_RUN
from paperpool.mdcr.names import LEVELS
from paperpool.search.top_rows import TopRows, offer
from paperpool.workflow.mdcr.large_pools import RANKED_SPLITS, LargePools, write_run

from ..made.mdcr_searching import read_run

DEPTH = 25


def rank_by_number(search, depth):
    """Rank by the row divided by 4, so that four at a time are equal."""
    top = TopRows(len(search.queries), depth, search.exclude)
    for query in range(len(search.queries)):
        for row in search.rows[::-1]:
            offer(top.heaps, query, row, float(row // 4))
    return top.ranked()


@pytest.fixture(scope="module")
def runs(small, tmp_path_factory):
    """The run of each level."""
    folder, pools = tmp_path_factory.mktemp("runs"), LargePools(small.drawn)
    for level in LEVELS:
        write_run(pools, level, RANKED_SPLITS, rank_by_number, DEPTH, folder / level)
    return {level: pq.read_table(folder / level) for level in LEVELS}


def test_runs_are_sorted_and_of_every_pool(small, runs):
    found = set()
    for level, table in runs.items():
        assert table.schema.equals(MDCR_RUN)
        rows = [
            tuple(row[n] for n in ("split", "part", "sampling", "query_id", "rank"))
            for row in table.to_pylist()
        ]
        assert rows == sorted(rows) and len(set(rows)) == len(rows)
        found |= {(level, *row[:3]) for row in rows}
    assert found == set(small.drawn.pool_ids())


def test_ranks_run_from_one_by_score_and_equal_scores_by_id(runs):
    equal = 0
    for table in runs.values():
        for queries in read_run(table.to_pylist()).values():
            for rows in queries.values():
                assert [row["rank"] for row in rows] == list(range(1, len(rows) + 1))
                assert len(rows) <= DEPTH
                order = [(-row["score"], row["candidate_id"]) for row in rows]
                assert order == sorted(order) and len(set(order)) == len(order)
                equal += len(order) - len({score for score, _ in order})
    assert equal > 100


def test_a_run_is_the_same_however_many_rows_are_written_at_once(
    small, runs, tmp_path, monkeypatch
):
    monkeypatch.setattr("paperpool.workflow.mdcr.large_pools.WRITTEN_ROWS", 1)
    path, pools = tmp_path / "run", LargePools(small.drawn)
    write_run(pools, "field", RANKED_SPLITS, rank_by_number, DEPTH, path)
    assert pq.read_table(path).equals(runs["field"])
    assert pq.read_metadata(path).num_row_groups > len(set(small.drawn.pool_ids()))


def test_queries_for_which_nothing_is_found_have_no_row(small, tmp_path):
    pools = LargePools(small.drawn)

    def find_nothing(search, depth):
        n = len(search.queries)
        return np.full((n, depth), -1, np.int32), np.full((n, depth), -np.inf)

    write_run(pools, "field", ["val"], find_nothing, 5, tmp_path / "run")
    assert pq.read_table(tmp_path / "run").equals(MDCR_RUN.empty_table())

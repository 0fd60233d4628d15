"""Runs over large pools made one: by hand, in batches, and weights that validation pools choose."""

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.mdcr import pool_fusion
from paperpool.mdcr.pool_fusion import fuse_pools, weigh_members
from paperpool.tables import MDCR_RUN, write_table

POOLS = [("test", "100", 1), ("test", "100", 2), ("val", "100", 1)]
QUERIES = [f"q{i:02}" for i in range(12)]
RELEVANT = {query: {f"{query}-c{i}" for i in range(3)} for query in QUERIES}


def draw_run(seed, skill, path, pools=POOLS, depth=15):
    """Write a run that puts what is relevant ahead by its ``skill``; the rest is drawn."""
    rng = np.random.default_rng(seed)
    rows = []
    for split, part, sampling in pools:
        for query in QUERIES:
            names = [f"{query}-c{i}" for i in range(20)]
            scores = {c: skill * (c in RELEVANT[query]) + rng.random() for c in names}
            best = sorted(names, key=lambda c: (-scores[c], c))[:depth]
            head = (split, part, sampling, query)
            rows += [(*head, c, scores[c], i) for i, c in enumerate(best, 1)]
    columns = map(list, zip(*rows, strict=True))
    write_table(path, pa.table(list(columns), schema=MDCR_RUN))
    return path


@pytest.fixture
def runs(tmp_path):
    skills = {"bad": 0.0, "good": 0.6, "other": 0.4}
    return {
        name: draw_run(i, skill, tmp_path / f"{name}.parquet")
        for i, (name, skill) in enumerate(skills.items())
    }


def read_rankings(path):
    """Return {(split, part, sampling, query): [(candidate, score)]} in the file's order."""
    found = {}
    for row in pq.read_table(path).to_pylist():
        key = (row["split"], row["part"], row["sampling"], row["query_id"])
        found.setdefault(key, []).append((row["candidate_id"], row["score"]))
        assert row["rank"] == len(found[key])
    return found


@pytest.mark.parametrize("rows", [7, 100_000])
def test_reciprocal_ranks_are_summed_with_their_weights(runs, rows, tmp_path, monkeypatch):
    batches = pool_fusion.read_batches
    monkeypatch.setattr(pool_fusion, "read_batches", lambda *a: batches(*a, rows=rows))
    weights = np.array([0.5, 2.0, 0.0])
    n = fuse_pools(runs, ["test"], "rrf", weights, 10, tmp_path / "fused.parquet")
    fused = read_rankings(tmp_path / "fused.parquet")
    assert list(fused) == [(*pool, query) for pool in POOLS[:2] for query in QUERIES]
    assert n == 10 * len(fused)
    read = {name: read_rankings(path) for name, path in runs.items()}
    for key, ranking in fused.items():
        sums = {}
        for name, weight in zip(runs, weights, strict=True):
            for rank, (candidate, _) in enumerate(read[name][key], 1):
                sums[candidate] = sums.get(candidate, 0) + weight / (60 + rank)
        expected = sorted(sums, key=lambda c: (-sums[c], c))[:10]
        assert [c for c, _ in ranking] == expected
        assert [score for _, score in ranking] == pytest.approx([sums[c] for c in expected])


def test_a_run_that_found_nothing_in_a_pool_adds_nothing_there(runs, tmp_path):
    draw_run(9, 0.1, runs["other"], pools=[POOLS[0]])
    fuse_pools(runs, ["test", "val"], "rrf", np.ones(3), 10, tmp_path / "fused.parquet")
    fused = read_rankings(tmp_path / "fused.parquet")
    assert list(fused) == [(*pool, query) for pool in POOLS for query in QUERIES]
    two = {name: runs[name] for name in ("bad", "good")}
    fuse_pools(two, ["test", "val"], "rrf", np.ones(2), 10, tmp_path / "two.parquet")
    without = read_rankings(tmp_path / "two.parquet")
    assert {key: fused[key] == without[key] for key in fused if key[:3] != POOLS[0]} == {
        (*pool, query): True for pool in POOLS[1:] for query in QUERIES
    }
    assert fused[*POOLS[0], QUERIES[0]] != without[*POOLS[0], QUERIES[0]]


def test_who_finds_more_on_the_validation_pools_counts_more(runs):
    weights, table = weigh_members(runs, "val", RELEVANT, "rrf")
    bad, good, other = weights
    assert good > bad and other >= bad
    assert table.chosen.sum() == 1 and (table.n_training == len(QUERIES)).all()
    assert table.training[table.chosen].item() == table.training.max() <= 1
    assert table.design[0] == "1*bad+1*good+1*other"
    assert table.training.max() > table.training[0]


def test_test_pools_change_no_weight(runs):
    before = weigh_members(runs, "val", RELEVANT, "rrf")[0]
    swapped = {"test": "val", "val": "test"}
    for path in runs.values():
        table = pq.read_table(path)
        names = [swapped[name] for name in table.column("split").to_pylist()]
        write_table(path, table.set_column(0, "split", pa.array(names, pa.string())))
    assert (weigh_members(runs, "test", RELEVANT, "rrf")[0] == before).all()
    assert (weigh_members(runs, "val", RELEVANT, "rrf")[0] != before).any()

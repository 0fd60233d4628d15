"""Runs over large pools made one: by hand, in batches, and weights that validation pools choose."""

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import pytest

from paperpool.io.tables import MDCR_RUN, write_table
from paperpool.mdcr import large_scale
from paperpool.rankers.scoring.member_weights import TRIED_COLUMNS
from paperpool.workflow.mdcr import pool_fusion
from paperpool.workflow.mdcr.pool_fusion import fuse_pools, weigh_members

POOLS = [("test", "100", 1), ("test", "100", 2), ("val", "100", 1)]
QUERIES = [f"q{i:02}" for i in range(12)]
RELEVANT = {query: {f"{query}-c{i}" for i in range(3)} for query in QUERIES}


def draw_run(seed, skill, path, pools=POOLS, depth=15):
    """Write a random run that puts relevant papers ahead by its ``skill``, one for all pools or by
    pool.
    """
    rng = np.random.default_rng(seed)
    skills = skill if isinstance(skill, dict) else dict.fromkeys(pools, skill)
    rows = []
    for split, part, sampling in pools:
        for query in QUERIES:
            names = [f"{query}-c{i}" for i in range(20)]
            ahead = skills[split, part, sampling]
            scores = {c: ahead * (c in RELEVANT[query]) + rng.random() for c in names}
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
    batches = large_scale.read_batches
    monkeypatch.setattr(large_scale, "read_batches", lambda *a: batches(*a, rows=rows))
    weights = np.array([0.5, 2.0, 0.0])
    fuse_pools(runs, ["test"], "rrf", {None: weights}, 10, tmp_path / "fused.parquet")
    fused = read_rankings(tmp_path / "fused.parquet")
    assert list(fused) == [(*pool, query) for pool in POOLS[:2] for query in QUERIES]
    assert {len(ranking) for ranking in fused.values()} == {10}
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
    fuse_pools(runs, ["test", "val"], "rrf", {None: np.ones(3)}, 10, tmp_path / "fused.parquet")
    fused = read_rankings(tmp_path / "fused.parquet")
    assert list(fused) == [(*pool, query) for pool in POOLS for query in QUERIES]
    two = {name: runs[name] for name in ("bad", "good")}
    fuse_pools(two, ["test", "val"], "rrf", {None: np.ones(2)}, 10, tmp_path / "two.parquet")
    without = read_rankings(tmp_path / "two.parquet")
    assert {key: fused[key] == without[key] for key in fused if key[:3] != POOLS[0]} == {
        (*pool, query): True for pool in POOLS[1:] for query in QUERIES
    }
    assert fused[*POOLS[0], QUERIES[0]] != without[*POOLS[0], QUERIES[0]]


def test_rows_that_are_written_a_few_queries_at_a_time_are_the_same(runs, tmp_path, monkeypatch):
    tables = []
    for n_queries in (200, 12, 5, 1):
        monkeypatch.setattr(pool_fusion, "QUERIES_AT_ONCE", n_queries)
        path = tmp_path / f"{n_queries}.parquet"
        fuse_pools(runs, ["test", "val"], "rrf", {None: np.ones(3)}, 10, path)
        tables.append(pq.read_table(path))
    assert len(tables[0]) == len(POOLS) * len(QUERIES) * 10
    assert all(table.equals(tables[0]) for table in tables[1:])


def test_each_part_has_its_own_weights(runs, tmp_path):
    pools = [("test", part, 1) for part in ("100", "200", "300")]
    for i, path in enumerate(runs.values()):
        draw_run(i, 0.3, path, pools)
    own = {"100": np.array([1.0, 0, 0]), "300": np.array([0, 0, 2.0]), None: np.array([0, 1.0, 0])}
    fuse_pools(runs, ["test"], "rrf", own, 10, tmp_path / "fused.parquet")
    fused = read_rankings(tmp_path / "fused.parquet")
    counting = {"100": "bad", "200": "good", "300": "other"}
    read = {part: read_rankings(runs[name]) for part, name in counting.items()}
    assert list(fused) == [(*pool, query) for pool in pools for query in QUERIES]
    for key, ranking in fused.items():
        expected = [candidate for candidate, _ in read[key[1]][key]][:10]
        assert [candidate for candidate, _ in ranking] == expected


@pytest.mark.parametrize(("level", "part"), [("field", "all"), ("dataset", "100")])
def test_who_finds_more_on_the_validation_pools_counts_more(runs, level, part):
    weights, table = weigh_members(runs, level, "val", RELEVANT, "rrf")
    bad, good, other = weights[part if level == "dataset" else None]
    assert good > bad and other >= bad
    assert (table.level == level).all() and (table.part == part).all()
    assert table.chosen.sum() == 1 and (table.n_training == len(QUERIES)).all()
    assert table.training[table.chosen].item() == table.training.max() <= 1
    assert table.design[0] == "1*bad+1*good+1*other"
    assert table.training.max() > table.training[0]


def test_sizes_are_weighed_by_themselves_and_fields_together(tmp_path):
    skills = {"small": (0.9, 0.0), "large": (0.0, 0.9)}
    pools = [(split, part, 1) for split in ("test", "val") for part in ("100", "200")]
    runs = {}
    for i, (name, of_pool) in enumerate(skills.items()):
        runs[name] = draw_run(i, dict(zip(pools, of_pool * 2, strict=True)), tmp_path / name, pools)
    weights, table = weigh_members(runs, "dataset", "val", RELEVANT, "rrf")
    assert set(weights) == {None, "100", "200"} and weights[None].tolist() == [1, 1]
    assert weights["100"][0] > weights["100"][1] and weights["200"][0] < weights["200"][1]
    assert table.part.unique().tolist() == ["100", "200"]
    for part, of_part in table.groupby("part"):
        assert of_part.chosen.sum() == 1 and (of_part.n_training == len(QUERIES)).all()
        one = {
            name: keep_part(path, part, tmp_path / f"{name}{part}") for name, path in runs.items()
        }
        alone = weigh_members(one, "dataset", "val", RELEVANT, "rrf")[0]
        assert (alone[part] == weights[part]).all()
    together, table = weigh_members(runs, "field", "val", RELEVANT, "rrf")
    assert list(together) == [None] and (table.n_training == 2 * len(QUERIES)).all()


def keep_part(path, part, kept):
    """Write the rows of a run that are of a part; return their path."""
    table = pq.read_table(path)
    write_table(kept, table.filter(pc.equal(table.column("part"), part)))
    return kept


@pytest.mark.parametrize("level", ["dataset", "field"])
def test_without_validation_pools_all_count_alike(runs, level):
    weights, table = weigh_members(runs, level, "dev", RELEVANT, "rrf")
    assert list(weights) == [None] and weights[None].tolist() == [1, 1, 1]
    assert table.empty
    assert list(table) == ["level", "part", *TRIED_COLUMNS]


def test_test_pools_change_no_weight(runs):
    def weigh_on(split):
        return weigh_members(runs, "dataset", split, RELEVANT, "rrf")[0]["100"]

    before = weigh_on("val")
    swapped = {"test": "val", "val": "test"}
    for path in runs.values():
        table = pq.read_table(path)
        names = [swapped[name] for name in table.column("split").to_pylist()]
        write_table(path, table.set_column(0, "split", pa.array(names, pa.string())))
    assert (weigh_on("test") == before).all()
    assert (weigh_on("val") != before).any()

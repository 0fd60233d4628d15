"""Runs over large pools: read pool by pool, measured by sampling."""

import pytest

from paperpool.io import tables
from paperpool.io.tables import MDCR_CITED, MDCR_QUERIES, MDCR_RUN
from paperpool.mdcr import large_scale
from paperpool.mdcr.large_scale import measure_run, read_pools, read_queries, read_relevant

from ..made.tables import write_rows


@pytest.fixture
def run(tmp_path):
    rows = [
        (split, part, sampling, query, candidate, 10.0 - rank, rank)
        for split in ("test", "val")
        for part in ("Art", "Physics")
        for sampling in ((1,) if part == "Art" else (1, 2, 3))
        for query in (f"{part}1", f"{part}2")
        for rank, candidate in enumerate((f"c{sampling}", "a", "b", split), 1)
        if (query, sampling) != ("Physics2", 2)
    ]
    return write_rows(tmp_path / "run.parquet", rows, MDCR_RUN)


@pytest.mark.parametrize("batch_rows", [1, 3, 7, 16_384])
def test_pools_come_one_by_one_whatever_the_batches(run, monkeypatch, batch_rows):
    monkeypatch.setattr(
        large_scale, "read_batches", lambda *args: tables.read_batches(*args, rows=batch_rows)
    )
    pools = list(read_pools(run, "test"))
    assert [key for key, _ in pools] == [("Art", 1), *(("Physics", i) for i in (1, 2, 3))]
    art, second = pools[0][1], pools[2][1]
    assert list(art.rows) == ["Art1", "Art2"] and list(second.rows) == ["Physics1"]
    for query in ("Art1", "Art2"):
        assert art.ranking(query) == [("c1", 9.0), ("a", 8.0), ("b", 7.0), ("test", 6.0)]
    assert art.ranking("Art3") == []
    assert next(read_pools(run, "val"))[1].ranking("Art1")[-1] == ("val", 6.0)


def test_measures_have_a_row_per_query_and_sampling(run):
    queries = {"Art": ["Art2", "Art1"], "Physics": ["Physics1", "Physics2"]}
    relevant = {"Art1": {"c1"}, "Art2": {"a"}, "Physics1": {"c2"}, "Physics2": {"b", "gone"}}
    measured = measure_run(run, "test", queries, relevant, ["map"])
    assert measured["Art"].tolist() == [[[0.5]], [[1.0]]]
    assert measured["Physics"][0].tolist() == [[0.0], [1.0], [0.0]]
    sixth = pytest.approx(1 / 6)  # found at rank 3, one of two
    assert measured["Physics"][1].tolist() == [[sixth], [0.0], [sixth]]  # sampling 2 lacks it


def test_at_dataset_level_all_parts_have_the_same_queries(tmp_path):
    rows = [
        ("test", part, 1, "q1", c, -rank, rank)
        for part in ("1000", "200")
        for rank, c in enumerate((("a", "b") if part == "200" else ("b", "a")), 1)
    ]
    run = write_rows(tmp_path / "run.parquet", rows, MDCR_RUN)
    measured = measure_run(run, "test", {None: ["q1", "q2"]}, {"q1": {"a"}, "q2": {"b"}}, ["map"])
    assert {part: values.tolist() for part, values in measured.items()} == {
        "1000": [[[0.5]], [[0.0]]],
        "200": [[[1.0]], [[0.0]]],
    }


def test_queries_by_field_and_what_they_cite(tmp_path):
    rows = [("dataset", "test", None, "q1", 2019), ("dataset", "val", None, "q2", 2019)]
    of_fields = (("Art", "q3"), ("Physics", "q4"), ("Physics", "q5"))
    rows += [("field", "test", *pair, 2019) for pair in of_fields]
    queries = write_rows(tmp_path / "queries.parquet", rows, MDCR_QUERIES)
    assert read_queries(queries, "dataset", "test") == {None: ["q1"]}
    assert read_queries(queries, "field", "test") == {"Art": ["q3"], "Physics": ["q4", "q5"]}
    assert read_queries(queries, "field", "val") == {}
    rows = [("q1", "a", True), ("q1", "b", False), ("q1", "c", True), ("q2", "b", False)]
    cited = write_rows(tmp_path / "cited.parquet", rows, MDCR_CITED)
    assert read_relevant(cited) == {"q1": {"a", "c"}}

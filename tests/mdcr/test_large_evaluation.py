"""The tables of MDCR's large pools, and of all its benchmarks together."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.evaluation.checks import Checks
from paperpool.evaluation.tables import EvaluationRows, write_evaluation
from paperpool.io.tables import MDCR_CITED, MDCR_QUERIES, MDCR_RUN, write_table
from paperpool.mdcr.evaluation import Paired, add_large_scale, evaluate

from ..made.mdcr_scores import KEYS, QUICK, make_benchmark, make_scores
from ..made.tables import write_rows


@pytest.fixture
def large(tmp_path):
    """Two fields; Physics was sampled four times, and the cited paper fell by one rank each."""
    queries = [("dataset", "test", None, q, 2019) for q in ("d1", "d2")]
    queries += [("field", "test", "Art", "a1", 2019), ("field", "val", "Art", "a2", 2019)]
    queries += [("field", "test", "Physics", q, 2019) for q in ("p1", "p2")]
    write_rows(tmp_path / "queries.parquet", queries, MDCR_QUERIES)
    cited = [(q, c, c != "gone") for q in ("a1", "d1", "d2", "p1", "p2") for c in ("gone", "true")]
    write_rows(tmp_path / "cited.parquet", cited, MDCR_CITED)

    def write(ranker, fall):
        def rows(part, sampling, queries):
            order = ["w", "x", "y", "z"]
            order.insert(fall + sampling - 1, "true")
            return [
                ("test", part, sampling, query, candidate, float(-rank), rank)
                for query in queries
                for rank, candidate in enumerate(order, 1)
            ]

        field = [*rows("Art", 1, ["a1"])]
        dataset = []
        for sampling in (1, 2, 3, 4):
            field += rows("Physics", sampling, ["p1", "p2"])
        for size in ("1000", "200"):
            dataset += rows(size, 1, ["d1", "d2"]) + rows(size, 2, ["d1"])
        write_rows(tmp_path / f"field-{ranker}.parquet", field, MDCR_RUN)
        write_rows(tmp_path / f"dataset-{ranker}.parquet", dataset, MDCR_RUN)

    write("first", 0)
    write("second", 1)
    return tmp_path


def evaluate_level(folder, level, published=None):
    rows = EvaluationRows()
    runs = {name: folder / f"{level}-{name}.parquet" for name in ("first", "second")}
    queries, cited = folder / "queries.parquet", folder / "cited.parquet"
    paired = Paired(["second"], QUICK)
    add_large_scale(rows, level, runs, queries, cited, paired, published or {})
    return rows.tables()


def test_field_level_is_the_mean_over_samplings_with_its_deviation(large):
    evaluation = evaluate_level(large, "field", {("mdcr-field", "first", "all", "map"): 0.321})
    metrics = evaluation.metrics
    assert set(metrics.metric) == {"map", "ndcg", "recall_30"}
    assert set(zip(metrics.benchmark, metrics.protocol, metrics.split, strict=True)) == {
        ("mdcr-field", "official", "test")
    }
    of_map = metrics[(metrics.ranker == "first") & (metrics.metric == "map")].set_index("slice")
    assert list(of_map.index) == ["Art", "Physics", "all"]
    physics = [1, 1 / 2, 1 / 3, 1 / 4]
    assert of_map.value.tolist() == pytest.approx(
        [1.0, np.mean(physics), (1 + np.mean(physics)) / 2]
    )
    assert np.isnan(of_map.sd["Art"])
    assert of_map.sd["Physics"] == pytest.approx(np.std(physics, ddof=1))
    assert of_map.sd["all"] == pytest.approx(np.std(physics, ddof=1) / 2)
    assert of_map.n_runs.tolist() == [1, 4, 4]
    assert of_map.n_queries.tolist() == [1, 2, 3]
    assert metrics.dropna(subset="published")[["ranker", "slice"]].to_numpy().tolist() == [
        ["first", "all"]
    ]
    per_query = evaluation.per_query.query("metric == 'map' and ranker == 'first'")
    assert per_query.groupby("slice").query_id.agg(list).to_dict() == {
        "Art": ["a1"],
        "Physics": ["p1", "p2"],
        "all": ["a1", "p1", "p2"],
    }
    assert per_query[per_query.slice == "Physics"].value.tolist() == pytest.approx(
        [np.mean(physics)] * 2
    )
    tests = evaluation.significance.query("slice == 'Physics' and metric == 'map'")
    assert tests[["ranker", "baseline"]].to_numpy().tolist() == [["first", "second"]]
    difference = np.mean(physics) - np.mean([1 / 2, 1 / 3, 1 / 4, 1 / 5])
    assert tests.difference.item() == pytest.approx(difference)


def test_dataset_level_has_a_slice_per_pool_size_in_their_order(large):
    metrics = evaluate_level(large, "dataset").metrics
    assert list(dict.fromkeys(metrics.slice)) == ["200", "1000"]
    row = metrics.query("ranker == 'first' and slice == '1000' and metric == 'map'").iloc[0]
    second = (1 / 2 + 0) / 2  # the second sampling lacks a query
    assert row.value == pytest.approx((1 + second) / 2)
    assert row.sd == pytest.approx(np.std([1, second], ddof=1))
    assert (row.n_runs, row.n_queries) == (2, 2)


def test_a_run_without_a_pool_that_others_have_is_refused(large):
    path = large / "dataset-second.parquet"
    table = pq.read_table(path)
    write_table(path, table.filter(pa.compute.equal(table["part"], "1000")))
    with pytest.raises(UserError, match="'second' has nothing of test pool '200'"):
        evaluate_level(large, "dataset")


def test_all_three_benchmarks_share_the_tables_and_come_out_alike_twice(large, tmp_path):
    files = ("metrics", "per_query", "significance", "ranks", "checks")
    runs = {
        level: {r: large / f"{level}-{r}.parquet" for r in ("first", "second")}
        for level in ("dataset", "field")
    }
    queries, cited = large / "queries.parquet", large / "cited.parquet"
    benchmark = make_benchmark({"Art": 3})
    scores = {name: [run] for name, run in make_scores(benchmark, 2).items()}
    paired = Paired(["second", "random"], QUICK)
    for name in ("one", "two"):
        splits = {"val": (benchmark, scores)}
        evaluation = evaluate(runs, queries, cited, splits, Checks({}), {}, paired, positives=9)
        assert [note.split(":")[0] for note in evaluation.notes] == ["mdcr_val.json"]
        write_evaluation(evaluation, {file: tmp_path / name / file for file in files})
    [note] = evaluate({}, "", "", splits, Checks({}), {}, paired).notes
    assert "3 pools have other than 5 positives" in note
    for file in files:
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    metrics = pd.read_csv(tmp_path / "one/metrics")
    assert list(dict.fromkeys(metrics.benchmark)) == ["mdcr-dataset", "mdcr-field", "mdcr"]
    assert not metrics.duplicated(KEYS).any()

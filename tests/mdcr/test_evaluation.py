"""MDCR's tables: slices, protocols, samplings, tests and printed figures."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from paperpool.collections.mdcr_benchmark import Pool
from paperpool.errors import UserError
from paperpool.evaluation.pair_scores import pair_keys
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.resampling import holm
from paperpool.evaluation.tables import (
    METRIC_COLUMNS,
    SIGNIFICANCE_COLUMNS,
    EvaluationRows,
    write_evaluation,
)
from paperpool.mdcr.evaluation import Paired, add_benchmark, add_large_scale
from paperpool.tables import MDCR_CITED, MDCR_QUERIES, MDCR_RUN, write_table

QUICK = Resampling(seed=13, n_bootstrap=200, n_permutations=200)
KEYS = ["benchmark", "protocol", "split", "ranker", "slice", "metric"]


def make_benchmark(n_queries, n_graph=3):
    """Return pools of two fields: 2 positives, 3 negatives of `bm25`, n_graph of `graph`."""
    return {
        field: {
            f"{field}{i}": Pool(
                {
                    "bm25": ["b0", "b1", "b2"],
                    "graph": [f"g{j}" for j in range(n_graph if i else 0)],
                    "true": ["t0", "t1"],
                }
            )
            for i in range(n)
        }
        for field, n in n_queries.items()
    }


def make_scores(benchmark, seed):
    rng = np.random.default_rng(seed)
    return {
        "random": {key: float(rng.random()) for key in pair_keys(benchmark)},
        "good": {key: rng.random() + ("_t" in key) for key in pair_keys(benchmark)},
        "best": {key: float("_t" in key) for key in pair_keys(benchmark)},
    }


def evaluate(split="test", baselines=("random",), published=None):
    benchmark = make_benchmark({"Art": 4, "Biology": 6})
    rows = EvaluationRows()
    scores = {name: [run] for name, run in make_scores(benchmark, 1).items()}
    paired = Paired(baselines, QUICK)
    add_benchmark(rows, split, benchmark, scores, paired, published or {})
    return rows.tables()


@pytest.fixture(scope="module")
def evaluation():
    return evaluate()


def test_benchmark_has_fields_all_and_types_under_both_protocols(evaluation):
    metrics = evaluation.metrics
    assert list(metrics) == METRIC_COLUMNS
    slices = ["Art", "Biology", "all", "type:bm25", "type:graph"]
    assert list(dict.fromkeys(metrics.slice)) == slices
    assert list(dict.fromkeys(metrics.metric)) == ["map", "ndcg", "recall_5"]
    assert set(zip(metrics.benchmark, metrics.protocol, metrics.split, strict=True)) == {
        ("mdcr", "official", "test"),
        ("mdcr", "corrected", "test"),
    }
    assert not metrics.duplicated(KEYS).any() and len(metrics) == 2 * 5 * 3 * 3
    sizes = metrics.groupby("slice").n_queries.unique().map(list).to_dict()
    assert [sizes[name] for name in slices] == [[4], [6], [10], [10], [8]]
    assert metrics.sd.isna().all() and set(metrics.n_runs) == {1}
    assert np.allclose(metrics[metrics.ranker == "best"].value, 1)


def test_corrected_is_the_mean_of_field_means_and_official_is_it_rounded(evaluation):
    values = evaluation.metrics.set_index(KEYS[1:2] + KEYS[3:]).value
    per_query = evaluation.per_query.query("protocol == 'corrected'")
    means = per_query.groupby(["ranker", "slice", "metric"]).value.mean()
    for ranker in ("random", "good"):
        for metric in ("map", "ndcg", "recall_5"):
            fields = [means[ranker, field, metric] for field in ("Art", "Biology")]
            rounded = [round(100 * value, 4) for value in fields]
            for field, value, official in zip(("Art", "Biology"), fields, rounded, strict=True):
                assert values["corrected", ranker, field, metric] == pytest.approx(value, abs=1e-12)
                assert values["official", ranker, field, metric] == round(official / 100, 6)
            overall = values["corrected", ranker, "all", metric]
            assert overall == pytest.approx(np.mean(fields), abs=1e-12)
            official = values["official", ranker, "all", metric]
            assert official == pytest.approx(round(np.mean(rounded), 4) / 100, abs=1e-12)


def test_a_type_leaves_out_pools_that_have_none_of_it(evaluation):
    of_graph = evaluation.per_query.query(
        "protocol == 'corrected' and slice == 'type:graph' and ranker == 'good'"
    )
    assert set(of_graph.query_id) == {f"Art{i}" for i in range(1, 4)} | {
        f"Biology{i}" for i in range(1, 6)
    }
    values = of_graph[of_graph.metric == "map"].set_index("query_id").value
    fields = [values[values.index.str.startswith(field)].mean() for field in ("Art", "Biology")]
    figure = evaluation.metrics.query(
        "protocol == 'corrected' and slice == 'type:graph' and ranker == 'good' and metric == 'map'"
    )
    assert figure.value.item() == pytest.approx(np.mean(fields), abs=1e-12)


def test_intervals_hold_the_figure_and_tests_find_what_differs(evaluation):
    metrics = evaluation.metrics.query("protocol == 'corrected' and ranker == 'random'")
    assert ((metrics.ci_low <= metrics.value) & (metrics.value <= metrics.ci_high)).all()
    tests = evaluation.significance
    assert list(tests) == SIGNIFICANCE_COLUMNS
    assert set(tests.ranker) == {"good", "best"} and set(tests.baseline) == {"random"}
    assert set(tests.slice) == {"Art", "Biology", "all", "type:bm25", "type:graph"}
    row = tests.query("slice == 'all' and metric == 'map' and ranker == 'best'").iloc[0]
    assert row.difference > 0.2 and row.ci_low > 0 and row.p < 0.02 and row.n_queries == 10


def test_p_values_are_corrected_over_the_rankers_of_a_slice_measure_and_baseline():
    tests = evaluate(baselines=("random", "good", "not in mdcr")).significance
    groups = tests.groupby(["protocol", "split", "slice", "metric", "baseline"])
    assert len(groups) == 2 * 5 * 3 * 2
    for (*_, baseline), group in groups:
        assert set(group.ranker) == {"random", "good", "best"} - {baseline}
        assert group.p_holm.tolist() == holm(group.p.tolist())
    assert (tests.p_holm > tests.p).any()


def test_printed_figures_stand_with_official_test_alone():
    published = {
        ("mdcr", "good", "all", "map"): 0.326,
        ("mdcr", "good", "type:graph", "map"): 0.581,
        ("mdcr-field", "good", "all", "map"): 0.287,
    }
    known = evaluate(published=published).metrics.dropna(subset="published")
    assert known[[*KEYS[1:], "published"]].to_numpy().tolist() == [
        ["official", "test", "good", "all", "map", 0.326],
        ["official", "test", "good", "type:graph", "map", 0.581],
    ]
    assert evaluate("val", published=published).metrics.published.isna().all()


def write_rows(path, schema, rows):
    records = [dict(zip(schema.names, row, strict=True)) for row in rows]
    write_table(path, pa.Table.from_pylist(records, schema))


@pytest.fixture
def large(tmp_path):
    """Two fields; Physics was sampled three times, and the cited paper fell by one rank each."""
    queries = [("dataset", "test", None, q, 2019) for q in ("d1", "d2")]
    queries += [("field", "test", "Art", "a1", 2019), ("field", "val", "Art", "a2", 2019)]
    queries += [("field", "test", "Physics", q, 2019) for q in ("p1", "p2")]
    write_rows(tmp_path / "queries.parquet", MDCR_QUERIES, queries)
    cited = [(q, c, c != "gone") for q in ("a1", "d1", "d2", "p1", "p2") for c in ("gone", "true")]
    write_rows(tmp_path / "cited.parquet", MDCR_CITED, cited)

    def write(ranker, fall):
        def rows(part, sampling, queries):
            order = ["x", "y", "z"]
            order.insert(fall + sampling - 1, "true")
            return [
                ("test", part, sampling, query, candidate, float(-rank), rank)
                for query in queries
                for rank, candidate in enumerate(order, 1)
            ]

        field = [*rows("Art", 1, ["a1"])]
        dataset = []
        for sampling in (1, 2, 3):
            field += rows("Physics", sampling, ["p1", "p2"])
        for size in ("1000", "200"):
            dataset += rows(size, 1, ["d1", "d2"]) + rows(size, 2, ["d1"])
        write_rows(tmp_path / f"field-{ranker}.parquet", MDCR_RUN, field)
        write_rows(tmp_path / f"dataset-{ranker}.parquet", MDCR_RUN, dataset)

    write("first", 0)
    write("second", 1)
    return tmp_path


def evaluate_level(folder, level, published=None):
    rows = EvaluationRows()
    runs = {name: folder / f"{level}-{name}.parquet" for name in ("first", "second")}
    tables = (folder / "queries.parquet", folder / "cited.parquet")
    add_large_scale(rows, level, runs, *tables, Paired(["second"], QUICK), published or {})
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
    physics = [1, 1 / 2, 1 / 3]
    assert of_map.value.tolist() == pytest.approx(
        [1.0, np.mean(physics), (1 + np.mean(physics)) / 2]
    )
    assert np.isnan(of_map.sd["Art"])
    assert of_map.sd["Physics"] == pytest.approx(np.std(physics, ddof=1))
    assert of_map.sd["all"] == pytest.approx(np.std(physics, ddof=1) / 2)
    assert of_map.n_runs.tolist() == [1, 3, 3]
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
    difference = np.mean(physics) - np.mean([1 / 2, 1 / 3, 1 / 4])
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
    for name in ("one", "two"):
        rows = EvaluationRows()
        paired = Paired(["second", "random"], QUICK)
        tables = (large / "queries.parquet", large / "cited.parquet")
        for level in ("dataset", "field"):
            runs = {r: large / f"{level}-{r}.parquet" for r in ("first", "second")}
            add_large_scale(rows, level, runs, *tables, paired, {})
        benchmark = make_benchmark({"Art": 3})
        scores = {name: [run] for name, run in make_scores(benchmark, 2).items()}
        add_benchmark(rows, "val", benchmark, scores, paired, {})
        folder = tmp_path / name
        write_evaluation(rows.tables(), folder / "m.csv", folder / "q.parquet", folder / "s.csv")
    for file in ("m.csv", "q.parquet", "s.csv"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
    metrics = pd.read_csv(tmp_path / "one/m.csv")
    assert list(dict.fromkeys(metrics.benchmark)) == ["mdcr-dataset", "mdcr-field", "mdcr"]
    assert not metrics.duplicated(KEYS).any()


def evaluate_trained(scores):
    """Return the tables of a benchmark where ``trained`` has several runs."""
    rows = EvaluationRows()
    add_benchmark(rows, "test", make_benchmark(SIZES), scores, Paired(["random"], QUICK), {})
    return rows.tables()


SIZES = {"Art": 4, "Biology": 6}


@pytest.fixture(scope="module")
def trained():
    """The scores of two rankers with one run and one with three, and the tables of them."""
    benchmark = make_benchmark(SIZES)
    scores = {name: [run] for name, run in make_scores(benchmark, 1).items() if name != "best"}
    scores["trained"] = [make_scores(benchmark, seed)["random"] for seed in (2, 3, 4)]
    return scores, evaluate_trained(scores)


def test_figures_of_several_runs_are_means_with_their_deviation(trained):
    scores, evaluation = trained
    alone = [evaluate_trained(scores | {"trained": [run]}) for run in scores["trained"]]
    index = ["protocol", "slice", "metric"]
    found = evaluation.metrics.query("ranker == 'trained'").set_index(index)
    of_runs = np.stack(
        [each.metrics.query("ranker == 'trained'").set_index(index).value for each in alone]
    )
    assert set(found.n_runs) == {3} and len(found) == 2 * 5 * 3
    assert found.value.to_numpy() == pytest.approx(of_runs.mean(axis=0), abs=1e-12)
    exact = found.loc["corrected"], of_runs[:, [p == "corrected" for p, *_ in found.index]]
    assert exact[0].sd.to_numpy() == pytest.approx(exact[1].std(axis=0, ddof=1), abs=1e-12)
    assert found.loc["official"].sd.tolist() == exact[0].sd.tolist() and (found.sd > 0).any()
    assert ((found.ci_low <= found.value + 1e-6) & (found.value <= found.ci_high + 1e-6)).all()


def test_a_querys_value_is_the_mean_over_runs_and_is_what_is_tested(trained):
    scores, evaluation = trained
    chosen = "ranker == 'trained' and protocol == 'corrected'"
    values = evaluation.per_query.query(chosen).value.to_numpy()
    alone = [
        evaluate_trained(scores | {"trained": [run]}).per_query.query(chosen).value.to_numpy()
        for run in scores["trained"]
    ]
    assert values == pytest.approx(np.mean(alone, axis=0), abs=1e-12)
    named = ["protocol", "slice", "metric", "ranker"]
    figures = evaluation.metrics.set_index(named).value
    tests = evaluation.significance.query("protocol == 'corrected' and ranker == 'trained'")
    assert len(tests) == 5 * 3
    for row in tests.itertuples():
        own, other = (figures["corrected", row.slice, row.metric, r] for r in ("trained", "random"))
        assert row.difference == pytest.approx(own - other, abs=1e-12)


def test_rankers_with_one_run_are_as_they_are_without_the_others(trained):
    scores, evaluation = trained
    rest = evaluate_trained({name: runs for name, runs in scores.items() if name != "trained"})
    kept = evaluation.metrics[evaluation.metrics.ranker != "trained"].reset_index(drop=True)
    pd.testing.assert_frame_equal(kept, rest.metrics.astype(kept.dtypes))
    assert set(kept.n_runs) == {1} and kept.sd.isna().all()

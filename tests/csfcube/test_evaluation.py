"""Scores, per-query values and significance, on the released rankings and on known cases."""

import numpy as np
import pandas as pd
import pytest

from paperpool.collections.collection import pair_name
from paperpool.collections.csfcube_release import read_collection
from paperpool.collections.schemes import default_scheme
from paperpool.csfcube.evaluation import evaluate_runs, score_pair
from paperpool.evaluation.foreign_runs import read_foreign_run
from paperpool.evaluation.paired_draws import Resampling
from paperpool.evaluation.published import (
    is_released_collection,
    read_published_scores,
    scores_beside,
)
from paperpool.evaluation.resampling import holm
from paperpool.evaluation.run_checks import check_run

from ..made.collection import order_by_grade

FACETS = default_scheme().facet_names

QUICK = Resampling(seed=13, n_bootstrap=500, n_permutations=500)
COLUMNS = ["r_precision", "p@20", "recall@20", "ndcg%100", "ndcg%20"]
SPECTER = {  # what the release's ranking_eval.py prints for its sample rankings, x 100
    "background": [24.81, 35.31, 57.45, 82.24, 66.70],
    "method": [11.72, 13.58, 40.81, 62.77, 37.41],
    "result": [18.62, 23.78, 52.72, 75.47, 56.67],
    "all": [18.29, 23.97, 50.14, 73.30, 53.28],
}


@pytest.fixture(scope="module")
def specter(real_data):
    folder = real_data("csfcube")
    collection = read_collection(folder)
    path = f"{folder}/ranked_pools/test-pid2pool-csfcube-specter-{{facet}}-ranked.json"
    read = read_foreign_run("specter", path, collection.scheme.facet_names)
    run = check_run("specter", path, read, collection).run
    return collection, run, evaluate_runs(collection, {"specter": run}, {}, ["specter"], QUICK)


def test_published_specter_figures_are_the_same_twenty(specter, root):
    folder = root / "workflow/scripts/paperpool/resources/published"
    pairs = [pair_name(*pair) for pair in specter[0].pairs()]
    assert is_released_collection(folder / "csfcube_queries.txt", pairs)
    assert not is_released_collection(folder / "csfcube_queries.txt", pairs[1:])
    published = scores_beside(read_published_scores(folder / "csfcube.csv"), {"specter": "SPECTER"})
    for part, values in SPECTER.items():
        for metric, value in zip(COLUMNS, values, strict=True):
            assert published["specter", part, metric] == pytest.approx(value / 100, abs=1e-12)


@pytest.mark.parametrize("protocol", ["official", "corrected"])
def test_per_query_values_average_to_the_figures(specter, protocol):
    collection, _, evaluation = specter
    table = evaluation.per_query[evaluation.per_query.protocol == protocol]
    for row in evaluation.metrics[evaluation.metrics.protocol == protocol].itertuples():
        part = table[(table.split == row.split) & (table.slice == row.slice)]
        values = part[part.metric == row.metric].set_index("query_id").value
        assert len(values) == row.n_queries
        folds = [f for f in collection.folds[row.slice] if f in _folds(row.split)]
        pairs = [collection.folds[row.slice][fold] for fold in folds]
        means = [values[[pair_name(*pair) for pair in of_fold]].mean() for of_fold in pairs]
        expected = np.mean(means) if protocol == "official" else values.mean()
        assert row.value == pytest.approx(expected, abs=1e-12)


def _folds(split):
    return {"dev": ["fold1_dev"], "test": ["fold1_test", "fold2_test"]}[split]


def test_a_run_of_its_top_quarter_would_score_too_well(specter):
    """The defect that the strict checks defend against (official recall@20: 0.50 to 0.79)."""
    collection, run, _ = specter
    cut = {pair: ranking[: len(ranking) // 4] for pair, ranking in run.items()}
    metrics = evaluate_runs(collection, {"cut": cut}, {}, ["cut"], QUICK).metrics
    figures = metrics[(metrics.split == "test") & (metrics.slice == "all")]
    recall = figures[figures.metric == "recall@20"].set_index("protocol").value
    assert recall["official"] == pytest.approx(0.786, abs=0.001)
    assert recall["corrected"] < 0.55
    assert len(check_run("cut", "cut", cut, collection).problems) == 50


def test_corrected_leaves_the_query_itself_out(specter):
    collection, run, _ = specter
    pair = ("8781666", "result")
    with_itself = {pair: [("8781666", 99.0), *run[pair]]}
    for protocol in ("corrected", "official"):
        both = [score_pair(each, pair, collection, protocol) for each in (with_itself, run)]
        assert (both[0] == both[1]) == (protocol == "corrected")


def test_best_and_worst_order_and_their_test(collection):
    runs = {"best": order_by_grade(collection, 1), "worst": order_by_grade(collection, -1)}
    evaluation = evaluate_runs(collection, runs, {}, ["worst"], QUICK)
    metrics = evaluation.metrics[evaluation.metrics.metric == "ndcg%100"]
    assert np.allclose(metrics[metrics.ranker == "best"].value, 1.0)
    assert (metrics[metrics.ranker == "worst"].value < 0.8).all()
    tests = evaluation.significance
    assert set(tests.ranker) == {"best"} and set(tests.baseline) == {"worst"}
    assert list(dict.fromkeys(tests.slice)) == [*FACETS, "all"]
    assert list(dict.fromkeys(tests.split)) == ["dev", "test"]
    row = tests.query(
        "protocol == 'corrected' and split == 'test' and slice == 'all' and metric == 'ndcg%100'"
    ).iloc[0]
    assert row.difference > 0 and row.ci_low > 0 and row.p < 0.01
    assert row.n_queries == 12


def test_p_values_are_corrected_over_the_rankers_of_a_slice_measure_and_baseline(collection):
    rng = np.random.default_rng(0)
    runs = {"baseline": order_by_grade(collection, -1)}
    for name in ("a", "b", "c"):
        orders = {pair: rng.permutation(collection.rankable(*pair)) for pair in runs["baseline"]}
        runs[name] = {pair: [(c, 0.0) for c in order] for pair, order in orders.items()}
    tests = evaluate_runs(collection, runs, {}, ["baseline", "b"], QUICK).significance
    groups = tests.groupby(["protocol", "split", "slice", "metric", "baseline"])
    assert len(groups) == 2 * 2 * 4 * 7 * 2
    for (*_, baseline), group in groups:
        assert set(group.ranker) == set(runs) - {baseline}
        assert group.p_holm.tolist() == holm(group.p.tolist())
    assert (tests.p_holm > tests.p).any()
    alone = evaluate_runs(collection, runs, {}, ["b"], QUICK).significance
    against_b = tests[tests.baseline == "b"].reset_index(drop=True)
    pd.testing.assert_frame_equal(against_b, alone, check_exact=True)


def test_a_query_that_a_run_lacks_scores_zero_and_is_not_dropped(collection):
    run = order_by_grade(collection, 1)
    del run["q1", "method"]
    evaluation = evaluate_runs(collection, {"best": run}, {}, ["best"], QUICK)
    rows = evaluation.per_query[evaluation.per_query.query_id == "q1_method"]
    assert len(rows) and (rows.value == 0).all()


def test_published_figures_stand_with_official_test_only(collection):
    runs = {"best": order_by_grade(collection, 1)}
    published = {("best", "all", "map"): 0.25}
    metrics = evaluate_runs(collection, runs, published, ["best"], QUICK).metrics
    known = metrics[metrics.published.notna()]
    assert known[["protocol", "split", "slice", "metric", "published"]].to_numpy().tolist() == [
        ["official", "test", "all", "map", 0.25]
    ]


def test_several_runs_of_a_ranker_are_reported_by_their_mean_and_deviation(collection):
    best, worst = order_by_grade(collection, 1), order_by_grade(collection, -1)
    runs = {"both": best, "worst": worst}
    both = evaluate_runs(collection, runs, {}, ["worst"], QUICK, {"both": [worst, best, worst]})
    alone = [
        evaluate_runs(collection, {name: run, "worst": worst}, {}, ["worst"], QUICK)
        for name, run in (("both", best), ("both", worst))
    ]
    keys = ["protocol", "split", "slice", "metric"]

    def figures(evaluation, column):
        table = evaluation.metrics[evaluation.metrics.ranker == "both"]
        return table.set_index(keys)[column]

    high, low = (figures(evaluation, "value") for evaluation in alone)
    assert (high > low).any()
    assert np.allclose(figures(both, "value"), (high + low) / 2)
    deviation = (high - low).abs() / 3**0.5  # of two values, each twice
    assert np.allclose(figures(both, "sd").astype(float), deviation)
    assert set(figures(both, "n_runs")) == {4}
    of_worst = both.metrics[both.metrics.ranker == "worst"]
    assert of_worst.sd.isna().all() and set(of_worst.n_runs) == {1}

    columns = ["protocol", "split", "ranker", "slice", "query_id", "metric"]
    values = [
        evaluation.per_query.set_index(columns).value.drop("worst", level="ranker")
        for evaluation in (both, *alone)
    ]
    assert np.allclose(values[0], (values[1] + values[2]) / 2)
    tests = both.significance.set_index(keys)
    assert np.allclose(tests.difference, (figures(both, "value") - low).loc[tests.index])

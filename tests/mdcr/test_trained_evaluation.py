"""The tables of MDCR with a ranker of several runs."""

import numpy as np
import pandas as pd
import pytest

from paperpool.evaluation.tables import EvaluationRows
from paperpool.mdcr.evaluation import Paired, add_benchmark

from ..made.mdcr_scores import QUICK, make_benchmark, make_scores


def evaluate_trained(scores):
    """Return the tables of a benchmark on several runs of ``trained``."""
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

"""The tables of MDCR's benchmark: slices, protocols, tests and printed figures."""

import numpy as np
import pytest

from paperpool.evaluation.tables import SIGNIFICANCE_COLUMNS, EvaluationRows
from paperpool.mdcr.evaluation import Paired, add_benchmark

from ..made.mdcr_scores import KEYS, QUICK, make_benchmark, make_scores


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


def test_corrected_is_the_mean_of_field_means(evaluation):
    corrected = evaluation.metrics.query("protocol == 'corrected'")
    values = corrected.set_index(["ranker", "slice", "metric"]).value
    per_query = evaluation.per_query.query("protocol == 'corrected'")
    means = per_query.groupby(["ranker", "slice", "metric"]).value.mean()
    for ranker in ("random", "good"):
        for metric in ("map", "ndcg", "recall_5"):
            fields = [means[ranker, field, metric] for field in ("Art", "Biology")]
            for field, value in zip(("Art", "Biology"), fields, strict=True):
                assert values[ranker, field, metric] == pytest.approx(value, abs=1e-12)
            overall = values[ranker, "all", metric]
            assert overall == pytest.approx(np.mean(fields), abs=1e-12)


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


def test_every_field_has_draws_of_its_own(monkeypatch):
    streams, draw = [], Paired.draws
    monkeypatch.setattr(
        Paired,
        "draws",
        lambda self, sizes, *stream: streams.append((sizes, stream)) or draw(self, sizes, *stream),
    )
    benchmark = make_benchmark({"Art": 4, "Biology": 6, "Physics": 5})
    scores = {"random": [make_scores(benchmark, 1)["random"]]}
    add_benchmark(EvaluationRows(), "test", benchmark, scores, Paired((), QUICK), {})
    of_fields = [stream for sizes, stream in streams if sizes in ([4], [6], [5])]
    assert len(of_fields) == len(set(of_fields)) == 3


def test_intervals_hold_the_figure_and_tests_find_what_differs(evaluation):
    metrics = evaluation.metrics.query("protocol == 'corrected' and ranker == 'random'")
    assert ((metrics.ci_low <= metrics.value) & (metrics.value <= metrics.ci_high)).all()
    tests = evaluation.significance
    assert list(tests) == SIGNIFICANCE_COLUMNS
    assert set(tests.ranker) == {"good", "best"} and set(tests.baseline) == {"random"}
    assert set(tests.slice) == {"Art", "Biology", "all", "type:bm25", "type:graph"}
    row = tests.query("slice == 'all' and metric == 'map' and ranker == 'best'").iloc[0]
    assert row.difference > 0.2 and row.ci_low > 0 and row.p < 0.02 and row.n_queries == 10


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

"""Annotators whose faults are known are described by them."""

import math

import numpy as np
import pytest
from scipy.stats import spearmanr
from sklearn.metrics import cohen_kappa_score

from paperpool.collections.schemes import default_scheme
from paperpool.evaluation.paired_draws import Resampling
from paperpool.workflow.annotation.adjudication import settle
from paperpool.workflow.annotation.agreement import spearman_rho
from paperpool.workflow.annotation.annotators import COLUMNS, describe_annotators, weighted_kappa
from paperpool.workflow.annotation.export_rows import Exports, Row
from paperpool.workflow.annotation.items import Item

N = 400
NAMES = {"7": "ann1", "9": "ann2"}


@pytest.fixture
def describe():
    """Return a function: the table of two annotators with given grades, by its first columns."""

    def run(first, second, ruled=(), times=True):
        rows = []
        for n, (one, two) in enumerate(zip(first, second, strict=True)):
            item = Item(f"q{n % 20}", ("background", "method")[n % 20 % 2], f"c{n}")
            at = f"2024-05-06T09:{n // 60 % 60:02}:{n % 60:02}" if times else None
            rows += [Row("annotation", item, "7", int(one), float(n % 3), at)]
            rows += [Row("annotation", item, "9", int(two), None, at)]
            rows += [Row("adjudication", item, "8", int(g), 1.0, at) for g in ruled[n : n + 1]]
        settlement = settle(list({row.item: None for row in rows}), Exports(rows))
        resampling = Resampling(5, 300, 300)
        table = describe_annotators(
            rows, settlement, NAMES, spearman_rho, default_scheme(), resampling
        )
        assert list(table) == COLUMNS
        return table.set_index(["annotator", "facet", "against"])

    return run


def test_planted_bias_drift_and_speed_are_found(describe):
    generator = np.random.default_rng(1)
    truth = generator.integers(0, 3, N)
    late = generator.random(N) < np.linspace(0, 0.9, N)
    second = np.where(generator.random(N) < 0.1, (truth + 1) % 3, truth)
    table = describe(truth + late, second, truth)
    one, two = (table.loc[name, "all", "other"] for name in NAMES.values())
    differences = truth + late - second
    by_query = [differences[q::20].mean() for q in range(20)]
    assert one.bias == -two.bias == pytest.approx(np.mean(by_query))
    assert one.ci_low < one.bias < one.ci_high and one.ci_low > 0 and one.p < 0.05
    assert one.drift == -two.drift and one.drift > 0.2 and one.drift_p < 0.001
    assert (one.graded, one.shared, one.seconds) == (N, N, 1.0) and math.isnan(two.seconds)
    assert one.rho == pytest.approx(spearman_rho(truth + late, second))
    settled = table.loc["ann1", "all", "settled"]  # where both say the same that is settled
    agreed = np.where(truth + late == second, second, truth)
    assert settled.bias == pytest.approx(
        np.mean([(truth + late - agreed)[q::20].mean() for q in range(20)])
    )
    assert table.loc["ann1", "method", "other"].graded == N / 2
    empty = table.loc["ann1", "result", "other"]
    assert (empty.graded, empty.shared) == (0, 0) and empty[["bias", "drift", "rho"]].isna().all()


def test_the_drift_is_spearmans_correlation_with_its_p_value(describe):
    first, second = np.random.default_rng(2).integers(0, 4, (2, 40))
    one = describe(first, second).loc["ann1", "all", "other"]
    expected = spearmanr(range(40), first - second)
    assert (one.drift, one.drift_p) == pytest.approx((expected.statistic, expected.pvalue))
    rising = describe(range(4), [0] * 4).loc["ann1", "all", "other"]
    assert (rising.drift, rising.drift_p) == (1, 0)


def test_honest_annotators_are_not_blamed_often(describe):
    blamed = drifting = 0
    for seed in range(20):
        generator = np.random.default_rng(seed)
        truth = generator.integers(0, 4, N)
        first, second = (np.clip(truth + generator.integers(-1, 2, N), 0, 3) for _ in range(2))
        row = describe(first, second).loc["ann1", "all", "other"]
        blamed += row.p < 0.05
        drifting += row.drift_p < 0.05
    assert blamed <= 4 and drifting <= 4


def test_without_times_or_anything_settled_those_figures_are_empty(describe):
    table = describe([0, 1, 2, 3], [1, 2, 3, 2], times=False)
    assert table.drift.isna().all()
    assert table.xs("settled", level="against").bias.isna().all()
    assert table.loc["ann2", "all", "other"].bias == pytest.approx(0.5)


def test_weighted_kappa_is_sklearns():
    generator = np.random.default_rng(2)
    for n in (2, 5, 50):
        one, two = generator.integers(0, 4, (2, n))
        expected = cohen_kappa_score(one, two, labels=range(4), weights="quadratic")
        assert weighted_kappa(one, two) == pytest.approx(expected)
    assert math.isnan(weighted_kappa(np.array([2, 2]), np.array([2, 2])))

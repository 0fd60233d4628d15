"""How far annotators agree: by hand, by properties, and beside the paper's Table 2."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import spearmanr
from sklearn.metrics import cohen_kappa_score

from paperpool.collections.schemes import UNGRADED, default_scheme
from paperpool.evaluation.published import read_cells
from paperpool.workflow.annotation.agreement import (
    COLUMNS,
    make_measures,
    measure_agreement,
    ordinal_alpha,
    score_judgments,
)

from ..made.schemes import two_facets_scheme
from .conftest import collect, judge

KEYS = ("facet", "stage", "measure")
SCHEME = default_scheme()
MEASURES = make_measures(SCHEME)


def score(judgments):
    return score_judgments(judgments, MEASURES)


def grades(text):
    return np.array([int(grade) for grade in text])


@pytest.mark.parametrize(
    ("measure", "first", "second", "expected"),
    [
        ("rho", "0123", "0132", 0.8),  # 1 - 6 * 2 / (4 * 15)
        ("rho", "0011", "0111", math.sqrt(1 / 3)),  # ranks with ties: 1 / sqrt(1 * 3)
        ("rho", "0123", "3210", -1.0),
        ("kappa", "0011", "0111", 0.5),  # (3/4 - 1/2) / (1 - 1/2)
        ("kappa", "0123", "0123", 1.0),
        ("kappa", "0101", "1010", -1.0),
        ("alpha", "010", "011", 4 / 9),
        ("agreement", "0123", "0120", 0.75),
    ],
)
def test_measures_by_hand(measure, first, second, expected):
    assert MEASURES[measure](grades(first), grades(second)) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("seed", range(20))
def test_measures_are_those_of_scipy_and_scikit_learn(seed):
    first, second = np.random.default_rng(seed).integers(0, 4, (2, 10 + seed))
    assert MEASURES["rho"](first, second) == pytest.approx(spearmanr(first, second).statistic)
    assert MEASURES["kappa"](first, second) == pytest.approx(cohen_kappa_score(first, second))


@pytest.mark.parametrize(
    ("measure", "first", "second"),
    [("rho", "0000", "0123"), ("rho", "01", "11"), ("kappa", "11", "11"), ("alpha", "11", "11")],
)
def test_what_is_undefined_is_no_number(measure, first, second):
    assert math.isnan(MEASURES[measure](grades(first), grades(second)))


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_measures_are_symmetric_bounded_and_know_no_order(pairs):
    first, second = (np.array(side) for side in zip(*pairs, strict=True))
    for name, measure in MEASURES.items():
        value = measure(first, second)
        assert measure(second, first) == pytest.approx(value, abs=1e-9, nan_ok=True), name
        assert measure(first[::-1], second[::-1]) == pytest.approx(value, abs=1e-9, nan_ok=True)
        assert math.isnan(value) or -1 - 1e-9 <= value <= 1 + 1e-9
        same = measure(first, first)
        assert math.isnan(same) or same == pytest.approx(1.0)


def test_before_two_annotators_are_compared_and_after_each_with_the_adjudicated_grades():
    scores = score(judge("0123", ann1="0120", ann3="0113"))
    assert scores["pre"]["agreement"] == pytest.approx(2 / 4)
    assert scores["post"]["agreement"] == pytest.approx((3 / 4 + 3 / 4) / 2)
    rhos = [MEASURES["rho"](grades("0123"), grades(given)) for given in ("0120", "0113")]
    assert scores["post"]["rho"] == pytest.approx(sum(rhos) / 2)


def test_what_one_annotator_left_ungraded_is_left_out_of_their_comparisons_alone():
    scores = score(judge("01231", ann1="0123-", ann2="01301"))
    assert scores["pre"]["agreement"] == 2 / 4
    # 4 of 4 and 3 of 5; two annotators count alike
    assert scores["post"]["agreement"] == pytest.approx((4 / 4 + 3 / 5) / 2)


def test_of_more_than_two_annotators_every_two_that_share_candidates_are_compared():
    scores = score(judge("012301", a="0122--", b="0120-1", c="----01", d="------"))
    # a-b share four candidates and agree on three; b-c share one and agree; a-c share none
    assert scores["pre"]["agreement"] == pytest.approx((4 * 3 / 4 + 1 * 1) / 5)
    # a: 3 of 4, b: 4 of 5, c: 2 of 2
    assert scores["post"]["agreement"] == pytest.approx((3 + 4 + 2) / 11)


@pytest.mark.parametrize("annotators", [{}, {"ann1": "012"}, {"ann1": "0--", "ann2": "-12"}])
def test_where_no_two_annotators_share_a_candidate_nothing_is_measured_before(annotators):
    scores = score(judge("012", **annotators))
    assert all(math.isnan(value) for value in scores["pre"].values())


def test_of_a_pair_half_done_only_the_annotators_are_compared():
    half_done = score(judge("01--", ann1="0123", ann2="0132"))
    done = score(judge("0123", ann1="0123", ann2="0132"))
    assert half_done["pre"] == done["pre"] and half_done["pre"]["agreement"] == 0.5
    # on the two candidates that are settled they agree, which says nothing of the pair
    assert all(math.isnan(value) for value in half_done["post"].values())
    judgments = {("q", "method"): judge("01--", ann1="0123", ann2="0132")}
    cells = measure_agreement(judgments, SCHEME, {}).set_index(list(KEYS)).sort_index()
    assert cells.loc[("method", "pre", "rho"), "value"] == pytest.approx(0.8)
    assert cells.loc[("method", "pre"), "n_queries"].tolist() == [1] * 4
    assert cells.loc[("method", "post"), "n_queries"].tolist() == [0] * 4
    assert cells.loc[("method", "post"), "value"].isna().all()


def test_a_figure_is_the_median_over_the_queries_that_have_it():
    collection = collect(
        {
            ("q1", "method"): judge("0123", ann1="0123", ann2="0123"),
            ("q2", "method"): judge("0123", ann1="0123", ann2="0000"),  # rho undefined
            ("q3", "method"): judge("0123", ann1="0123", ann2="3210"),
            ("q3", "result"): judge("0000", ann1="0000", ann2="0000"),
        }
    )
    table = measure_agreement(collection.judgments, SCHEME, {("method", "pre", "rho"): 0.3})
    assert list(table) == COLUMNS and len(table) == 24
    cells = table.set_index(list(KEYS))
    assert cells.loc[("method", "pre", "rho")].tolist() == [0.0, 0.3, 2]
    assert cells.loc[("method", "pre", "agreement"), "value"] == 0.25
    assert cells.loc[("method", "pre", "agreement"), "n_queries"] == 3
    assert cells.loc[("result", "pre", "agreement"), "value"] == 1.0
    for empty in (("result", "pre", "rho"), ("background", "post", "agreement")):
        assert pd.isna(cells.loc[empty, "value"]) and cells.loc[empty, "n_queries"] == 0
    assert cells.published.notna().sum() == 1


@pytest.fixture(scope="module")
def published(root):
    return read_cells(
        root / "workflow/scripts/paperpool/resources/published/csfcube_agreement.csv", KEYS
    )


def test_every_cell_of_table_2_is_reproduced(release, published):
    table = measure_agreement(release.judgments, SCHEME, published)
    assert len(table) == 24 and table.published.notna().all()
    limits = table.measure.map(lambda measure: 0.01 if measure == "agreement" else 0.02)
    assert ((table.value - table.published).abs() <= limits).all()
    counts = {"background": 16, "method": 17, "result": 17}
    assert dict(zip(table.facet, table.n_queries, strict=True)) == counts


def test_with_ungraded_as_grade_0_all_but_one_cell_come_out_to_their_digits(release, published):
    judgments = {}
    for pair, judged in release.judgments.items():
        said = {
            name: tuple(0 if grade == UNGRADED else grade for grade in given)
            for name, given in judged.annotators.items()
        }
        judgments[pair] = replace(judged, annotators=said)
    table = measure_agreement(judgments, SCHEME, published)
    digits = table.measure.map(lambda measure: 4 if measure == "agreement" else 2)
    off = [
        (row.facet, row.stage, row.measure)
        for row, n in zip(table.itertuples(), digits, strict=True)
        if abs(row.value - row.published) > 0.5000001 * 10**-n
    ]
    assert off == [("background", "pre", "rho")]  # 0.4553, printed as 0.45
    ours = measure_agreement(release.judgments, SCHEME, published)
    assert 0.016 < (ours.value - table.value).abs().max() <= 0.017


# Four observers and twelve units of Krippendorff, "Computing Krippendorff's Alpha-Reliability"
# (2011), section C; a dot is a missing value.
OBSERVERS = ("123321412...", "1233224125.3", ".3332342251.", "12332441251.")

UNITS = st.lists(st.lists(st.integers(0, 3), max_size=4), max_size=20)


def test_the_published_example_has_its_published_value():
    units = [
        [int(grade) for grade in unit if grade != "."] for unit in zip(*OBSERVERS, strict=True)
    ]
    assert ordinal_alpha(units, n_grades=6) == pytest.approx(0.815, abs=5e-4)


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        # totals 3 and 3, distance 9: 1 - 5 * 18 / 162
        ([(0, 0), (1, 1), (0, 1)], 4 / 9),
        # totals 2, 1, 3; middles 1, 2.5, 4.5; distances 2.25, 12.25, 4: 1 - 5 * 8 / 180
        ([(0, 0), (1, 2), (2, 2)], 7 / 9),
        ([(0, 0), (3, 3), (1,), ()], 1.0),
    ],
)
def test_values_by_hand(units, expected):
    assert ordinal_alpha(units, 4) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("units", [[], [(2, 2), (2, 2)], [(0,), (3,)]])
def test_without_two_different_grades_it_is_undefined(units):
    assert math.isnan(ordinal_alpha(units, 4))


@given(UNITS)
def test_order_and_single_grades_change_nothing(units):
    turned = [[3], *(unit[::-1] for unit in reversed(units)), []]
    first, second = ordinal_alpha(units, 4), ordinal_alpha(turned, 4)
    assert second == pytest.approx(first, abs=1e-9, nan_ok=True)
    assert math.isnan(first) or first <= 1.0 + 1e-12


def test_facets_and_grades_are_those_of_the_scheme():
    scheme = two_facets_scheme()
    judgments = {
        ("q1", "claim"): judge("0101", ann1="0101", ann2="0111"),
        ("q1", "evidence"): judge("1", ann1="1", ann2="1"),
    }
    table = measure_agreement(judgments, scheme, {})
    assert table.facet.unique().tolist() == ["claim", "evidence"] and len(table) == 16
    cells = table.set_index(list(KEYS)).value
    assert cells["claim", "pre", "agreement"] == 0.75
    assert cells["claim", "pre", "kappa"] == pytest.approx(0.5)  # (3/4 - 1/2) / (1 - 1/2)
    # totals 3 and 5, a distance of 16: 1 - 7 * (2 * 16) / (2 * 3 * 5 * 16)
    assert cells["claim", "pre", "alpha"] == pytest.approx(8 / 15)
    assert pd.isna(cells["evidence", "pre", "alpha"])

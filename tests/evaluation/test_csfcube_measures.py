"""Measures against hand-worked values and against ir_measures."""

import math

import ir_measures
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ir_measures import AP, Bpref, P, R, Rprec, nDCG

from paperpool.evaluation.csfcube_measures import CORRECTED, OFFICIAL, bpref

LEAST = 2

HAND = np.array([3, 0, 2, 1, 0, 2, 0, 0, 0, 1])  # relevant at ranks 1, 3 and 6


def official(name, grades):
    return OFFICIAL[name](grades, grades, LEAST)


def corrected(name, grades):
    return CORRECTED[name](grades, grades, LEAST)


@pytest.mark.parametrize(
    ("name", "by_script", "by_name"),
    [
        ("r_precision", 3 / 6, 2 / 3),  # at the last relevant rank, at the number of relevant ones
        ("map", (1 / 1 + 2 / 3 + 3 / 6) / 3, (1 / 1 + 2 / 3 + 3 / 6) / 3),
        ("p@20", 3 / 10, 3 / 20),  # the script divides by the length of a short run
    ],
)
def test_both_protocols_by_hand(name, by_script, by_name):
    assert official(name, HAND) == pytest.approx(by_script, abs=1e-15)
    assert corrected(name, HAND) == pytest.approx(by_name, abs=1e-15)


def test_official_ndcg_does_not_discount_rank_two():
    grades = np.array([0, 3, 0, 0, 0, 0, 0, 0, 0, 0])
    assert official("ndcg%20", grades) == 1.0
    assert corrected("ndcg%20", grades) == pytest.approx(1 / math.log2(3))


def test_ndcg_percent_cuts_at_the_floor():
    grades = np.array([0] * 2 + [3] + [0] * 11)  # 14 judged: 20% is 2.8, so ranks 1 and 2
    assert official("ndcg%20", grades) == 0.0
    assert official("ndcg@20", grades) == pytest.approx(1 / math.log2(3))


def test_official_ideal_comes_from_the_run_and_corrected_from_all_judged():
    ranked, judged = np.array([1, 1]), np.array([1, 1, 3, 3, 3])
    assert OFFICIAL["ndcg%100"](ranked, judged, LEAST) == 1.0
    assert CORRECTED["ndcg%100"](ranked, judged, LEAST) < 0.5


@pytest.mark.parametrize("table", [OFFICIAL, CORRECTED])
@pytest.mark.parametrize("grades", [[], [0, 0, 1], [0]])
def test_nothing_relevant_scores_zero(table, grades):
    grades = np.array(grades, dtype=int)
    for name in ("r_precision", "p@20", "recall@20", "map"):
        assert table[name](grades, grades, LEAST) == 0.0


@given(st.lists(st.integers(0, 3), min_size=1, max_size=80))
def test_corrected_measures_equal_ir_measures(grades):
    grades = np.array(grades)
    qrels = [ir_measures.Qrel("q", f"d{i}", int(g)) for i, g in enumerate(grades)]
    run = [ir_measures.ScoredDoc("q", f"d{i}", float(-i)) for i in range(len(grades))]
    reference = {
        "r_precision": Rprec(rel=2),
        "p@20": P(rel=2) @ 20,
        "recall@20": R(rel=2) @ 20,
        "map": AP(rel=2),
        "ndcg@20": nDCG @ 20,
        "ndcg%100": nDCG,
    }
    values = ir_measures.calc_aggregate(list(reference.values()), qrels, run)
    for name, measure in reference.items():
        assert corrected(name, grades) == pytest.approx(values[measure], abs=1e-9)


@given(
    st.lists(st.integers(-1, 3), min_size=1, max_size=60), st.lists(st.integers(0, 3), min_size=1)
)
def test_bpref_equals_trec_eval(ranked, unranked):
    """Grade -1 stands for a candidate that was not judged."""
    qrels = [ir_measures.Qrel("q", f"d{i}", g) for i, g in enumerate(ranked) if g >= 0]
    qrels += [ir_measures.Qrel("q", f"u{i}", g) for i, g in enumerate(unranked)]
    run = [ir_measures.ScoredDoc("q", f"d{i}", float(-i)) for i in range(len(ranked))]
    judged = np.array([qrel.relevance for qrel in qrels], dtype=int)
    ours = bpref(np.array([g for g in ranked if g >= 0], dtype=int), judged, LEAST)
    measure = Bpref(rel=2)
    assert ours == pytest.approx(ir_measures.calc_aggregate([measure], qrels, run)[measure])


@given(st.permutations([3, 3, 2, 2, 1, 1, 0, 0, 0, 0, 0, 0]))
def test_values_are_fractions_and_the_ideal_order_scores_one(grades):
    best = np.array(sorted(grades, reverse=True))
    for table in (OFFICIAL, CORRECTED):
        for name, measure in table.items():
            value = measure(np.array(grades), np.array(grades), LEAST)
            assert 0.0 <= value <= 1.0
            if name.startswith("ndcg"):
                assert value <= measure(best, best, LEAST) == pytest.approx(1.0)

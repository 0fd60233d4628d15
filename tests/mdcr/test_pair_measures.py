"""Scores of the benchmark's pairs: pools, types and the official script's figures."""

import numpy as np
import pytest

from paperpool.collections.mdcr_benchmark import Pool
from paperpool.mdcr.evaluation import choose_pools, measure_pools, round_official

POOLS = {
    "Art": {
        "q1": Pool({"bm25": ["a", "b"], "graph": ["c"], "true": ["t", "u"]}),
        "q2": Pool({"bm25": ["a", "t"], "graph": [], "true": ["t"]}),
    },
    "Physics": {"q3": Pool({"bm25": ["a"], "true": ["t"]})},
}


def test_all_types_or_one_beside_the_positives():
    whole, by_bm25 = choose_pools(POOLS)["Art"], choose_pools(POOLS, "bm25")["Art"]
    assert [pool.candidates() for pool in whole.values()] == [[*"tuabc"], [*"ta"]]
    assert [pool.positives for pool in whole.values()] == [["t", "u"], ["t"]]
    assert by_bm25["q1"].candidates() == ["t", "u", "a", "b"]


def test_a_pool_without_a_negative_of_the_type_is_left_out_and_so_is_its_field():
    of_graph = choose_pools(POOLS, "graph")
    assert list(of_graph) == ["Art"] and list(of_graph["Art"]) == ["q1"]
    assert of_graph["Art"]["q1"].candidates() == ["t", "u", "c"]


def test_negatives_of_other_types_do_not_push_a_positive_down():
    scores = {"q1_t": 3.0, "q1_a": 2.0, "q1_b": 1.5, "q1_u": 1.0, "q1_c": 0.0}
    of_art = {"Art": {"q1": POOLS["Art"]["q1"]}}
    [[whole, _, _]] = measure_pools(choose_pools(of_art)["Art"], scores)
    [[by_bm25, _, _]] = measure_pools(choose_pools(of_art, "bm25")["Art"], scores)
    [[by_graph, _, recall]] = measure_pools(choose_pools(of_art, "graph")["Art"], scores)
    assert whole == by_bm25 == pytest.approx((1 + 2 / 4) / 2)
    assert (by_graph, recall) == (1.0, 1.0)


def test_four_positives_can_all_be_recalled():
    ids = [f"t{i}" for i in range(4)]
    pools = choose_pools({"Art": {"q": Pool({"random": ["n"], "true": ids})}})["Art"]
    scores = {**{f"q_{i}": 1.0 for i in ids}, "q_n": 0.0}
    assert measure_pools(pools, scores).tolist() == [[1.0, 1.0, 1.0]]


def test_the_average_is_of_rounded_figures():
    values = [np.array([[1 / 3], [0.0]]), np.array([[2 / 3], [0.0]]), np.array([[1.0]])]
    fields = [round_official([of_field]) for of_field in values]
    assert fields == [[0.166667], [0.333333], [1.0]]  # 16.6667, 33.3333 and 100 percent
    assert round_official(values) == [0.5]
    each = [np.array([[value]]) for value in (0.0000014, 0.0000014, 0.0000004)]
    fields = [round_official([of_field]) for of_field in each]
    assert fields == [[0.000001], [0.000001], [0.0]]  # of percentages 0.00014, 0.00014 and 0.00004
    assert round_official(each) == [0.000001]
    # of 0.0001, 0.0001, 0, 0 and 0; unrounded it would be 0.0001
    assert round_official([*each, each[-1], each[-1]]) == [0.0]

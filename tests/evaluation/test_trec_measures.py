"""MDCR's measures on cases worked by hand and against plain definitions."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.evaluation.trec_measures import BENCHMARK, LARGE_SCALE, measure


def test_by_hand():
    rankings = {"q": {"a": 3.0, "b": 2.0, "c": 1.0, "d": 0.5}}
    [[ap, ndcg, recall]] = measure(rankings, {"q": {"a", "c", "never ranked"}}, LARGE_SCALE)
    assert ap == pytest.approx((1 + 2 / 3) / 3)
    ideal = 1 + 1 / math.log2(3) + 1 / math.log2(4)
    assert ndcg == pytest.approx((1 + 1 / math.log2(4)) / ideal)
    assert recall == pytest.approx(2 / 3)


def test_queries_without_a_ranking_or_anything_relevant_score_zero_in_their_place():
    rankings = {"ranked": {"a": 1.0}, "empty": {}, "nothing": {"a": 1.0}, "unknown": {"a": 1.0}}
    relevant = {"missing": ["a"], "ranked": ["a"], "empty": ["a"], "nothing": []}
    values = measure(rankings, relevant, BENCHMARK)
    assert values.tolist() == [[0.0] * 3, [1.0] * 3, [0.0] * 3, [0.0] * 3]


def test_no_query_gives_no_row():
    assert measure({"q": {"a": 1.0}}, {}, BENCHMARK).shape == (0, 3)


@pytest.mark.parametrize("sizes", [(1e300, 1e200, 1e100), (1e-50, 1e-60, 1e-70)])
def test_scores_beyond_floats_keep_their_order(sizes):
    best, second, last = sizes
    rankings = {"q": {"b": second, "c": best, "z": last}}
    [[ap, _, _]] = measure(rankings, {"q": {"b"}}, BENCHMARK)
    assert ap == 0.5  # as 32-bit floats all are equal, and z is first


def plain(scores, relevant, cut):
    """Average precision, NDCG and recall by their definitions."""
    order = sorted(scores, key=lambda c: (np.float32(scores[c]), c), reverse=True)
    ranks = [rank for rank, c in enumerate(order, 1) if c in relevant]
    ideal = sum(1 / math.log2(rank + 1) for rank in range(1, len(relevant) + 1))
    return [
        sum(i / rank for i, rank in enumerate(ranks, 1)) / len(relevant),
        sum(1 / math.log2(rank + 1) for rank in ranks) / ideal,
        sum(rank <= cut for rank in ranks) / len(relevant),
    ]


@given(
    st.dictionaries(
        st.integers(0, 60).map(str), st.sampled_from([0.0, 0.5, 0.1, 0.1 + 1e-9, -2.0]), min_size=1
    ),
    st.sets(st.integers(0, 60).map(str), min_size=1, max_size=12),
)
def test_random_rankings_with_ties_follow_the_definitions(scores, relevant):
    for measures, cut in ((BENCHMARK, 5), (LARGE_SCALE, 30)):
        [values] = measure({"q": scores}, {"q": relevant}, measures)
        assert values.tolist() == pytest.approx(plain(scores, relevant, cut), abs=1e-12)

"""The best candidates of a stream: ties, exclusions, and independence of the batches."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paperpool.pools.top_candidates import TopCandidates


def offer(top, query, pairs):
    top.add(query, np.array([i for i, _ in pairs], np.str_), np.array([s for _, s in pairs], float))


def test_the_best_come_first_and_equal_scores_by_id():
    top = TopCandidates(["q", "r"], 3, {"q": {"q"}, "r": {"r"}})
    offer(top, "q", [("b", 1), ("z", 2), ("q", 9)])
    offer(top, "q", [("a", 1), ("c", 1)])
    offer(top, "r", [("a", -1)])
    assert top.rankings() == {"q": [("z", 2.0), ("a", 1.0), ("b", 1.0)], "r": [("a", -1.0)]}


def test_a_query_without_candidates_has_an_empty_ranking():
    assert TopCandidates(["q"], 3, {"q": set()}).rankings() == {"q": []}


def test_long_ids_after_short_ones_are_kept_whole():
    top = TopCandidates(["q"], 2, {"q": {"a much longer id"}})
    offer(top, "q", [("a", 1)])
    offer(top, "q", [("a much longer one", 2), ("a much longer id", 3)])
    assert top.rankings()["q"] == [("a much longer one", 2.0), ("a", 1.0)]


SCORES = st.dictionaries(st.text("abc", min_size=1, max_size=4), st.integers(-2, 2), max_size=30)


@given(SCORES, st.integers(1, 8), st.integers(1, 5), st.sets(st.sampled_from("abc")), st.randoms())
def test_batches_and_their_order_change_nothing(scores, depth, batch, excluded, chance):
    pairs = sorted(scores.items())
    chance.shuffle(pairs)
    top = TopCandidates(["q"], depth, {"q": excluded})
    for start in range(0, len(pairs), batch):
        offer(top, "q", pairs[start : start + batch])
    allowed = [(i, float(s)) for i, s in scores.items() if i not in excluded]
    assert top.rankings()["q"] == sorted(allowed, key=lambda p: (-p[1], p[0]))[:depth]

"""The heaps keep the best rows, independently of the order of rows."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.search.top_rows import TopRows, floor_of, offer

PAIRS = st.dictionaries(st.integers(0, 50), st.sampled_from([0.5, 1.0, 2.0, 3.5]), max_size=30)


@given(PAIRS, st.integers(1, 12), st.sets(st.integers(0, 50), max_size=5), st.randoms())
def test_equals_sorting(pick_best, scores, depth, excluded, chance):
    pairs = sorted(scores.items())
    chance.shuffle(pairs)
    top = TopRows(2, depth, [np.array([], int), np.array(sorted(excluded), int)])
    for row, score in pairs:
        for query in (0, 1):
            offer(top.heaps, query, row, score)
    rows, kept = top.ranked()
    all_rows = np.array(list(scores), int)
    all_scores = np.array(list(scores.values()), float)
    for query, never in ((0, ()), (1, excluded)):
        best = pick_best(all_scores, all_rows, depth, never)
        assert rows[query].tolist() == best[0].tolist()
        assert kept[query].tolist() == best[1].tolist()


def test_there_is_no_floor_until_enough_is_kept():
    top = TopRows(1, 2)
    floors = [floor_of(top.heaps, 0)]
    for row, score in enumerate((4.0, 3.0, 5.0)):
        offer(top.heaps, 0, row, score)
        floors.append(floor_of(top.heaps, 0))
    assert floors == [-np.inf, -np.inf, 3.0, 4.0]


def test_excluded_rows_must_be_given_for_every_query():
    with pytest.raises(ValueError, match="2 queries but 1 arrays"):
        TopRows(2, 5, [np.array([1])])

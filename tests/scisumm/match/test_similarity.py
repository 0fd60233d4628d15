"""Texts as bags of items, laid one after another."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paperpool.scisumm.match.similarity import Bags

texts = st.lists(st.lists(st.integers(0, 6), max_size=5), max_size=5)


def parts(bags):
    return [
        bags.items[start:end].tolist()
        for start, end in zip(bags.starts[:-1], bags.starts[1:], strict=True)
    ]


def test_texts_lie_one_after_another_with_their_repetitions():
    bags = Bags.of([[3, 1, 3], [], np.array([7], np.int32)])
    assert bags.items.tolist() == [3, 1, 3, 7] and bags.starts.tolist() == [0, 3, 3, 4]
    assert len(bags) == 3
    assert bags.items.dtype == bags.starts.dtype == np.int64
    assert len(Bags.of([])) == 0
    empty = Bags.of([[], []])
    assert len(empty) == 2 and empty.weigh(np.ones(3)).toarray().tolist() == [[0] * 3] * 2


def test_distinct_items_and_weights_by_occurrence():
    items, bags = Bags.of([[9, 2, 9], [5]]).distinct()
    assert items.tolist() == [2, 5, 9] and parts(bags) == [[2, 0, 2], [1]]
    weights = np.array([1.0, 0.5, 0.0, 0.25])
    weighed = Bags.of([[1, 3, 1], [], [2, 0]]).weigh(weights)
    assert weighed.toarray().tolist() == [[0, 1.0, 0, 0.25], [0] * 4, [1.0, 0, 0, 0]]
    assert weighed.shape == (3, 4)


@given(texts)
def test_places_lead_back_to_the_items(given_texts):
    bags = Bags.of(given_texts)
    assert parts(bags) == given_texts
    items, places = bags.distinct()
    assert items.tolist() == sorted({item for text in given_texts for item in text})
    assert [[items[place] for place in text] for text in parts(places)] == given_texts


@given(texts)
def test_weights_add_up_to_those_of_the_occurrences(given_texts):
    weights = np.arange(7) / 4
    bags = Bags.of(given_texts)
    before = bags.items.copy()
    totals = bags.weigh(weights).toarray().sum(axis=1).tolist()
    assert totals == [sum(item / 4 for item in text) for text in given_texts]
    assert np.array_equal(bags.items, before)  # adding up repeated items leaves the bags alone

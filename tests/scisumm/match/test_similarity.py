"""Texts as bags of items, laid one after another."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from paperpool.workflow.scisumm.match.similarity import Bags

texts = st.lists(st.lists(st.integers(0, 6), max_size=5), max_size=5)


def parts(bags):
    return [
        bags.items[start:end].tolist()
        for start, end in zip(bags.starts[:-1], bags.starts[1:], strict=True)
    ]


@given(texts)
def test_items_lie_one_after_another_and_are_numbered_and_weighed(given_texts):
    bags = Bags.of(given_texts)
    assert parts(bags) == given_texts and len(bags) == len(given_texts)
    assert bags.items.dtype == bags.starts.dtype == np.int64
    items, places = bags.distinct()
    assert items.tolist() == sorted({item for text in given_texts for item in text})
    assert [[items[place] for place in text] for text in parts(places)] == given_texts
    weighed = bags.weigh(np.arange(7) / 4)
    assert weighed.shape == (len(given_texts), 7)
    weights = [[text.count(item) * item / 4 for item in range(7)] for text in given_texts]
    assert weighed.toarray().tolist() == weights
    assert parts(bags) == given_texts  # adding up repeated items leaves the bags alone

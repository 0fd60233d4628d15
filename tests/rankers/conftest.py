"""Small subsets of the real collection, and runs of it."""

import pytest

from paperpool.rankers.bm25 import rank_by_okapi
from paperpool.rankers.tfidf import rank_by_words

from ..made.few_queries import QUERIES, take_pairs


@pytest.fixture(scope="session")
def few_released(released):
    """The real collection with four of its queries."""
    return take_pairs(released, [pair for pair in released.pairs() if pair[0] in QUERIES])


@pytest.fixture(scope="session")
def two_released(few_released):
    """The real collection with two of its pairs."""
    return take_pairs(few_released, few_released.pairs()[:2])


@pytest.fixture(scope="session")
def okapi_run(released):
    """BM25's run of the real collection, which takes seconds."""
    return rank_by_okapi(released)


@pytest.fixture(scope="session")
def words_run(released):
    """The run of the real collection by TF-IDF."""
    return rank_by_words(released)

"""An index finds most of what exact search finds, with the same scores."""

import numpy as np
import pytest

from paperpool.search import vector_index
from paperpool.search.dense_search import search_dense
from paperpool.search.lacking import LACKING
from paperpool.search.vector_index import INDEXES

WIDEST = {"hnsw": 3_000, "ivf": 54}
"""The width of a search that looks at every vector of ``made``."""


@pytest.fixture(scope="module")
def made():
    """3,000 vectors around some centres, of different lengths, and queries near them."""
    chance = np.random.default_rng(5)
    centres = chance.normal(size=(40, 16))
    vectors = centres[chance.integers(0, 40, 3_000)] + 0.4 * chance.normal(size=(3_000, 16))
    vectors *= chance.uniform(0.5, 2, size=(3_000, 1))
    queries = vectors[::60] + 0.1 * chance.normal(size=(50, 16))
    return vectors.astype(np.float32), queries.astype(np.float32)


@pytest.fixture(params=sorted(INDEXES))
def kind(request):
    """The kind of the index."""
    return request.param


@pytest.fixture(params=["cosine", "l2"])
def similarity(request):
    """How vectors are compared."""
    return request.param


def share_found(found, sought):
    """Return the share of the sought rows that are found."""
    return np.mean([np.isin(b, a).mean() for a, b in zip(found, sought, strict=True)])


def test_the_widest_search_of_lists_is_exact_search(made, similarity):
    vectors, queries = made
    rows = np.arange(3_000, dtype=np.int32)
    exact = search_dense(vectors, rows, queries, similarity, 20)
    index = INDEXES["ivf"](vectors, rows, similarity)
    found = index.search(rows, queries, 20, WIDEST["ivf"])
    assert np.array_equal(found[0], exact[0]) and np.array_equal(found[1], exact[1])


def test_a_wider_search_finds_more(made, kind, similarity):
    vectors, queries = made
    rows = np.arange(3_000, dtype=np.int32)
    sought, _ = search_dense(vectors, rows, queries, similarity, 50)
    index = INDEXES[kind](vectors, rows, similarity)
    widths = {"ivf": (1, 6, 54), "hnsw": (50, 200, 1_000)}[kind]
    shares = [share_found(index.search(rows, queries, 50, w)[0], sought) for w in widths]
    assert shares[0] < 0.95 or kind == "hnsw"
    assert shares == sorted(shares) and shares[-1] > 0.99


def test_threads_change_no_byte(made, kind, similarity, monkeypatch):
    vectors, queries = made
    monkeypatch.setattr(vector_index, "BLOCK_ROWS", 700)
    rows = np.arange(3_000, dtype=np.int32)
    found = []
    for threads in (1, 2, 3):
        vector_index.faiss.omp_set_num_threads(threads)
        index = INDEXES[kind](vectors, rows, similarity)
        ids, scores = index.search(rows, queries, 30, 5 if kind == "ivf" else 40, None, threads)
        found.append((ids.tobytes(), scores.tobytes()))
    assert found[0] == found[1] == found[2]


def test_rows_that_are_not_searched_or_excluded_are_not_found(made, kind):
    vectors, queries = made
    rows = np.arange(100, 3_000, dtype=np.int32)
    index = INDEXES[kind](vectors, rows, "l2")
    searched = rows[::2]
    sought, _ = search_dense(vectors, searched, queries, "l2", 5)
    exclude = [row[:2] for row in sought]
    expected, _ = search_dense(vectors, searched, queries, "l2", 5, exclude)
    found, _ = index.search(searched, queries, 5, WIDEST[kind], exclude)
    assert share_found(found, expected) > 0.99
    assert np.isin(found, searched).all()
    assert not any(np.isin(a, b).any() for a, b in zip(found, exclude, strict=True))


def test_large_numbers_and_half_precision(kind):
    vectors = (np.random.default_rng(1).normal(size=(90, 4)) * 1e9).astype(np.float32)
    rows = np.arange(90, dtype=np.int32)
    for stored in (vectors, (vectors / 1e9).astype(np.float16)):
        found, scores = INDEXES[kind](stored, rows, "l2").search(rows, stored[:9], 1, 90)
        assert found[:, 0].tolist() == list(range(9)) and not scores.any()


def test_a_query_without_a_vector_finds_nothing_and_few_papers_are_all_found(kind):
    vectors = np.random.default_rng(2).normal(size=(7, 3)).astype(np.float32)
    queries = np.vstack([vectors[:1], np.full((1, 3), LACKING, np.float32)])
    rows = np.array([1, 3, 6], np.int32)
    index = INDEXES[kind](vectors, rows, "cosine")
    found, scores = index.search(rows, queries, 5, index.first_width(5, 1.0))
    assert sorted(found[0].tolist()) == [-1, -1, 1, 3, 6] and found[1].tolist() == [-1] * 5
    exact = search_dense(vectors, rows, queries, "cosine", 5)
    assert np.array_equal(found, exact[0]) and np.array_equal(scores, exact[1])
    assert len(index) == 3

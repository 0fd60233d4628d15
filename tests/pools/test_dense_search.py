"""FAISS finds what a comparison with every vector finds."""

import numpy as np
import pytest

from paperpool.pools import dense_search
from paperpool.pools.dense_search import limit_threads, offer_neighbours
from paperpool.pools.top_candidates import TopCandidates
from paperpool.rankers.similarity import SIMILARITIES


def search(vectors, ids, corpus, similarity, depth, excluded=None, batch=10_000):
    queries = [f"q{i}" for i in range(len(vectors))]
    top = TopCandidates(queries, depth, {q: (excluded or {}).get(q, set()) for q in queries})
    fetched = depth + max(map(len, (excluded or {"": ()}).values()))
    for start in range(0, len(ids), batch):
        part = slice(start, start + batch)
        offer_neighbours(top, queries, vectors, ids[part], corpus[part], similarity, fetched)
    return top.rankings()


def search_all(vector, ids, corpus, similarity, depth, excluded=()):
    scores = SIMILARITIES[similarity](vector, corpus)
    order = [i for i in np.lexsort((ids, -scores)) if ids[i] not in excluded]
    return [(str(ids[i]), scores[i]) for i in order[:depth]]


@pytest.fixture
def made():
    """Random vectors of different lengths, repeated ones and zeros among them; ids unsorted."""
    chance = np.random.default_rng(7)
    corpus = chance.normal(size=(900, 12)) * chance.uniform(0.1, 4, size=(900, 1))
    corpus[100:130] = corpus[99]
    corpus[200:205] = 0.0
    ids = np.array([f"p{i}" for i in chance.permutation(900)])
    vectors = np.vstack([chance.normal(size=(24, 12)), corpus[99], np.zeros(12)])
    return vectors, ids, corpus


@pytest.mark.parametrize("similarity", sorted(SIMILARITIES))
@pytest.mark.parametrize("batch", [900, 128, 31])
def test_equals_a_comparison_with_every_vector(made, similarity, batch):
    vectors, ids, corpus = made
    found = search(vectors, ids, corpus, similarity, 20, batch=batch)
    for i, vector in enumerate(vectors):
        assert found[f"q{i}"] == search_all(vector, ids, corpus, similarity, 20)


@pytest.mark.parametrize("similarity", sorted(SIMILARITIES))
def test_more_equal_vectors_than_are_fetched_are_ordered_by_id(similarity):
    corpus = np.tile([[3.0, 4.0]], (400, 1))
    corpus[:3] = [[3.0, 4.1], [5.0, 4.0], [0.0, 0.0]]
    ids = np.array([f"p{999 - i}" for i in range(400)])
    vectors = np.array([[3.0, 4.0], [1.0, 1.0]])
    for batch in (400, 150):
        found = search(vectors, ids, corpus, similarity, 10, batch=batch)
        for i, vector in enumerate(vectors):
            assert found[f"q{i}"] == search_all(vector, ids, corpus, similarity, 10)


@pytest.mark.parametrize("similarity", sorted(SIMILARITIES))
def test_vectors_nearer_than_single_precision_tells_apart(similarity):
    chance = np.random.default_rng(3)
    corpus = np.array([100.0, 50.0, 20.0]) + chance.normal(size=(600, 3)) * 1e-6
    ids = np.array([f"p{i}" for i in range(600)])
    vectors = np.array([[100.0, 50.0, 20.0]])
    found = search(vectors, ids, corpus, similarity, 5)
    assert found["q0"] == search_all(vectors[0], ids, corpus, similarity, 5)


def test_excluded_ids_leave_the_depth_whole(made):
    vectors, ids, corpus = made
    nearest = {i for i, _ in search_all(vectors[0], ids, corpus, "l2", 15)}
    found = search(vectors, ids, corpus, "l2", 20, {"q0": nearest})
    assert found["q0"] == search_all(vectors[0], ids, corpus, "l2", 20, nearest)
    assert len(found["q0"]) == 20 and not nearest & {i for i, _ in found["q0"]}


def test_threads_change_nothing(made):
    before = dense_search.faiss.omp_get_max_threads()
    try:
        results = []
        for threads in (1, 2):
            limit_threads(threads)
            assert dense_search.faiss.omp_get_max_threads() == threads
            results.append(search(*made, "l2", 20))
        assert results[0] == results[1]
    finally:
        limit_threads(before)

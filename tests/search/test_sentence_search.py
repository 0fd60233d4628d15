"""Search by sentences finds the same as a comparison of every two sentences."""

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hypothesis_numpy

from paperpool.search import sentence_search
from paperpool.search.sentence_search import search_sentences


def compare_pairs(sentences, starts, pool, query, depth, pick_best, excluded=()):
    """Return the best papers of a query, by comparing every two sentences."""
    of_paper = [sentences[a:b].astype(np.float64) for a, b in pairwise(starts)]
    scores = np.full(len(pool), -np.inf)
    for place, paper in enumerate(pool):
        for one in of_paper[query]:
            for other in of_paper[paper]:
                scores[place] = max(scores[place], -np.linalg.norm(one - other))
    return pick_best(scores, pool, depth, excluded, np.isfinite(scores))


def assert_found(found, sentences, starts, pool, queries, depth, pick_best, exclude=None):
    for i, query in enumerate(queries):
        never = () if exclude is None else exclude[i]
        rows, scores = compare_pairs(sentences, starts, pool, query, depth, pick_best, never)
        assert found[0][i].tolist() == rows.tolist()
        np.testing.assert_allclose(found[1][i], scores, rtol=0, atol=1e-12)


@pytest.fixture(scope="module")
def made():
    """80 papers of 0 to 6 sentences, some repeated; a pool and queries, inside and outside it."""
    chance = np.random.default_rng(17)
    starts = np.cumsum([0, *chance.integers(0, 7, 80)])
    sentences = chance.normal(size=(starts[-1], 9)).astype(np.float32)
    sentences[60:75] = sentences[3]
    sentences[chance.integers(0, len(sentences), 20)] = sentences[130]
    return sentences, starts, np.flatnonzero(np.arange(80) % 4), np.arange(0, 80, 3)


@pytest.mark.parametrize("depth", [1, 5, 30, 100])
def test_equals_a_comparison_of_every_two_sentences(made, pick_best, depth):
    found = search_sentences(*made, depth)
    assert found[0].dtype == np.int32 and found[1].dtype == np.float64
    assert_found(found, *made, depth, pick_best)


def test_papers_without_sentences_find_nothing_and_are_not_found():
    sentences, starts = np.eye(3, dtype=np.float32), np.array([0, 2, 2, 3, 3])
    rows, scores = search_sentences(sentences, starts, np.arange(4), np.array([1, 0]), 3)
    assert rows.tolist() == [[-1, -1, -1], [0, 2, -1]]
    assert scores.tolist() == [[-np.inf] * 3, [0.0, -np.sqrt(2), -np.inf]]
    nothing = search_sentences(sentences, starts, np.array([1, 3]), np.array([0, 2]), 2)
    assert (nothing[0] == -1).all() and np.isneginf(nothing[1]).all()
    assert search_sentences(sentences, starts, np.arange(4), np.zeros(0, int), 2)[0].shape == (0, 2)


def test_one_near_paper_of_many_sentences_hides_no_other(monkeypatch, pick_best):
    """The first batch of sentences is all of one paper: more are read, until all are."""
    asked, search = [], sentence_search.search_dense

    def watch(vectors, rows, queries, similarity, depth, **options):
        asked.append((len(queries), depth))
        return search(vectors, rows, queries, similarity, depth, **options)

    monkeypatch.setattr(sentence_search, "search_dense", watch)
    sentences = np.zeros((60, 2), np.float32)
    sentences[50:, 0] = np.arange(10) + 1
    starts = np.array([0, 1, 50, 54, 57, 60])
    queries, pool = np.array([0, 4]), np.arange(1, 5)
    found = search_sentences(sentences, starts, pool, queries, 2)
    assert_found(found, sentences, starts, pool, queries, 2, pick_best)
    assert asked == [(4, 4), (1, 8), (1, 16), (1, 32), (1, 59)]


@pytest.mark.parametrize("threads, held", [(1, 1), (2, 300), (3, 2**23)])
def test_neither_chunks_nor_threads_change_a_bit(made, monkeypatch, threads, held):
    rows, scores = search_sentences(*made, 7)
    monkeypatch.setattr(sentence_search, "HELD_PAIRS", held)
    again = search_sentences(*made, 7, threads=threads)
    assert again[0].tolist() == rows.tolist() and again[1].tobytes() == scores.tobytes()


def test_a_memory_map_is_read(made, tmp_path):
    np.save(tmp_path / "sentences.npy", made[0])
    mapped = np.load(tmp_path / "sentences.npy", mmap_mode="r")
    found = search_sentences(mapped, *made[1:], 7)
    assert found[0].tolist() == search_sentences(*made, 7)[0].tolist()


COUNTS = st.lists(st.integers(0, 4), min_size=1, max_size=12)


@settings(max_examples=80)  # the first call compiles
@given(COUNTS, st.integers(1, 6), st.data())
def test_small_pools(pick_best, counts, depth, data):
    starts = np.cumsum([0, *counts])
    values = hypothesis_numpy.arrays(
        np.float32, (sum(counts), 2), elements=st.sampled_from([-1.0, 0.0, 2.0])
    )
    sentences = data.draw(values)
    papers = st.integers(0, len(counts) - 1)
    pool = np.array(sorted(data.draw(st.sets(papers))), int)
    queries = np.arange(len(counts))
    exclude = [np.array([data.draw(papers)]) for _ in queries]
    found = search_sentences(sentences, starts, pool, queries, depth, exclude, 2)
    assert_found(found, sentences, starts, pool, queries, depth, pick_best, exclude)

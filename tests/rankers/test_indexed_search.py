"""Searches by an index: where they go by it, what is measured of them, and what is said."""

import logging

import numpy as np
import pytest

from paperpool.io.csv_rows import read_rows
from paperpool.rankers.scoring.indexed_search import (
    ENOUGH,
    IndexedSearch,
    IndexRow,
    describe,
    measure_recall,
    write_index_rows,
)
from paperpool.rankers.scoring.searching import Search, search_by_vectors
from paperpool.search.lacking import LACKING
from paperpool.search.vector_index import INDEXES, IvfIndex

DEPTH = 10


@pytest.fixture(scope="module")
def vectors():
    """4,000 vectors around some centres; that of paper 7 is missing."""
    chance = np.random.default_rng(3)
    centres = chance.normal(size=(60, 12))
    made = centres[chance.integers(0, 60, 4_000)] + 0.3 * chance.normal(size=(4_000, 12))
    made[7] = LACKING
    return made.astype(np.float32)


def make_search(rows, n_queries=100):
    """Return a search of some rows whose queries are the last papers, which find not themselves."""
    queries = np.arange(4_000 - n_queries, 4_000, dtype=np.int32)
    return Search(
        np.asarray(rows, np.int32), queries, [queries[i : i + 1] for i in range(n_queries)]
    )


@pytest.mark.parametrize("kind", sorted(INDEXES))
def test_a_search_goes_by_the_index_where_that_is_quicker(vectors, kind, monkeypatch):
    monkeypatch.setattr(INDEXES[kind], "_PAIRS", 1)
    index = IndexedSearch(kind, vectors, "cosine", 2)
    whole = make_search(range(4_000))
    few = make_search(range(40))
    asked_by_few = make_search(range(4_000), 40)
    exact = search_by_vectors(vectors, "cosine", 1)
    found, scores = index.rank(whole, DEPTH)
    sought, sought_scores = exact(whole, DEPTH)
    assert measure_recall(found, sought) > 0.9 and 7 not in found
    same = found == sought
    assert np.array_equal(scores[same], sought_scores[same])
    for search in (few, asked_by_few):
        assert np.array_equal(index.rank(search, DEPTH), exact(search, DEPTH))

    row = index.tell("field", DEPTH)
    assert (row.level, row.index, row.papers, row.depth) == ("field", kind, 3_999, DEPTH)
    assert (row.searches, row.by_index, row.queries, row.queries_by_index) == (3, 1, 240, 100)
    assert row.sampled == 20  # the other 20 of 40 chose the width
    sampled = np.arange(40)[1::2] * 100 // 40
    assert row.recall == row.lowest == measure_recall(found[sampled], sought[sampled])
    assert measure_recall(found[::5], sought[::5]) >= ENOUGH
    assert index.tell("dataset", DEPTH).searches == 0


def test_searches_of_few_papers_are_exact_and_no_index_is_made(vectors, monkeypatch, caplog):
    monkeypatch.setattr(IvfIndex, "_make", lambda *_: pytest.fail("An index was made."))
    search = make_search(range(0, 4_000, 80))
    index = IndexedSearch("ivf", vectors, "l2", 1)
    for one, other in zip(
        index.rank(search, DEPTH), search_by_vectors(vectors, "l2", 1)(search, DEPTH), strict=True
    ):
        assert np.array_equal(one, other)
    with caplog.at_level(logging.WARNING, "paperpool"):
        row = index.tell("corpus", DEPTH)
    assert row.recall is None and row.by_index == 0
    assert "papers: exact search, as quick there, was taken." in caplog.text


@pytest.mark.parametrize("kind", sorted(INDEXES))
@pytest.mark.parametrize("rows", [[], [7]])
def test_a_pool_without_a_vector_finds_nothing(vectors, kind, rows):
    found, _ = IndexedSearch(kind, vectors, "cosine", 1).rank(make_search(rows), DEPTH)
    assert found.shape == (100, DEPTH) and (found == -1).all()


def test_an_index_that_finds_too_little_by_the_time_of_exact_search_is_left(vectors, monkeypatch):
    monkeypatch.setattr("paperpool.rankers.scoring.indexed_search.ENOUGH", 1.1)
    search = make_search(range(4_000))
    index = IndexedSearch("ivf", vectors, "cosine", 1)
    exact = search_by_vectors(vectors, "cosine", 1)(search, DEPTH)
    assert np.array_equal(index.rank(search, DEPTH)[0], exact[0])
    assert index.tell("corpus", DEPTH).by_index == 0


def test_queries_may_have_vectors_of_their_own(vectors, monkeypatch):
    monkeypatch.setattr(IvfIndex, "_PAIRS", 1)
    search = make_search(range(4_000))
    asking = {int(row): vectors[row - 1_000] for row in search.queries}
    found, _ = IndexedSearch("ivf", vectors, "cosine", 1, asking).rank(search, 1)
    assert (found[:, 0] == search.queries - 1_000).mean() > 0.9


def test_recall_is_the_mean_over_queries_of_the_sought_rows_that_are_found():
    found = np.array([[1, 2, 3], [4, 5, -1], [6, 7, 8]])
    sought = np.array([[3, 9, 1], [5, -1, -1], [-1, -1, -1]])
    assert measure_recall(found, sought) == pytest.approx((2 / 3 + 1) / 2)
    assert measure_recall(found, np.full((3, 3), -1)) == 1.0


def test_what_is_said_and_written(tmp_path):
    row = IndexRow("dataset", "ivf", 1_200_000, 12, 9, 4_000, 3_800, 380, 500, 0.962, 0.951, 32)
    assert describe(row, 90.4, 600.0) == (
        "3,800 of 4,000 queries (dataset) went by the ivf index of 1,200,000 papers. It found "
        "96.2% of the best 500 papers of exact search, on a sample of 380 queries; 95.1% in the "
        "search with the least. The others were searched exactly, which is as quick for them. It "
        "took 90 s until now, exact search would about 600 s."
    )
    assert describe(row, 90, 9).endswith(" s. Without the ranker's key index this is quicker.")
    write_index_rows([row], tmp_path / "recall.csv")
    [read] = read_rows(tmp_path / "recall.csv")
    assert read["recall"] == "0.962" and read["queries_by_index"] == "3800"

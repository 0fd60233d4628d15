"""Weights of terms as files: what is written batch by batch is found by the search of terms."""

import numpy as np
import pytest
from scipy import sparse

from paperpool.search.sparse_search import score_terms, search_terms
from paperpool.search.term_weights import write_term_weights
from paperpool.search.top_rows import TopRows

N_TERMS = 30


@pytest.fixture
def drawn():
    """The weights of 50 texts, some without any, two of them equal."""
    chance = np.random.default_rng(3)
    dense = chance.random((50, N_TERMS), np.float32) * (chance.random((50, N_TERMS)) < 0.2)
    dense[7] = dense[31]
    dense[20] = 0
    return sparse.csr_matrix(dense.astype(np.float32))


def test_batches_do_not_change_the_files(drawn, tmp_path):
    for size in (7, 50):
        folder = tmp_path / str(size)
        folder.mkdir()
        batches = (drawn[start : start + size] for start in range(0, 50, size))
        weights = write_term_weights(batches, N_TERMS, folder)
        assert len(weights) == 50 and weights.n_words == N_TERMS
        taken = weights.take(np.array([31, 0, 20]))
        assert taken.dtype == np.float32
        assert np.array_equal(taken.toarray(), drawn[[31, 0, 20]].toarray())


def test_scores_are_the_products_and_equal_texts_stand_by_row(drawn, tmp_path):
    weights = write_term_weights([drawn], N_TERMS, tmp_path)
    rows, norms = np.arange(50, dtype=np.int32), np.ones(50)
    queries = weights.take(np.array([7, 12])).astype(np.float64)
    expected = drawn.astype(np.float64).toarray() @ queries.toarray().T
    for threads, block in ((1, 8192), (2, 9)):
        top = TopRows(2, 5)
        search_terms(weights, rows, norms, False, queries, top, threads, block)
        found, scores = top.ranked()
        for query in range(2):
            order = np.lexsort((rows, -expected[:, query]))[:5]
            assert found[query].tolist() == order.tolist()
            assert scores[query] == pytest.approx(expected[order, query])
        assert found[0, :2].tolist() == [7, 31] and scores[0, 0] == scores[0, 1]

    of_pairs = score_terms(weights, rows, norms, False, queries, np.zeros(50, np.int64))
    assert of_pairs == pytest.approx(expected[:, 0]) and of_pairs[20] == 0
    assert of_pairs[found[0]].tolist() == scores[0].tolist()

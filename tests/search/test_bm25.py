"""The parts of Lucene's BM25, worked by hand."""

import numpy as np
import pytest

from paperpool.search import bm25


def test_the_idf_of_rare_and_of_frequent_terms():
    found = bm25.idf(np.array([1, 2, 4, 0]), 4)
    assert found == pytest.approx(np.log([1 + 3.5 / 1.5, 1 + 2.5 / 2.5, 1 + 0.5 / 4.5, 10]))
    assert (found > 0).all()


def test_norms_grow_with_the_length_as_far_as_b_says():
    lengths = np.array([2, 4, 6, 0])
    mean = bm25.mean_length(lengths)
    assert mean == 3
    assert bm25.norms(lengths, mean) == pytest.approx([0.9, 1.5, 2.1, 0.3])
    assert bm25.norms(lengths, mean, k1=2.0, b=0.0).tolist() == [2.0] * 4
    assert bm25.norms(lengths, mean, k1=0.0).tolist() == [0.0] * 4


@pytest.mark.parametrize("lengths", [[], [0, 0]])
def test_texts_without_terms_have_a_mean_to_divide_by(lengths):
    assert bm25.mean_length(np.array(lengths, int)) == 1.0


def test_a_weight_saturates_at_the_idf():
    counts = np.array([0, 1, 3, 1e9])
    assert bm25.weigh(2.0, counts, 1.0) == pytest.approx([0, 1, 1.5, 2])
    assert bm25.weigh(2.0, 3, 1.0) == 1.5

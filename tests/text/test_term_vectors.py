"""TF-IDF against scikit-learn; averaged word vectors by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import sparse
from sklearn.feature_extraction.text import TfidfVectorizer

from paperpool.text.term_vectors import cbow, tfidf, tfidf_cbow

from ..pools.conftest import make_texts, tokenize_corpus

VECTORS = np.array([[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]])
"""The third word has no vector."""


def count(*rows):
    return sparse.csr_matrix(np.array(rows, float))


@pytest.mark.parametrize("min_df", [1, 2, 5])
def test_tfidf_equals_scikit_learn(tmp_path, min_df):
    texts = make_texts(60, vocabulary=90)
    _, words = tokenize_corpus(tmp_path, texts)
    abstracts = [abstract for _, abstract in texts.values()]
    reference = TfidfVectorizer(min_df=min_df)
    expected = reference.fit_transform(abstracts).toarray()
    known = words.documents["abs"] >= min_df
    if min_df > 1:
        assert 0 < known.sum() < (words.documents["abs"] > 0).sum()
    counts = count(*([a.split().count(word) for word in words.words] for a in abstracts))
    ours = tfidf(counts, words.idf("abs"), known).toarray()
    assert set(np.array(words.words)[known]) == set(reference.get_feature_names_out())
    columns = [words.words.index(word) for word in reference.get_feature_names_out()]
    assert np.allclose(ours[:, columns], expected, rtol=1e-12, atol=1e-15)
    assert not np.delete(ours, columns, axis=1).any()


def test_tfidf_by_hand():
    ours = tfidf(count([2, 1, 0], [0, 0, 3], [0, 0, 0]), np.array([1.5, 4.0, 2.0]))
    assert ours.toarray() == pytest.approx(np.array([[0.6, 0.8, 0], [0, 0, 1], [0, 0, 0]]))
    known = np.array([True, False, True])
    ours = tfidf(count([0, 4, 0], [1, 7, 0]), np.ones(3), known)
    assert ours.toarray().tolist() == [[0, 0, 0], [1, 0, 0]]
    assert ours.nnz == 1


def test_mean_vectors_by_hand():
    ours = cbow(count([1, 1, 0], [3, 1, 0], [1, 0, 1], [0, 0, 2], [0, 0, 0]), VECTORS)
    assert ours.tolist() == [[0.5, 1.0], [0.75, 0.5], [0.5, 0.0], [0.0, 0.0], [0.0, 0.0]]

    counts = count([2, 1, 0], [2, 1, 1], [0, 0, 0])
    weights = tfidf(counts, np.array([1.5, 4.0, 12.0]))
    first = [2 * 0.6 * 1 / 3, 0.8 * 2 / 3]
    second = [2 * (3 / 13) * 1 / 4, (4 / 13) * 2 / 4]
    ours = tfidf_cbow(counts, weights, VECTORS)
    assert ours == pytest.approx(np.array([first, second, [0, 0]]))


@given(st.lists(st.lists(st.integers(0, 4), min_size=3, max_size=3), min_size=1, max_size=6))
def test_a_text_does_not_depend_on_those_beside_it(rows):
    idf = np.array([1.0, 2.5, 3.0])
    together = tfidf(count(*rows), idf)
    averaged = tfidf_cbow(count(*rows), together, VECTORS)
    for i, row in enumerate(rows):
        alone = tfidf(count(row), idf)
        assert np.array_equal(alone.toarray()[0], together.toarray()[i])
        assert np.array_equal(tfidf_cbow(count(row), alone, VECTORS)[0], averaged[i])

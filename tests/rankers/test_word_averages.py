"""Averaged word vectors, by hand and as scikit-learn weighs them."""

import numpy as np
import pytest
from sklearn.feature_extraction.text import TfidfVectorizer

from paperpool.collections.collection import Paper
from paperpool.errors import UserError
from paperpool.io.tables import WORD_VECTORS
from paperpool.rankers.scoring.word_averages import rank_by_word_vectors
from paperpool.text.word_vectors import DIMENSIONS, read_word_vectors

from ..made.collection import ask, make_candidates
from ..made.tables import write_rows

KINDS = ("cbow", "tfidfcbow")

VECTORS = {"tea": (3.0, 0.0), "ice": (0.0, 4.0), "sun": (0.0, 1.0)}
"""The first two numbers of each word's vector; the others are 0."""


@pytest.fixture
def vectors(tmp_path):
    rows = [(word, [*vector, *[0.0] * (DIMENSIONS - 2)]) for word, vector in VECTORS.items()]
    return write_rows(tmp_path / "vectors", rows, WORD_VECTORS)


def make_collection(query, facet_sentence, **candidates):
    """Return a query whose method is one sentence, and candidates of one sentence each."""
    asking = Paper("q", "ice", (query, facet_sentence), ("background", "method"))
    texts = {name: [text] for name, text in candidates.items()}
    return ask("method", asking, *make_candidates("tea tea", texts))


def test_means_count_words_without_a_vector(vectors):
    collection = make_collection(
        "Sun.",
        "Tea ice!",  # (1.5, 2)
        a="tea unheard words",  # (1, 0)
        b="x unheard",  # (0, 0): one letter is no token
        c="ice ICE sun tea",  # (0.75, 2.25)
        d="heard",  # (0, 0)
    )
    ranking = rank_by_word_vectors(collection, vectors, "cbow")["q", "method"]
    assert [c for c, _ in ranking] == ["c", "a", "b", "d"]
    expected = [-np.hypot(0.75, 0.25), -np.hypot(0.5, 2), -2.5, -2.5]
    assert [s for _, s in ranking] == pytest.approx(expected)


def test_weights_grow_twice_with_the_number_of_occurrences(vectors):
    texts = {"a": "tea tea ice", "b": "ice unheard", "c": "sun sun sun tea"}
    collection = make_collection("Sun and rain.", "Tea and ice.", **texts)
    ranking = dict(rank_by_word_vectors(collection, vectors, "tfidfcbow")["q", "method"])
    vectorizer = TfidfVectorizer().fit(paper.abstract for paper in collection.papers.values())
    column = vectorizer.vocabulary_

    def average(text):
        tokens = text.lower().replace(".", "").split()
        weights = vectorizer.transform([text]).toarray()[0]
        terms = [weights[column[t]] * np.array(VECTORS.get(t, (0, 0))) for t in tokens]
        return np.sum(terms, axis=0) / len(tokens)

    query = average("Tea and ice.")
    for name, text in texts.items():
        assert ranking[name] == pytest.approx(-np.linalg.norm(query - average(text)))


def test_a_facet_of_unheard_words_is_a_zero_vector(vectors):
    collection = make_collection("Tea.", "Unheard.", a="ice", b="sun", c="nothing")
    for kind in KINDS:
        ranking = rank_by_word_vectors(collection, vectors, kind)["q", "method"]
        assert [c for c, _ in ranking] == ["c", "b", "a"]
        assert ranking[0][1] == 0


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_a_words_vector_without_numbers_is_named(value, tmp_path):
    rows = [("tea", [value] * DIMENSIONS), ("ice", [1.0] * DIMENSIONS)]
    path = write_rows(tmp_path / "broken", rows, WORD_VECTORS)
    with pytest.raises(UserError, match="1 words have vectors with NaN or infinity: tea") as raised:
        read_word_vectors(path, ["ice", "tea"])
    assert str(path) == raised.value.problems[0].where
    assert read_word_vectors(path, ["ice", "sun"]).sum() == DIMENSIONS  # nobody asks for tea

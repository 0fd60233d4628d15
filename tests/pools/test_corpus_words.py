"""Word2vec on a generated corpus: the same twice, the most frequent words first."""

import numpy as np
import pyarrow.parquet as pq
import pytest

from paperpool.errors import UserError
from paperpool.io.tables import WORD_VECTORS
from paperpool.pools.corpus_words import train_word_vectors, write_word_vectors
from paperpool.text.word_vectors import DIMENSIONS, read_word_vectors, train_on_texts

from .conftest import make_texts, tokenize_corpus


@pytest.fixture
def corpus(tmp_path):
    return tokenize_corpus(tmp_path, make_texts(120, vocabulary=300))


def test_two_trainings_give_the_same_bytes(tmp_path, corpus, small_batches):
    tokens, words = corpus
    written = []
    for name in "ab":
        assert write_word_vectors(tokens, words.words, 5, tmp_path / name) > 20
        written.append((tmp_path / name).read_bytes())
        small_batches(11)
    assert written[0] == written[1]
    write_word_vectors(tokens, words.words, 6, tmp_path / "c")
    assert (tmp_path / "c").read_bytes() != written[0]


def test_words_that_stand_five_times_are_learned_from_abstracts(corpus):
    tokens, words = corpus
    table = train_word_vectors(tokens, words.words, 5)
    abstracts = pq.read_table(tokens).column("abs").to_pylist()
    counts = np.bincount(np.concatenate(abstracts), minlength=len(words.words))
    learned = table.column("word").to_pylist()
    assert set(learned) == {w for w, n in zip(words.words, counts, strict=True) if n >= 5}
    assert len(learned) < len(words.words)
    ordered = [counts[words.words.index(word)] for word in learned]
    assert ordered == sorted(ordered, reverse=True)
    assert table.schema == WORD_VECTORS
    vectors = np.stack(table.column("vector").to_pylist())
    assert vectors.shape == (len(learned), DIMENSIONS)
    assert np.isfinite(vectors).all() and np.linalg.norm(vectors, axis=1).min() > 0


def test_vectors_are_read_in_the_order_of_the_words(tmp_path, corpus):
    tokens, words = corpus
    table = train_word_vectors(tokens, words.words, 5)
    write_word_vectors(tokens, words.words, 5, tmp_path / "v")
    first, last = table.column("word")[0].as_py(), table.column("word")[-1].as_py()
    vectors = read_word_vectors(tmp_path / "v", [last, "unheard", first])
    assert vectors.shape == (3, DIMENSIONS) and vectors.dtype == np.float64
    assert vectors[0].tolist() == table.column("vector")[-1].as_py()
    assert vectors[2].tolist() == table.column("vector")[0].as_py()
    assert not vectors[1].any()
    assert not read_word_vectors(tmp_path / "v", ["unheard"]).any()


def test_texts_in_memory_give_the_vectors_of_the_same_abstracts(corpus):
    tokens, words = corpus
    numbers = pq.read_table(tokens).column("abs").to_pylist()
    texts = [[words.words[i] for i in of_text] for of_text in numbers]
    assert train_on_texts(texts, 5, "here").equals(train_word_vectors(tokens, words.words, 5))
    with pytest.raises(UserError, match="No word stands 5 times") as error:
        train_on_texts([["few", "words"]], 5, "here")
    assert error.value.problems[0].where == "here"


@pytest.mark.parametrize("texts", [{}, {"a": ("words words words words words", "few words")}])
def test_a_corpus_without_a_frequent_word_is_the_users_error(tmp_path, texts):
    tokens, words = tokenize_corpus(tmp_path, texts)
    with pytest.raises(UserError, match="No word stands 5 times") as error:
        write_word_vectors(tokens, words.words, 5, tmp_path / "v")
    assert error.value.problems[0].where == str(tokens)
    assert not (tmp_path / "v").exists()

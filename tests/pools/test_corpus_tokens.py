"""Corpus tokens as scikit-learn's, counted in titles and abstracts; word2vec of them."""

import numpy as np
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from paperpool.errors import UserError
from paperpool.io.tables import POOL_TOKENS, POOL_WORDS, WORD_VECTORS
from paperpool.text.analysis import tokenize
from paperpool.text.word_vectors import DIMENSIONS, read_word_vectors, train_on_texts
from paperpool.workflow.pools.corpus_tokens import read_counts, read_words, write_word_vectors
from paperpool.workflow.pools.corpus_tokens import write_tokens as write
from paperpool.workflow.pools.names import TEXTS

from .conftest import COLUMN, make_texts, tokenize_corpus, write_shards, write_texts

TEXTS_BY_HAND = {
    "b": ("Deep, deep nets", "A net of nets."),
    "a": (None, "?"),
    "c": ("x Y 12", "Nets_2 are deep; ÉTUDE étude"),
}


@given(st.text())
def test_a_text_is_split_as_by_scikit_learn(text):
    assert tokenize(text) == CountVectorizer().build_analyzer()(text)


def test_words_are_numbered_and_counted(tmp_path):
    tokens, words = tokenize_corpus(tmp_path, TEXTS_BY_HAND)
    assert words.words == ["deep", "nets", "net", "of", "12", "nets_2", "are", "étude"]
    assert words.documents["title"].tolist() == [1, 1, 0, 0, 1, 0, 0, 0]
    assert words.documents["abs"].tolist() == [1, 1, 1, 1, 0, 1, 1, 1]
    assert words.n_papers == 3
    assert pq.read_table(tokens).to_pylist() == [
        {"paper_id": "b", "title": [0, 0, 1], "abs": [2, 3, 1]},
        {"paper_id": "a", "title": [], "abs": []},
        {"paper_id": "c", "title": [4], "abs": [5, 6, 0, 7, 7]},
    ]
    assert pq.read_schema(tokens) == POOL_TOKENS
    assert pq.read_schema(tmp_path / "words.parquet") == POOL_WORDS


def test_papers_that_the_filter_left_out_or_without_an_abstract_do_not_count(tmp_path):
    texts = TEXTS_BY_HAND | {"c2": ("Bare", None), "c3": ("Blank", " \u3000\n")}
    papers = write_texts(tmp_path / "p", texts, kept=lambda i: i.startswith("c"))
    assert write([papers], COLUMN, tmp_path / "t", tmp_path / "w") == 1
    words = read_words(tmp_path / "t", tmp_path / "w")
    assert words.words == ["12", "nets_2", "are", "deep", "étude"] and words.n_papers == 1


def test_no_paper_and_no_word_leave_whole_empty_tables(tmp_path):
    for name, texts in {"none": {}, "empty": {"a": (None, "!")}}.items():
        (tmp_path / name).mkdir()
        tokens, words = tokenize_corpus(tmp_path / name, texts)
        assert words.words == [] and words.n_papers == len(texts)
        assert [ids.tolist() for ids, _ in read_counts(tokens, "abs", 0)] == [["a"]] * len(texts)


def test_idf_is_the_smoothed_one(tmp_path):
    _, words = tokenize_corpus(tmp_path, TEXTS_BY_HAND)
    assert words.idf("title")[:4] == pytest.approx(
        [np.log(4 / 2) + 1] * 2 + [np.log(4 / 1) + 1] * 2
    )


def test_counts_are_those_of_the_batch(tmp_path):
    tokens, words = tokenize_corpus(tmp_path, TEXTS_BY_HAND)
    ((ids, counts),) = read_counts(tokens, "title", len(words.words))
    assert ids.tolist() == ["b", "a", "c"]
    assert counts[:, [0, 1, 4]].toarray().tolist() == [[2, 1, 0], [0, 0, 0], [0, 0, 1]]
    ((ids, counts),) = read_counts(tokens, "abs", len(words.words), only=["c", "unknown"])
    assert ids.tolist() == ["c"]
    assert counts.toarray().tolist() == [[1, 0, 0, 0, 0, 1, 1, 2]]


@pytest.mark.parametrize("text", TEXTS)
def test_counts_of_many_papers_equal_scikit_learn(tmp_path, small_batches, text):
    texts = make_texts(90)
    small_batches(7)
    tokens, words = tokenize_corpus(tmp_path, texts)
    raw = [pair[TEXTS.index(text)] for pair in texts.values()]
    expected = CountVectorizer(vocabulary=words.words).fit_transform(raw).toarray()
    batches = list(read_counts(tokens, text, len(words.words)))
    assert len(batches) == 13
    assert np.array_equal(np.vstack([counts.toarray() for _, counts in batches]), expected)
    assert words.documents[text].tolist() == (expected > 0).sum(axis=0).tolist()
    assert np.concatenate([ids for ids, _ in batches]).tolist() == list(texts)


def test_the_number_of_shards_changes_nothing(tmp_path, small_batches):
    one, parts = (write_shards(tmp_path / str(n), make_texts(40), n) for n in (40, 9))
    write(one, COLUMN, tmp_path / "t1", tmp_path / "w1")
    small_batches(4)
    write(parts, COLUMN, tmp_path / "t2", tmp_path / "w2")
    assert pq.read_table(tmp_path / "t1").equals(pq.read_table(tmp_path / "t2"))
    assert (tmp_path / "w1").read_bytes() == (tmp_path / "w2").read_bytes()


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


def train(tokens, words, folder):
    """Return the table of word vectors, written to ``folder / "v"``."""
    write_word_vectors(tokens, words.words, 5, folder / "v")
    return pq.read_table(folder / "v")


def test_words_that_stand_five_times_are_learned_from_abstracts(corpus, tmp_path):
    tokens, words = corpus
    table = train(tokens, words, tmp_path)
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
    table = train(tokens, words, tmp_path)
    first, last = table.column("word")[0].as_py(), table.column("word")[-1].as_py()
    vectors = read_word_vectors(tmp_path / "v", [last, "unheard", first])
    assert vectors.shape == (3, DIMENSIONS) and vectors.dtype == np.float64
    assert vectors[0].tolist() == table.column("vector")[-1].as_py()
    assert vectors[2].tolist() == table.column("vector")[0].as_py()
    assert not vectors[1].any()
    assert not read_word_vectors(tmp_path / "v", ["unheard"]).any()


def test_texts_in_memory_give_the_vectors_of_the_same_abstracts(corpus, tmp_path):
    tokens, words = corpus
    numbers = pq.read_table(tokens).column("abs").to_pylist()
    texts = [[words.words[i] for i in of_text] for of_text in numbers]
    assert train_on_texts(texts, 5, "here").equals(train(tokens, words, tmp_path))
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

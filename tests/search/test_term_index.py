"""Scores of texts in memory and in files, beside bm25s and slow references of Lucene's BM25."""

from collections import Counter

import bm25s
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.search import bm25, term_index
from paperpool.search.bm25 import K1, B
from paperpool.search.term_index import TERMS, StoredTerms, index_texts, store_terms
from paperpool.text.analysis import analyze


@pytest.fixture(scope="module")
def index(made_texts):
    return index_texts(map(analyze, made_texts))


def score_plainly(texts, query, mean=None):
    """Return the score of each text, summed by the terms' first appearance: to the last bit."""
    terms = list(dict.fromkeys(term for text in texts for term in text))
    holding = np.array([sum(term in text for text in texts) for term in terms], np.int64)
    idf = dict(zip(terms, bm25.idf(holding, len(texts)).tolist(), strict=True))
    lengths = np.array([len(text) for text in texts])
    norms = bm25.norms(lengths, bm25.mean_length(lengths) if mean is None else mean)
    times = Counter(query)
    scores = []
    for text, norm in zip(texts, norms.tolist(), strict=True):
        counts, total = Counter(text), 0.0
        for term in terms:
            if times[term] and counts[term]:
                total += idf[term] * counts[term] / (counts[term] + norm) * times[term]
        scores.append(total)
    return scores


def test_scores_are_those_of_bm25s(index, made_texts):
    other = bm25s.BM25(k1=K1, b=B, method="lucene", dtype="float64")
    other.index([analyze(text) for text in made_texts], show_progress=False)
    for text in filter(None, made_texts):
        expected = other.get_scores(analyze(text))
        np.testing.assert_allclose(index.score(analyze(text)), expected, rtol=1e-6, atol=1e-9)


words = st.lists(st.sampled_from("aa bb cc dd ee".split()), max_size=8)


@settings(max_examples=50)
@given(st.lists(words, min_size=1, max_size=12).filter(any), words)
def test_small_corpora(score_lucene, texts, query):
    expected = score_lucene([" ".join(text) for text in texts], " ".join(query), K1, B)
    index = index_texts(map(analyze, map(" ".join, texts)))
    found = index.score(analyze(" ".join(query)))
    assert found == pytest.approx(expected, rel=1e-12, abs=0)
    assert (found >= 0).all()


@settings(max_examples=50)
@given(st.lists(words, max_size=12), words, st.sampled_from([None, 2.5]))
def test_every_bit_is_that_of_plain_sums(texts, query, mean):
    index = index_texts(texts, mean)
    asked = [*query, "unseen"]
    expected = score_plainly(texts, asked, mean)
    assert index.score(asked).tolist() == expected


@pytest.mark.parametrize("block", [1, 50, 2**18])
def test_files_have_every_bit_of_plain_sums(tmp_path, made_texts, monkeypatch, block):
    texts = [analyze(text) for text in made_texts]
    monkeypatch.setattr(term_index, "BLOCK_TEXTS", block)
    store_terms(made_texts, tmp_path)
    stored = StoredTerms(tmp_path)
    for row in (3, 10, 20, 119):
        asked = [*texts[row], "unheard", *texts[70]]
        assert stored.score(asked).tolist() == score_plainly(texts, asked)
    assert stored.score([]).tolist() == [0.0] * len(texts)


def test_neither_blocks_nor_the_order_of_the_query_change_a_bit(index, made_texts, monkeypatch):
    query = analyze(made_texts[3] + " unheard " + made_texts[7])
    expected = index.score(query).tobytes()
    assert index.score(query[::-1]).tobytes() == expected
    for block in (1, 50, 120):
        monkeypatch.setattr(term_index, "BLOCK_TEXTS", block)
        assert index_texts(map(analyze, made_texts)).score(query).tobytes() == expected


def test_equal_texts_have_equal_scores(index, made_texts):
    scores = index.score(analyze(made_texts[90]))
    assert len({scores[row] for row in (10, 11, 50, 90)}) == 1


def test_a_score_by_hand():
    index = index_texts([["tea", "tea", "ice"], ["ice"], [], ["sun"] * 4])
    # four texts, of two terms on the mean; "tea" stands in one of them and "ice" in two
    tea, ice, norm = np.log(1 + 3.5 / 1.5), np.log(2), 1.2 * (0.25 + 0.75 * 3 / 2)
    expected = 2 * tea * 2 / (2 + norm) + ice / (1 + norm)
    assert index.score(["ice", "tea", "tea", "salt"])[0] == pytest.approx(expected)
    assert index.score(["tea"])[2] == 0


def test_the_smoothed_idf_is_scikit_learns():
    index = index_texts([["tea", "tea"], ["tea", "ice"], ["sun"]])
    found = [index.smoothed_idf(term) for term in ("tea", "ice", "sun", "salt")]
    assert found == pytest.approx(np.log([4 / 3, 4 / 2, 4 / 2, 4 / 1]) + 1)


@pytest.mark.parametrize("texts", [[], [[], []]])
def test_texts_without_terms_score_nothing(tmp_path, texts):
    store_terms(texts, tmp_path, TERMS)
    for index in (index_texts(texts), StoredTerms(tmp_path)):
        assert index.score(["tea"]).tolist() == [0.0] * len(texts)
        assert index.smoothed_idf("tea") == pytest.approx(np.log(1 + len(texts)) + 1)


@pytest.mark.parametrize("block", [1, 50, 2**18])
def test_files_give_what_memory_gives(tmp_path, made_texts, monkeypatch, block):
    texts = [analyze(text) for text in made_texts]
    expected = index_texts(texts)
    monkeypatch.setattr(term_index, "BLOCK_TEXTS", block)
    store_terms(made_texts, tmp_path)
    stored = StoredTerms(tmp_path)
    for query in (texts[3] + ["unheard"], texts[70], []):
        assert stored.score(query).tobytes() == expected.score(query).tobytes()
        for term in query:
            assert stored.smoothed_idf(term) == expected.smoothed_idf(term)
    assert list(stored.words) == sorted({term for text in texts for term in text})
    assert all(file.is_file() for file in tmp_path.iterdir())  # the counts are gone

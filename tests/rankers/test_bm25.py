"""BM25 beside rank_bm25, its reference, and beside bm25s where their formulas agree."""

import bm25s
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rank_bm25 import BM25Okapi

from paperpool.collections.csfcube_release import read_collection
from paperpool.rankers import bm25
from paperpool.rankers.bm25 import BM25Index, tokenize

DOCUMENTS = ["Tea, tea and ice.", "ICE", "the sun", "the TEA sun sun", "", "ice in the sun"]


@pytest.fixture(scope="module")
def abstracts(real_data):
    """The release's abstracts, some of them twice, and a query of each kind from each of five."""
    collection = read_collection(real_data("csfcube"))
    texts = [paper.abstract for paper in collection.papers.values()]
    facets = [
        " ".join(collection.papers[query].facet_sentences(facet))
        for query, facet in collection.pairs()[::10]
    ]
    return [*texts, *texts[:200]], [*facets, *(texts[i] for i in (0, 700, 1400, 2100))]


def score_by_reference(documents, query):
    return BM25Okapi([tokenize(document) for document in documents]).get_scores(tokenize(query))


def test_real_scores_are_those_of_rank_bm25(abstracts):
    documents, queries = abstracts
    ours = BM25Index(documents)
    reference = BM25Okapi([tokenize(document) for document in documents])
    for query in queries:
        scores, expected = ours.score_all(query), reference.get_scores(tokenize(query))
        assert scores == pytest.approx(expected, rel=0, abs=1e-9)
        assert np.array_equal(
            np.argsort(-scores, kind="stable"), np.argsort(-expected, kind="stable")
        )
        assert np.array_equal(scores[:200], scores[-200:])  # equal texts tie exactly


def test_a_score_by_hand():
    # N = 3, mean length 2, b in two of three: idf log(1.5) - log(2.5) < 0, so a quarter of the mean
    documents = ["a b", "b c c", "d"]
    single = np.log(2.5) - np.log(1.5)
    mean = (3 * single + np.log(1.5) - np.log(2.5)) / 4
    weight_a = single * 2.5 / (1 + 1.5)
    weight_b = 0.25 * mean * 2.5 / (1 + 1.5)
    long = 0.25 * mean * 2.5 / (1 + 1.5 * (0.25 + 0.75 * 1.5))
    scores = BM25Index(documents).score_all("B a, unheard a")
    assert scores == pytest.approx([2 * weight_a + weight_b, long, 0.0])


@pytest.mark.parametrize("query", ["tea", "the sun", "sun the the", "tea unheard ice tea", "", "x"])
def test_small_scores_are_those_of_rank_bm25(query, monkeypatch):
    expected = score_by_reference(DOCUMENTS, query)
    for block in (1, 2, 100):
        monkeypatch.setattr(bm25, "_BLOCK_TEXTS", block)
        index = BM25Index(DOCUMENTS)
        assert np.array_equal(index.score_all(query), expected)
        assert index.score(query, [5, 0, 0]).tolist() == expected[[5, 0, 0]].tolist()


@settings(max_examples=50, deadline=None)
@given(
    st.lists(st.lists(st.sampled_from("abcdef"), max_size=8).map(" ".join), min_size=1).filter(any),
    st.lists(st.sampled_from("abcdefg"), max_size=8).map(" ".join),
)
def test_any_scores_are_those_of_rank_bm25(documents, query):
    scores = BM25Index(documents).score_all(query)
    assert scores == pytest.approx(score_by_reference(documents, query), rel=0, abs=1e-9)


def test_documents_without_words_score_nothing():
    assert BM25Index(["", "!"]).score("word", [0, 1]).tolist() == [0.0, 0.0]
    assert BM25Index([]).score_all("word").tolist() == []


def test_words_of_few_documents_score_as_in_bm25s(abstracts):
    documents, queries = abstracts
    index = bm25s.BM25(k1=bm25.K1, b=bm25.B, method="atire", idf_method="robertson")
    index.index([tokenize(document) for document in documents], show_progress=False)
    texts = [set(tokenize(document)) for document in documents]
    ours = BM25Index(documents)
    for query in queries[:5]:
        words = dict.fromkeys(tokenize(query))
        rare = [word for word in words if 0 < sum(word in text for text in texts) < 1000]
        assert len(rare) > 5
        expected = index.get_scores(rare)  # in single precision
        assert ours.score_all(" ".join(rare)) == pytest.approx(expected, abs=1e-4)

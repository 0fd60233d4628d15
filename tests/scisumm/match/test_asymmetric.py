"""Asymmetric matching: against the definition, word by word, and worked by hand."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.workflow.scisumm.match.asymmetric import score_asymmetric, score_powers
from paperpool.workflow.scisumm.match.settings import Matching

from ...made.scisumm_naive import SmallVectors, make_paper, pick_naively, score_naively

WORDS = ["the", "The", "parser", "parse", "tree", "entropy", "of"]


def make_vectors(seed=0, dimensions=5):
    chance = np.random.default_rng(seed)
    counts = [9000, 700, 40, 30, 20, 10, 5000, 300]
    return SmallVectors(WORDS, counts, chance.normal(size=(len(WORDS) + 1, dimensions)))


def score(paper, vectors, matching):
    return score_asymmetric([paper], vectors, matching)[paper.paper_id]


texts = st.lists(st.sampled_from([*WORDS, "rare", "rarer", "Tree"]), max_size=6).map(" ".join)
matchings = st.builds(
    Matching,
    direction=st.sampled_from(["candidate-covers-query", "query-covers-candidate"]),
    similarity=st.sampled_from(["cosine", "dot-product"]),
    weights=st.sampled_from(["inverse-frequency", "uniform", "uniform-no-stop-words"]),
    power=st.integers(1, 10),
    truncate=st.sampled_from([None, 2, 4]),
    cased=st.booleans(),
    rare_words=st.sampled_from(["own", "unknown"]),
)


@given(
    st.lists(texts, max_size=3),
    st.lists(texts, min_size=1, max_size=5),
    matchings,
    st.integers(0, 3),
)
@settings(max_examples=150)
def test_scores_are_those_of_the_definition(citances, sentences, matching, seed):
    paper, vectors = make_paper(citances, sentences), make_vectors(seed)
    expected = score_naively(paper, vectors, matching)
    got = score(paper, vectors, matching)
    assert got.shape == expected.shape and got.dtype == np.float64
    np.testing.assert_allclose(got, expected, rtol=1e-4, atol=1e-6)


@given(
    st.lists(texts, min_size=1, max_size=2),
    st.lists(texts, min_size=1, max_size=5),
    st.integers(1, 4),
    st.integers(1, 5),
)
@settings(max_examples=60)
def test_greedy_picks_come_first_and_the_others_keep_their_order(citances, sentences, power, k):
    paper, vectors = make_paper(citances, sentences), make_vectors()
    matching = Matching(selection="greedy", power=power, k=k, weights="uniform")
    plain = score(paper, vectors, replace(matching, selection="top-k"))
    got = score(paper, vectors, matching)
    for row, alone, picked in zip(got, plain, pick_naively(paper, vectors, matching), strict=True):
        assert np.argsort(-row, kind="stable")[: len(picked)].tolist() == picked
        others = [j for j in range(len(sentences)) if j not in picked]
        assert row[others].tolist() == alone[others].tolist()


def test_a_score_worked_by_hand():
    # cosines: cat-dog 0.6, cat-sun 0, dog-sun 0.8; lengths differ, which the cosine ignores
    vectors = SmallVectors(
        ["cat", "dog", "sun"], [10, 40, 50, 0], [[2, 0], [0.6, 0.8], [0, 3], [0, 0]]
    )
    paper = make_paper(["cat dog"], ["dog", "sun sun", "cat dog sun", "nothing"])
    cat, dog = 1e-4 / (1e-4 + 0.1), 1e-4 / (1e-4 + 0.4)
    got = score(paper, vectors, Matching())
    expected = [[cat * 0.6**4 + dog, dog * 0.8**4, cat + dog, 0.0]]
    assert got == pytest.approx(np.array(expected), rel=1e-6)
    reverse = score(paper, vectors, Matching(direction="query-covers-candidate", power=1))
    sun = 1e-4 / (1e-4 + 0.5)
    expected = [[dog, 2 * sun * 0.8, cat + dog + sun * 0.8, 0.0]]
    assert reverse == pytest.approx(np.array(expected), rel=1e-6)
    products = score(paper, vectors, Matching(similarity="dot-product", weights="uniform", power=1))
    assert products == pytest.approx(np.array([[1.2 + 1, 2.4, 4 + 2.4, 0.0]]), rel=1e-6)


def test_unlike_words_do_not_match_and_equal_words_match_fully():
    vectors = SmallVectors(["cat", "anti", "side"], [1, 1, 1, 1], [[1, 0], [-1, 0], [0, 1], [0, 0]])
    paper = make_paper(["cat"], ["anti", "side", "anti side"])
    got = score(paper, vectors, Matching(weights="uniform", power=4))
    assert got.tolist() == [[-1.0, 0.0, 0.0]]
    vectors = make_vectors(dimensions=300)
    paper = make_paper([" ".join(WORDS)], [" ".join(WORDS[::-1]), *WORDS])
    got = score(paper, vectors, Matching(weights="uniform", power=10))
    assert got[0, 0] == len(WORDS)


def test_equal_sentences_have_equal_scores_wherever_they_stand():
    chance = np.random.default_rng(1)
    words = [f"w{i}" for i in range(400)]
    vectors = SmallVectors(words, [3] * 401, chance.normal(size=(401, 300)))
    sentence = " ".join(chance.choice(words, 30))
    others = [" ".join(chance.choice(words, 25)) for _ in range(40)]
    paper = make_paper(others[:7], [sentence, *others, sentence, *others[::-1], sentence])
    got = score(paper, vectors, Matching())
    assert (got[:, [0]] == got[:, [41, -1]]).all()
    assert (got[:, 1:41] == got[:, 42:82][:, ::-1]).all()


def test_powers_at_once_are_those_one_by_one():
    vectors = make_vectors()
    papers = [make_paper(["tree of"], ["parser", "of entropy"], name) for name in "ab"]
    many = score_powers(papers, vectors, Matching(), [1, 4, 10])
    assert list(many) == [1, 4, 10] and list(many[4]) == ["a", "b"]
    for power, scores in many.items():
        alone = score_asymmetric(papers, vectors, Matching(power=power))
        assert all((scores[name] == alone[name]).all() for name in "ab")

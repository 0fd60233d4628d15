"""The contributions of words add up to the score."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.workflow.scisumm.match.asymmetric import score_asymmetric
from paperpool.workflow.scisumm.match.explanation import WordMatch, explain
from paperpool.workflow.scisumm.match.settings import Matching

from ...made.scisumm_naive import SmallVectors, make_paper

VECTORS = SmallVectors(
    ["cat", "dog", "sun"], [10, 40, 50, 100], [[2, 0], [0.6, 0.8], [0, 3], [1, -1]]
)
texts = st.lists(st.sampled_from(["cat", "dog", "sun", "rare"]), min_size=1, max_size=5)


def test_a_match_names_weight_best_word_similarity_and_contribution():
    cat, rare = explain("cat zyzzyva", "sun dog quagga", VECTORS)
    assert (cat.word, cat.matched) == ("cat", "quagga")
    assert cat.similarity == pytest.approx(0.5**0.5)
    assert cat.weight == pytest.approx(1e-4 / (1e-4 + 10 / 200))
    assert cat.contribution == pytest.approx(cat.weight / 4)
    # words without vectors are one word, shown as they are written
    assert rare == WordMatch("zyzzyva", rare.weight, "quagga", 1.0, rare.weight)


def test_texts_without_words_have_no_matches():
    assert explain("", "cat", VECTORS) == []
    assert explain("cat", "(Koehn, 2004)", VECTORS) == []


@given(texts.map(" ".join), texts.map(" ".join))
@settings(max_examples=60)
def test_contributions_add_up_to_the_score(citance, sentence):
    matches = explain(citance, sentence, VECTORS)
    assert [match.word for match in matches] == citance.split()
    score = score_asymmetric([make_paper([citance], [sentence])], VECTORS, Matching())["P"]
    assert sum(match.contribution for match in matches) == pytest.approx(score.item(), abs=1e-9)

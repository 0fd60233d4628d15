"""The contributions of words add up to the score."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.scisumm.match.asymmetric import score_asymmetric
from paperpool.scisumm.match.explanation import Explainer, WordMatch
from paperpool.scisumm.match.settings import Matching

from ...made.scisumm_naive import SmallVectors, make_paper

VECTORS = SmallVectors(
    ["cat", "dog", "sun"], [10, 40, 50, 100], [[2, 0], [0.6, 0.8], [0, 3], [1, -1]]
)
texts = st.lists(st.sampled_from(["cat", "dog", "sun", "rare"]), max_size=5).map(" ".join)


def test_a_match_names_weight_best_word_similarity_and_contribution():
    explainer = Explainer(VECTORS, Matching(power=2))
    cat, rare = explainer.explain("cat zyzzyva", "sun dog quagga")
    assert (cat.word, cat.known, cat.matched) == ("cat", True, "quagga")
    assert cat.similarity == pytest.approx(0.5**0.5)
    assert cat.weight == pytest.approx(1e-4 / (1e-4 + 10 / 200))
    assert cat.contribution == pytest.approx(cat.weight / 2)
    # words without vectors are one word, shown as they are written
    assert rare == WordMatch("zyzzyva", False, rare.weight, "quagga", 1.0, rare.weight)
    rare, other = Explainer(VECTORS, Matching(rare_words="own")).explain(
        "zyzzyva quagga", "sun zyzzyva"
    )
    assert rare == WordMatch("zyzzyva", False, 1.0, "zyzzyva", 1.0, 1.0)
    assert (other.weight, other.similarity, other.contribution) == (1.0, 0.0, 0.0)
    explainer = Explainer(VECTORS, Matching())
    assert explainer.explain("", "cat") == []
    (match,) = explainer.explain("cat", "(Koehn, 2004)")
    assert (match.matched, match.similarity, match.contribution) == ("", 0.0, 0.0)


@given(texts, texts, st.sampled_from(["cosine", "dot-product"]), st.booleans())
@settings(max_examples=60)
def test_contributions_add_up_to_the_score(citance, sentence, similarity, reverse):
    direction = "query-covers-candidate" if reverse else "candidate-covers-query"
    matching = Matching(direction=direction, similarity=similarity, power=3)
    matches = Explainer(VECTORS, matching).explain(citance, sentence)
    assert [match.word for match in matches] == (sentence if reverse else citance).split()
    score = score_asymmetric([make_paper([citance], [sentence])], VECTORS, matching)["P"]
    assert sum(match.contribution for match in matches) == pytest.approx(score.item(), abs=1e-9)


def test_the_texts_are_prepared_as_for_the_score():
    explainer = Explainer(VECTORS, replace(Matching(), truncate=2, cased=False))
    matches = explainer.explain("CAT (Koehn, 2004) Dog sun", "cat")
    assert [(match.word, match.known) for match in matches] == [("cat", True), ("dog", True)]
    assert np.isfinite([match.contribution for match in matches]).all()

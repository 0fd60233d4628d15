"""The cosine between average word vectors."""

import numpy as np
import pytest

from paperpool.scisumm.names import WORD_RANKERS
from paperpool.workflow.scisumm.match.asymmetric import score_asymmetric
from paperpool.workflow.scisumm.match.bm25 import score_bm25
from paperpool.workflow.scisumm.match.settings import Matching
from paperpool.workflow.scisumm.match.symmetric import score_symmetric, score_words

from ...made.scisumm_naive import SmallVectors, make_paper

VECTORS = SmallVectors(
    ["the", "cat", "dog", "sun"],
    [100, 1, 2, 3, 4],
    [[9, 9], [2, 0], [0, 1], [-2, 0], [5, 5]],
)


def test_texts_are_averages_of_content_words_without_markers():
    paper = make_paper(["the cat dog"], ["cat", "the dog zyzzyva", "cat cat dog", "the dog sun"])
    got = score_symmetric([paper], VECTORS)["P"]
    asked = np.array([2, 1]) / np.sqrt(5)
    rows = np.array([[1, 0], [0, 1], [4, 1] / np.sqrt(17), [-2, 1] / np.sqrt(5)])
    assert got == pytest.approx((rows @ asked)[None])
    paper = make_paper(["cat", "", "the"], ["", "the", "zyzzyva", "cat sun", "cat"])
    got = score_symmetric([paper], VECTORS)["P"]
    assert got.tolist() == [[0, 0, 0, 0, 1], [0] * 5, [0] * 5]  # cat and sun cancel out
    paper = make_paper(["cat"], ["cat " * 100 + "dog " * 100, "cat (Koehn, 2004)"])
    assert score_symmetric([paper], VECTORS)["P"].tolist() == [[1.0, 1.0]]


PAPER = make_paper(["parse trees", "we parse news"], ["trees parse news", "we", "news"])


def test_every_ranker_has_its_own_scores_of_all_sentences():
    words = ["parse", "trees", "we"]
    vectors = SmallVectors(words, [1, 2, 3, 9], [[1, 0.2], [0.3, 1], [0.1, -1], [0.5, 0.5]])
    scores = score_words([PAPER], vectors)
    assert tuple(scores) == WORD_RANKERS
    assert all(of_papers["P"].shape == (2, 3) for of_papers in scores.values())
    for name, power in (("asymm-d4", 4), ("asymm-d1", 1)):
        expected = score_asymmetric([PAPER], vectors, Matching(power=power))["P"]
        np.testing.assert_array_equal(scores[name]["P"], expected)
    np.testing.assert_array_equal(scores["bm25"]["P"], score_bm25([PAPER])["P"])
    assert (scores["asymm-d4"]["P"] != scores["asymm-d1"]["P"]).any()

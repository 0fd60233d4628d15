"""The rankers of words: those that are named, each with scores of its own."""

import numpy as np

from paperpool.scisumm.match.asymmetric import score_asymmetric
from paperpool.scisumm.match.bm25 import score_bm25
from paperpool.scisumm.match.settings import Matching
from paperpool.scisumm.match.word_rankers import score_words
from paperpool.scisumm.names import WORD_RANKERS

from ...made.scisumm_naive import SmallVectors, make_paper

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

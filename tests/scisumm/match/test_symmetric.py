"""The cosine between average word vectors."""

import numpy as np
import pytest

from paperpool.scisumm.match.symmetric import score_symmetric

from ...made.scisumm_naive import SmallVectors, make_paper

VECTORS = SmallVectors(
    ["the", "cat", "dog", "sun"],
    [100, 1, 2, 3, 4],
    [[9, 9], [2, 0], [0, 1], [-2, 0], [5, 5]],
)


def test_stop_words_are_left_out_and_vectors_are_averaged_as_they_are():
    paper = make_paper(["the cat dog"], ["cat", "the dog zyzzyva", "cat cat dog", "the dog sun"])
    got = score_symmetric([paper], VECTORS)["P"]
    asked = np.array([2, 1]) / np.sqrt(5)
    rows = np.array([[1, 0], [0, 1], [4, 1] / np.sqrt(17), [-2, 1] / np.sqrt(5)])
    assert got == pytest.approx((rows @ asked)[None])


def test_texts_without_words_of_their_own_score_nothing():
    paper = make_paper(["cat", "", "the"], ["", "the", "zyzzyva", "cat sun", "cat"])
    got = score_symmetric([paper], VECTORS)["P"]
    assert got.tolist() == [[0, 0, 0, 0, 1], [0] * 5, [0] * 5]  # cat and sun cancel out


def test_texts_are_truncated_and_stripped_of_markers():
    paper = make_paper(["cat"], ["cat " * 100 + "dog " * 100, "cat (Koehn, 2004)"])
    assert score_symmetric([paper], VECTORS)["P"].tolist() == [[1.0, 1.0]]

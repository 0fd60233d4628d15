"""What `best` knows of a sentence, worked by hand."""

import numpy as np
import pytest

from paperpool.scisumm.match.features import POSITIONS, Place, compute_features, name_features
from paperpool.scisumm.match.within import CUES, LIKENESSES

SECTIONS = ["title", "abstract", "abstract", "1 Introduction", "5 Conclusions and future work"]
WITHIN = np.arange(5.0 * len([*LIKENESSES, *CUES])).reshape(5, -1)
PLACE = Place(SECTIONS, [3, 10, 0, 7, 20], WITHIN)
SCORES = {"a": np.array([[0.0, 1.0, 2.0, 3.0, 4.0], [4.0, 4.0, 4.0, 4.0, 4.0]])}


def column(name, scores=SCORES):
    return compute_features(scores, PLACE)[..., name_features(list(scores)).index(name)]


def test_every_column_has_a_name_and_is_finite():
    features = compute_features(SCORES | {"b": -SCORES["a"]}, PLACE)
    names = name_features(["a", "b"])
    assert features.shape == (2, 5, len(names)) and len(set(names)) == len(names)
    assert np.isfinite(features).all()


def test_scores_are_standardised_for_each_citance():
    deviation = np.sqrt(2.0)
    expected = np.array([-2, -1, 0, 1, 2]) / deviation
    standard = column("a, standardised")
    assert standard[0] == pytest.approx(expected)
    assert not standard[1].any()  # equal scores tell nothing
    assert column("a, share of the best").tolist() == [[0, 0.25, 0.5, 0.75, 1], [1] * 5]
    assert column("a, before")[0] == pytest.approx([0, *expected[:-1]])
    assert column("a, after")[0] == pytest.approx([*expected[1:], 0])
    # what the other citance makes of a sentence
    assert column("a, other citances")[1] == pytest.approx(expected)
    assert not column("a, other citances")[0].any()


def test_scores_below_zero_are_no_share_of_the_best():
    negative = {"a": np.array([[-1.0, -2.0, -3.0, -4.0, -5.0]])}
    assert np.isfinite(compute_features(negative, PLACE)).all()


def test_places_are_those_of_the_sentence():
    assert column("words (log)")[0] == pytest.approx(np.log([4, 11, 1, 8, 21]))
    assert column("first of section")[1].tolist() == [1, 1, 0, 1, 1]
    assert column("place in section (log)")[0] == pytest.approx(np.log([1, 1, 2, 1, 1]))
    assert column("place")[1] == pytest.approx([0, 0.2, 0.4, 0.6, 0.8])
    assert column("central")[1].tolist() == WITHIN[:, 0].tolist()
    assert column("it cites")[0].tolist() == WITHIN[:, -1].tolist()
    assert column("introduction")[0].tolist() == [0, 0, 0, 1, 0]
    assert column("conclusion")[0].tolist() == [0, 0, 0, 0, 1]
    assert column("title")[0].tolist() == [1, 0, 0, 0, 0]
    within = [column(f"within {share:g}")[0].sum() for share in POSITIONS]
    assert within == [1, 1, 1, 1, 2, 3, 4, 5]

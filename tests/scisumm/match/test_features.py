"""Features of `best`, worked by hand."""

import numpy as np
import pytest

from paperpool.workflow.scisumm.match.features import PLACES, compute_features, name_features
from paperpool.workflow.scisumm.match.within import CUES, SIMILARITIES

SENTENCES = np.arange(5.0 * len([*PLACES, *SIMILARITIES, *CUES])).reshape(5, -1)
OF_SENTENCES = [SENTENCES[:, : len(PLACES)], SENTENCES[:, len(PLACES) :]]
SCORES = {"a": np.array([[0.0, 1.0, 2.0, 3.0, 4.0], [4.0, 4.0, 4.0, 4.0, 4.0]])}


def column(name, scores=SCORES):
    return compute_features(scores, OF_SENTENCES)[..., name_features(list(scores)).index(name)]


def test_every_column_has_a_name_and_is_finite():
    others = {"b": -SCORES["a"], "c": -1 - SCORES["a"]}
    features = compute_features(SCORES | others, OF_SENTENCES)
    names = name_features(["a", *others])
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


def test_features_of_a_sentence_are_equal_for_every_citance():
    for place, name in enumerate([*PLACES, *SIMILARITIES, *CUES]):
        assert column(name).tolist() == [SENTENCES[:, place].tolist()] * 2

"""The cosine between the embeddings of citance and sentence."""

import numpy as np

from paperpool.scisumm.match.contextual import score_embeddings

from ...made.scisumm_naive import make_paper


class MadeEncoder:
    """Gives a text the vector of its lengths."""

    def __init__(self):
        self.asked = []

    def encode(self, texts):
        self.asked += texts
        return np.array([[len(t), len(t.split())] for t in texts], np.float32).reshape(-1, 2)


def test_scores_are_cosines_of_texts_without_markers_each_encoded_once():
    encoder = MadeEncoder()
    paper = make_paper(["ab (Koehn, 2004)", "(Koehn, 2004)"], ["ab", "abcd ef", "", "ab"])
    got = score_embeddings([paper], encoder)["P"]
    assert encoder.asked == ["ab", "abcd ef"]
    cosine = np.dot([2, 1], [7, 2]) / np.linalg.norm([2, 1]) / np.linalg.norm([7, 2])
    np.testing.assert_allclose(got, [[1, cosine, 0, 1], [0, 0, 0, 0]], rtol=1e-6)
    assert got[0, 0] == got[0, 3]


def test_papers_without_citances_have_empty_matrices():
    assert score_embeddings([make_paper([], ["ab"])], MadeEncoder())["P"].shape == (0, 1)

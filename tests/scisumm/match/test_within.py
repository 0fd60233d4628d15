"""How a sentence stands to the rest of its paper, worked by hand."""

import numpy as np
import pytest

from paperpool.scisumm.match.within import CUES, LIKENESSES, compare_within, rank_centrality

SENTENCES = [
    "Parsing trees",
    "We propose parsing of trees.",
    "Forests grow slowly.",
    "Results (Smith et al., 1999) say: parsing trees of forests improve.",
    "...",
]
SECTIONS = ["title", "abstract", "1 Introduction", "2 Results", "2 Results"]


def columns(citances=("Slowly grow forests.", "forests grow slowly")):
    names = [*LIKENESSES, *CUES]
    table = compare_within(SENTENCES, SECTIONS, citances)
    assert table.shape == (len(SENTENCES), len(names)) and np.isfinite(table).all()
    return dict(zip(names, table.T, strict=True))


def test_a_sentence_is_as_like_as_its_terms():
    found = columns()
    assert found["like the title"][0] == pytest.approx(1)
    assert found["like the title"][2] == found["like the title"][4] == 0
    assert found["like the abstract"][1] == pytest.approx(1)
    assert 0 < found["like the abstract"][3] < found["like the abstract"][0] < 1
    assert found["like all citances"][2] == pytest.approx(1)  # the order of words is of no account
    assert not found["like all citances"][[0, 1, 4]].any()


def test_a_paper_without_an_abstract_is_compared_with_its_title():
    table = compare_within(SENTENCES, ["title", *["1 Body"] * 4], ["forests"])
    assert table[:, 1].tolist() == table[:, 2].tolist()


def test_sentences_that_are_like_others_are_central():
    found = columns()["central"]
    assert min(found[[0, 1, 3]]) > 2 * found[2] > 2 * found[4]
    assert found.sum() == pytest.approx(len(SENTENCES))
    # by hand: the middle of a chain of three; x is its share, (1 - x) / 2 that of each end
    central = rank_centrality(np.array([[1.0, 0.5, 0.0], [0.5, 1.0, 0.5], [0.0, 0.5, 1.0]]))
    middle = (0.05 + 0.85) / 1.85
    assert central == pytest.approx([(1 - middle) / 2, middle, (1 - middle) / 2], abs=0.01)


def test_cues_are_found_in_any_case():
    found = columns()
    assert found["it presents"].tolist() == [0, 1, 0, 0, 0]
    assert found["it measures"].tolist() == found["it cites"].tolist() == [0, 0, 0, 1, 0]


def test_texts_without_words_are_like_nothing():
    table = compare_within(["...", "?"], ["title", "abstract"], [])
    assert not table[:, 1:].any() and table[:, 0].tolist() == pytest.approx([1, 1])

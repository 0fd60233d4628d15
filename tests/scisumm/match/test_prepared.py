"""Texts made ready for matching: cleaned, split, truncated, numbered."""

import numpy as np

from paperpool.workflow.scisumm.match.prepared import (
    WordNumbers,
    find_stop_words,
    look_up,
    matched_words,
    prepare,
)
from paperpool.workflow.scisumm.match.settings import Matching

from ...made.scisumm_naive import SmallVectors, make_paper

VECTORS = SmallVectors(["The", "cat", "sees"], [4, 2, 1, 1], np.eye(4))


def test_words_are_those_without_markers_then_truncated():
    text = "The Cat (Smith, 2003) sees"
    assert matched_words(text, Matching()) == ("The", "Cat", "sees")
    assert matched_words(text, Matching(truncate=2)) == ("The", "Cat")
    assert matched_words(text, Matching(cased=False)) == ("the", "cat", "sees")
    assert "Smith" in matched_words(text, Matching(keep_markers=True))
    assert find_stop_words(VECTORS).tolist() == [True, False, False, True]


def test_rare_words_have_numbers_of_their_own_or_that_of_the_unknown():
    words = ["cat", "dog", "cow", "dog", "The"]
    own = WordNumbers(VECTORS, Matching(rare_words="own"))
    assert own.number(words).tolist() == [1, 4, 5, 4, 0]
    assert own.number(["cow", "hen"]).tolist() == [5, 6]
    unknown = WordNumbers(VECTORS, Matching(rare_words="unknown"))
    assert unknown.number(words).tolist() == [1, 3, 3, 3, 0]
    table = np.array([10.0, 20.0, 30.0, 40.0])
    assert look_up(table, own.number(words), rare=-1.0).tolist() == [20.0, -1.0, -1.0, -1.0, 10.0]


def test_a_paper_has_its_sentences_and_citances_numbered_alike():
    paper = make_paper(["dog cat"], ["cat", "dog"])
    sentences, citances = prepare(paper, VECTORS, Matching(rare_words="own"))
    # sentences are numbered first: dog is the first rare word
    assert sentences.items.tolist() == [1, 4] and citances.items.tolist() == [4, 1]
    assert (len(sentences), len(citances)) == (2, 1)

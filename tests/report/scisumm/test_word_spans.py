import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.report.scisumm.page import find_word, find_words


def found(text, words):
    return [text[start : start + length] for start, length in find_words(text, words)]


def test_words_are_found_one_after_another():
    assert find_words("to be or not to be", ["to", "be", "to"]) == [(0, 2), (3, 2), (13, 2)]


def test_markers_between_words_are_passed_over():
    assert find_words("Parsing (Author, 2000) is", ["Parsing", "is"]) == [(0, 7), (23, 2)]


def test_small_letters_match_and_missing_words_have_no_length():
    assert found("The Tree", ["the", "wood", "tree"]) == ["The", "", "Tree"]


def test_a_part_of_what_has_no_space_is_found_where_it_stands():
    assert find_words("cannot can", ["can", "not", "can"]) == [(0, 3), (3, 3), (7, 3)]


@pytest.mark.parametrize(
    ("word", "span"),
    [("art", (6, 3)), ("par", (0, 3)), ("ART", (6, 3)), ("x", (0, 0)), ("", (0, 0))],
)
def test_a_whole_word_is_preferred(word, span):
    assert find_word("party art", word) == span


@given(st.lists(st.text("abc.", min_size=1, max_size=3), max_size=8))
def test_words_that_spaces_part_are_all_found_where_they_stand(words):
    assert found(" ".join(words), words) == words

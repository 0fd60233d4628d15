"""Abstracts of OpenAlex are rebuilt word for word, and faults of an index are found."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.workflow.corpus.inverted_index import rebuild_abstract

from ..made.works import index_text

SENTENCE = "We do what the others do not do , as the others do ."
TEXTS = st.lists(st.text("ab\u00e9\u4e00.,", min_size=1, max_size=3), min_size=1, max_size=60)


@given(words=TEXTS)
def test_any_text_comes_back(words):
    text = " ".join(words)
    assert rebuild_abstract(index_text(text)) == (text, [])
    assert rebuild_abstract(json.dumps(index_text(text))) == (text, [])


@pytest.mark.parametrize("index", [None, {}, {"": [0]}, {" ": [0], "\n": [1]}, "{}"])
def test_without_a_word_there_is_no_abstract(index):
    assert rebuild_abstract(index) == (None, [])


@pytest.mark.parametrize(
    ("index", "text", "marks"),
    [
        ({"a": [0], "b": [2]}, "a b", ["positions_missing"]),
        ({"b": [0], "a": [0]}, "a b", ["positions_repeated"]),
        ({"a": [1, 0], "b": [2]}, "a a b", ["positions_out_of_order"]),
        ({"a": [0, 0], "b": [1]}, "a a b", ["positions_repeated"]),
        ({"a": [3, 0], "b": [10**15]}, "a a b", ["cut_abstract", "positions_out_of_order"]),
        ({"a": [], "b": [0]}, "b", []),
        ({"two words": [0], "a\u00a0b\n": [1]}, "two words a b", []),
    ],
)
def test_odd_positions_lose_no_word(index, text, marks):
    assert rebuild_abstract(index) == (text, marks)
    assert rebuild_abstract(json.dumps(index)) == (text, marks)


def test_an_index_that_was_cut_lacks_the_words_that_begin_last():
    words = [f"w{n}" if n % 3 else "the" for n in range(300)]
    whole = index_text(" ".join(words))
    for kept in (50, 150, 198):
        text, marks = rebuild_abstract(dict(list(whole.items())[:kept]))
        assert marks == ["cut_abstract"] and text.count("the") == 100
        assert len(text.split()) == 100 + kept - 1
    lacking = {word: places for word, places in whole.items() if word != "w10"}
    assert rebuild_abstract(lacking)[1] == ["positions_missing"]


def test_the_form_of_2023_knows_its_length():
    index = index_text(SENTENCE)
    stored = {"IndexLength": 14, "InvertedIndex": index}
    assert rebuild_abstract(json.dumps(stored)) == (SENTENCE, [])
    expected = (SENTENCE, ["cut_abstract"])
    assert rebuild_abstract(json.dumps(stored | {"IndexLength": 15})) == expected


@pytest.mark.parametrize("text", ["", "{", '{"a": [0], "b"', '{"a": 0}', '{"a": [-1]}', "[" * 9999])
def test_what_is_no_index_is_a_broken_one(text):
    assert rebuild_abstract(text) == (None, ["broken_abstract"])

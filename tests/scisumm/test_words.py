"""Words, and the paper's stop words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.scisumm.words import STOP_WORDS, split_words


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Context-free grammars.", ["Context", "free", "grammars", "."]),
        ("We've read Levin’s (1993).", ["We", "'ve", "read", "Levin", "'s", "(", "1993", ")", "."]),
        ("don't", ["don", "'t"]),
        ("3.14 of 10,000; 3-gram, F1", ["3.14", "of", "10,000", ";", "3", "gram", ",", "F1"]),
        ("f(x_i)=2n", ["f", "(", "x", "_", "i", ")", "=", "2n"]),
        ("word - word -1 a- state-of-the-art", [*"word - word - 1 a - state of the art".split()]),
        (
            "mas\u00ad ter's sim\u00adilar lan\u00c2\u00ad guage",
            ["master", "'s", "similar", "language"],
        ),
        ("naïve Véronis 中文", ["naïve", "Véronis", "中文"]),
        ("  ", []),
    ],
)
def test_words(text, words):
    assert split_words(text) == words


@given(st.text(max_size=60).filter(lambda text: not {"\u00ad", "-"} & set(text)))
def test_words_hold_every_character_but_white_space_in_order(text):
    assert "".join(split_words(text)) == "".join(text.replace("’", "'").split())


def test_stop_words_are_in_lower_case_and_those_of_contractions_are_split_off():
    assert all(word == word.lower() for word in STOP_WORDS)
    assert {"the", "of", "yourselves", ",", "'s", "@-@", "<unk>"} <= STOP_WORDS
    assert set(split_words("couldn't we've it's you'd they'll i'm")) - {"they"} <= STOP_WORDS
    assert not {"word", "corpus", "."} & STOP_WORDS

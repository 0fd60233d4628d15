"""The sentence splitter: rules on hand-worked texts, and no text is ever lost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paperpool.text.sentences import split_sentences

TEXTS = st.text(st.sampled_from('aAbI1.!?)"]”( \n\u00a0$,e.g.Fig.al.')) | st.text()


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("", []),
        (" \n\t ", []),
        ("One sentence", ["One sentence"]),
        ("  We do.  It works! Why?\nSo. ", ["We do.", "It works!", "Why?", "So."]),
        (
            "We gain 3.5 points. See www.example.org now.",
            ["We gain 3.5 points.", "See www.example.org now."],
        ),
        # as nltk's model and the CSFCube release do
        ("Smith et al. (2003) show it. Good.", ["Smith et al.", "(2003) show it.", "Good."]),
        ("It follows Smith et al. We extend it.", ["It follows Smith et al.", "We extend it."]),
        (
            "Many tasks (e.g. parsing) fail. Dr. Li vs. Wu works.",
            ["Many tasks (e.g.", "parsing) fail.", "Dr. Li vs. Wu works."],
        ),
        (
            "As Fig. 3 and Eq. (2) show. No. 5 is alive.",
            ["As Fig. 3 and Eq. (2) show.", "No. 5 is alive."],
        ),
        ("The answer is no. We stop.", ["The answer is no.", "We stop."]),
        (
            "By R. A. Fisher and J. Smith. In the U.S. it holds.",
            ["By R. A. Fisher and J. Smith.", "In the U.S. it holds."],
        ),
        ("It is linear in n. We prove it.", ["It is linear in n.", "We prove it."]),
        ('(We agree.) He said "yes." Then went.', ["(We agree.)", 'He said "yes."', "Then went."]),
        ("Birds, etc. The end.", ["Birds, etc.", "The end."]),
        ("For 1, ..., n it holds... Then stop.", ["For 1, ..., n it holds...", "Then stop."]),
    ],
)
def test_splits_by_hand(text, sentences):
    assert split_sentences(text) == sentences


@given(TEXTS)
def test_loses_nothing_and_keeps_words_apart(text):
    sentences = split_sentences(text)
    assert "".join("".join(sentences).split()) == "".join(text.split())
    assert all(sentence and sentence == sentence.strip() for sentence in sentences)
    assert " ".join(sentences).split() == text.split()


@pytest.mark.parametrize("unit", [".", "a", ". ", " ", "a. ", "?)", "...)", "A.b", ')"'])
def test_a_megabyte_of_hostile_text_is_split_whole(unit):
    text = unit * (1_000_000 // len(unit))
    assert "".join("".join(split_sentences(text)).split()) == "".join(text.split())

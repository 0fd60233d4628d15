"""The keys by which twins are found."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from paperpool.workflow.corpus.keys import abstract_key, normalise_text, title_key


def test_normalises_by_hand():
    assert normalise_text("A  Title: of_2 Words!") == "atitleof2words"
    assert normalise_text("\ufb01ne \u2460 É \uff21") == "fine1éa"


@given(st.text())
def test_ascii_and_unicode_rules_agree(text):
    slow = unicodedata.normalize("NFKC", text).lower()
    assert normalise_text(text) == "".join(c for c in slow if c.isalnum())


def test_keys_ignore_case_and_punctuation():
    assert title_key('All You Need is "Love"') == title_key('all you need is"love"')
    assert title_key("a") != title_key("b")
    assert [title_key(None), title_key(""), title_key(" -?")] == [None] * 3
    assert [abstract_key(None), abstract_key(""), abstract_key("…")] == [None] * 3
    assert 0 <= title_key("a") < 2**64


@given(st.text(max_size=30), st.text(max_size=30), st.integers(0, 300))
def test_abstract_keys_look_at_200_characters(start, end, filler):
    text = (start + "x-" * filler + "y" * 200 + end) * 2
    assert abstract_key(text) == title_key(normalise_text(text)[:200])
    assert abstract_key("!" * 1000 + text) == abstract_key(text)

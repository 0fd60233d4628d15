"""What lxml 4.9.4 (libxml2 2.10.3) makes of the same texts, as the script wraps them in <root>."""

import pytest

from paperpool.scisumm.judge.official_rows import recover_sentences

TWO = [("1", "a"), ("2", "b")]
AFTER = '<S sid="2">b</S>'


@pytest.mark.parametrize(
    "text",
    [
        f'<S sid="1">a</S>{AFTER}',
        f'text<S sid="1">a</S>tail{AFTER}',
        f"<S ssid = '4' sid ='1' >a</S >{AFTER}",
        f'<S sid="1">a</X>{AFTER}',
        f'<S sid="1">a</ S>{AFTER}',
        f'<S sid="1">a<br/> c</S>{AFTER}',
        f'<S sid="1">a<b> c</b> d</S>{AFTER}',
        f'<s sid="0">s</s><S sid="1"><!-- no -->a<?x y?></S>{AFTER}',
        f'<S sid="1">a</S>{AFTER}</S><S sid="3">c</S>',  # the end of the whole
        f'<S sid="1">a</S>{AFTER}</root><S sid="3">c</S>',
        f'<S sid="1">a</S>{AFTER[:-1]}',
        f'<S sid="1">a</S>{AFTER[:-4]}',
        f'<S sid="1">a</S>{AFTER[:-4]}<40 words</S><S sid="3">c</S>',
    ],
)
def test_what_can_be_read_is_read(text):
    assert recover_sentences(text) == TWO


@pytest.mark.parametrize(
    ("text", "first"),
    [
        ("a sentence of length <40 words", "a sentence of length "),
        ("a < b", "a "),
        ("a <= b", "a "),
        ("a <b and c", "a "),
        ("a <<b>> c", "a "),
        ("a <b> c", "a "),
        ('a<x y="1>c', "a"),
    ],
)
def test_a_raw_bracket_takes_the_rest_with_it(text, first):
    assert recover_sentences(f'<S sid="1">{text}</S>{AFTER}') == [("1", first)]


@pytest.mark.parametrize(
    ("tag", "sid", "more"),
    [
        ("<S sid=1>", None, "1>"),
        ('<S sid="1"ssid="2">', "1", 'ssid="2">'),
        ('<S sid="1" sid="3">', "3", ""),
        ("<S sid=“1”>", None, "“1”>"),
        ("<S>", None, ""),
        ("<S sid>", None, ""),
        ('<S sid="">', "", ""),
    ],
)
def test_a_tag_is_read_as_far_as_it_can_be(tag, sid, more):
    assert recover_sentences(f"{tag}a</S>{AFTER}") == [(sid, f"{more}a"), ("2", "b")]


@pytest.mark.parametrize("text", ["", "no markup", "S sid='1'>a</S>", "<\\S><S sid='1'>a</S>"])
def test_a_text_may_have_no_sentence(text):
    assert recover_sentences(text) == []


def test_an_element_may_have_no_text():
    assert recover_sentences(f'<S sid="1"/>{AFTER}') == [("1", ""), ("2", "b")]
    assert recover_sentences(f'<S sid="1" a</S>{AFTER}') == [("1", ""), ("2", "b")]
    assert recover_sentences("<S><b>a</b>c</S>") == [(None, "")]


def test_controls_are_dropped_and_entities_left():
    assert recover_sentences("<S>a\x01b &lt; &amp;</S>") == [(None, "ab &lt; &amp;")]

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paperpool.scisumm.read.markup import clean, decode, read_elements, read_sentences

from ...made.scisumm_release import found, no_problems


def read(markup):
    problems = no_problems()
    elements = read_elements(markup, problems)
    return [(e.sid, e.section, e.text) for e in elements], found(problems)


def test_sentences_have_numbers_sections_and_decoded_texts():
    markup = """<PAPER><S sid="0">A &lt; B</S><ABSTRACT><S sid ="1" ssid = "1">One.</S></ABSTRACT>
    <SECTION title="1 Q &amp; A" number="1"><SUBSECTION>1.1 Sub.</SUBSECTION>
    <S sid="2" ssid="1">Two
        lines.</S></SECTION><S sid="3">After.</S></PAPER>"""
    expected = [
        (0, "", "A < B"),
        (1, "abstract", "One."),
        (2, "1 Q & A", "Two lines."),
        (3, "", "After."),
    ]
    assert read(markup) == (expected, {})


@pytest.mark.parametrize(
    ("markup", "expected", "problem"),
    [
        ("<S sid = 36 ssid = >Bare.</S>", [(36, "Bare.")], "unquoted_sid"),
        ('<S sid ="1">Left open.', [(1, "Left open.")], "unclosed_sentence"),
        ('<S sid="1">One.<S sid="2">Two.</S>', [(1, "One."), (2, "Two.")], "unclosed_sentence"),
        ('<S sid="1">One.<S>', [(1, "One.")], "unclosed_sentence"),
        ('<S sid="1">One.</S', [(1, "One.")], "broken_tag"),
        ('S sid="44" ssid="20">The <b></S>', [(44, "The <b>")], "broken_tag"),
        ('<S sid="1">One.</S> and more', [(1, "One.")], "text_outside_sentences"),
        ('<S sid="1">One.</S></S>', [(1, "One.")], "stray_end_tag"),
    ],
)
def test_broken_elements_are_read_and_counted(markup, expected, problem):
    elements, problems = read(markup)
    assert [(sid, text) for sid, _, text in elements] == expected
    assert problems == {problem: 1}


def test_numbers_abstracts_and_brackets_of_formulas():
    assert read('<S sid="">A.</S><S>B.</S><S ssid="3">C.</S><S sid =  ssid = >D.</S>') == (
        [(None, "", "A."), (None, "", "B."), (None, "", "C."), (None, "", "D.")],
        {},
    )
    assert read('<ABSTRACT/><S sid="1">One.</S>')[0] == [(1, "", "One.")]
    assert read('<S sid="1">p < 0.05 and <Person>, L(x) > 2</S>')[0] == [
        (1, "", "p < 0.05 and <Person>, L(x) > 2")
    ]


def test_no_entity_of_a_file_is_expanded():
    markup = """<!DOCTYPE PAPER [<!ENTITY a "<S sid='9'>boom</S>"><!ENTITY b SYSTEM "/etc/passwd">
    ]><PAPER><S sid="1">&a;&b;</S><!-- <S sid="2">hidden</S> --></PAPER>"""
    elements, problems = read(markup)
    assert elements == [(1, "", "&a;&b;")]
    assert problems == {"dtd": 2, "broken_entity": 1}


@pytest.mark.parametrize(
    ("text", "expected", "levels"),
    [
        ("&lt;", "<", 1),
        ("&amp;quot;standard&amp;quot;", '"standard"', 2),
        ("&amp;amp;quot;", '"', 3),
        ("&#8712; &#x2208;", "∈ ∈", 1),
        ("R&D; AT&T", "R&D; AT&T", 0),
    ],
)
def test_every_level_of_entities_is_decoded(text, expected, levels):
    problems = no_problems()
    assert clean(text, problems) == expected
    assert ("nested_entity" in found(problems)) == (levels > 1)


def test_odd_entities_spaces_and_bytes():
    problems = no_problems()
    assert clean("M& amp; L &rt;", problems) == "M& amp; L &rt;"
    assert found(problems) == {"broken_entity": 1}
    assert clean(" a\x0fb\n\t c&#0;&#9;d ", no_problems()) == "a b c\ufffd d"
    problems = no_problems()
    assert decode("“é”".encode() + b" \x93teach\x94 \x81", problems) == "“é” “teach” \ufffd"
    assert found(problems) == {"not_utf8": 1}
    assert decode(b"\xef\xbb\xbfplain", no_problems()) == "plain"


@pytest.mark.parametrize(
    "piece",
    ["<S ", '<S sid="', "</S", '<S sid="1">', '<S sid=""""', "<!--", "&amp;", "& ", "S sid="]
    + ["<!DOCTYPE a>"],
)
def test_hostile_input_takes_linear_time(piece):
    start = time.process_time()
    read_elements(piece * 20_000, no_problems())
    assert time.process_time() - start < 2


@settings(max_examples=50)
@given(st.lists(st.text(st.characters(exclude_categories=["C", "Z"], exclude_characters="<>&"))))
def test_written_sentences_are_read_back(texts):
    markup = "".join(f'<S sid="{sid}">{text}</S>' for sid, text in enumerate(texts))
    elements, problems = read(markup)
    assert elements == [(sid, "", text) for sid, text in enumerate(texts)] and problems == {}


def test_of_equal_numbers_the_first_sentence_counts():
    problems = no_problems()
    data = b'<S sid="1">One.</S><S sid="1">Uno.</S><S sid="">None.</S><S sid="2"></S>'
    sentences = [(sentence.sid, sentence.text) for sentence in read_sentences(data, problems)]
    assert sentences == [(1, "One."), (None, "Uno."), (None, "None."), (2, "")]
    assert found(problems) == {"repeated_sid": 1, "no_sid": 1, "empty_sentence": 1}
    problems = no_problems()
    assert read_sentences(b"<PAPER>\n</PAPER>\n", problems) == []
    assert found(problems) == {"no_sentence": 1}

import pytest

from paperpool.scisumm.scoring.official_rows import (
    read_answers,
    read_texts,
    recover_sentences,
    split_offsets,
)

from ...made.scisumm_plain_rows import gold, submitted


@pytest.mark.parametrize(
    ("field", "offsets"),
    [
        ("['9','10']", ("9", "10")),
        ("'90' , '91'", ("90", "91")),
        ("17'", ("17",)),
        (" '91'", ("91",)),
        ("10", ("10",)),
        ('"5"', ("5",)),
        ("''7''", ("'7'",)),  # one quote on each side
        ("[[3]]", ("[3]",)),  # one bracket on each side
        (" ['3']", ("['3",)),  # the bracket is looked for before the spaces go
        ("09", ("09",)),
        ("", ("",)),
    ],
)
def test_offsets_lose_one_bracket_and_one_quote_a_side(field, offsets):
    assert split_offsets(field) == offsets


def test_the_last_row_of_a_citing_paper_stands_for_all():
    rows = [gold("1", citance=1), gold("2", citance=2), gold("3", citing="C2", citance=3)]
    answers = read_answers(rows)
    assert {key: answer.offsets for key, answer in answers.items()} == {
        ("P1", "C1"): ("2",),
        ("P1", "C2"): ("3",),
    }
    assert answers["P1", "C1"].citance_id == "P1:2"


@pytest.mark.parametrize(
    "last",
    [
        gold("2", n_columns=10),
        gold("2", n_columns=12),
        submitted("2", n_columns=12),
        gold("NA", "NA"),
        gold("2", "“NA”"),
        gold("2", 'S sid="2">no tag</S>'),
        gold("2", '<S sid="1">words</S><S sid="2"></S>'),
        gold("2", '<S sid="2"/>'),
    ],
)
def test_a_row_that_cannot_be_read_keeps_the_earlier_row_of_its_key(last):
    assert read_answers([gold("1"), last])["P1", "C1"].offsets == ("1",)
    assert read_answers([last]) == {}


def test_names_lose_their_ending():
    row = submitted("1", citing="C1.xml", article="P1.xml")
    assert list(read_answers([row])) == [("P1", "C1")]


def test_a_row_is_about_the_papers_that_it_names_as_they_stand():
    rows = [gold("1", article="P2"), gold("2", article="P1 "), gold("3", citing="c1")]
    assert list(read_answers(rows)) == [("P2", "C1"), ("P1 ", "C1"), ("P1", "c1")]


def test_texts_are_those_of_the_row_in_the_order_of_their_sids():
    text = '<S sid ="21" ssid = "2">a &amp;quot; &lt;</S>\n <S sid=\'22\'>b</S>'
    assert sorted(read_texts(text)) == ["a &quot; &lt;", "b"]
    assert read_texts('<S sid="1">a</S><S sid="1">b</S>') == ("b",)
    assert read_texts('<S sid="22">first.<S sid="23">second.</S>') == ("first.",)
    text = '<S sid="1">of length <40 words</S><S sid="2">b</S>'
    assert read_texts(text) == ("of length ",)
    assert read_answers([gold("['1','2']", text)])["P1", "C1"].offsets == ("1", "2")
    assert read_texts("<S sid='1'><40 words</S>") is None
    text = '<S sid="91">a</S><S sid="90">b</S><S>c</S><S sid="91">d</S>'
    assert read_texts(text) == ("d", "b", "c")


ONE, TWO = '<S sid="1">a</S>', '<S sid="2">b</S>'

RECOVERED = [
    # what can be read is read
    *(
        (text, [("1", "a"), ("2", "b")])
        for text in (
            ONE + TWO,
            f"text{ONE}tail{TWO}",
            f"<S ssid = '4' sid ='1' >a</S >{TWO}",
            f'<S sid="1">a</X>{TWO}',
            f'<S sid="1">a</ S>{TWO}',
            f'<S sid="1">a<br/> c</S>{TWO}',
            f'<S sid="1">a<b> c</b> d</S>{TWO}',
            f'<s sid="0">s</s><S sid="1"><!-- no -->a<?x y?></S>{TWO}',
            f'{ONE}{TWO}</S><S sid="3">c</S>',  # the end of the whole
            f'{ONE}{TWO}</root><S sid="3">c</S>',
            f"{ONE}{TWO[:-1]}",
            f"{ONE}{TWO[:-4]}",
            f'{ONE}{TWO[:-4]}<40 words</S><S sid="3">c</S>',
        )
    ),
    # a raw bracket takes the rest with it
    *(
        (f'<S sid="1">{text}</S>{TWO}', [("1", first)])
        for text, first in (
            ("a sentence of length <40 words", "a sentence of length "),
            ("a < b", "a "),
            ("a <= b", "a "),
            ("a <b and c", "a "),
            ("a <<b>> c", "a "),
            ("a <b> c", "a "),
            ('a<x y="1>c', "a"),
        )
    ),
    # a tag is read as far as it can be
    *(
        (f"{tag}a</S>{TWO}", [(sid, f"{more}a"), ("2", "b")])
        for tag, sid, more in (
            ("<S sid=1>", None, "1>"),
            ('<S sid="1"ssid="2">', "1", 'ssid="2">'),
            ('<S sid="1" sid="3">', "3", ""),
            ("<S sid=“1”>", None, "“1”>"),
            ("<S>", None, ""),
            ("<S sid>", None, ""),
            ('<S sid="">', "", ""),
        )
    ),
    *((text, []) for text in ("", "no markup", "S sid='1'>a</S>", "<\\S><S sid='1'>a</S>")),
    # elements may be empty, and controls are dropped
    (f'<S sid="1"/>{TWO}', [("1", ""), ("2", "b")]),
    (f'<S sid="1" a</S>{TWO}', [("1", ""), ("2", "b")]),
    ("<S><b>a</b>c</S>", [(None, "")]),
    ("<S>a\x01b &lt; &amp;</S>", [(None, "ab &lt; &amp;")]),
]


@pytest.mark.parametrize(("text", "sentences"), RECOVERED)
def test_sentences_are_recovered_as_by_the_scripts_parser(text, sentences):
    assert recover_sentences(text) == sentences

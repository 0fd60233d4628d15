from paperpool.scisumm.read.markup import read_sentences

from ...made.scisumm_release import found, no_problems, paper_xml


def test_of_equal_numbers_the_first_sentence_counts():
    problems = no_problems()
    data = b'<S sid="1">One.</S><S sid="1">Uno.</S><S sid="">None.</S><S sid="2"></S>'
    sentences = read_sentences(data, problems)
    assert [(s.sid, s.text) for s in sentences] == [
        (1, "One."),
        (None, "Uno."),
        (None, "None."),
        (2, ""),
    ]
    assert found(problems) == {"repeated_sid": 1, "no_sid": 1, "empty_sentence": 1}


def test_a_file_without_sentences_is_counted():
    problems = no_problems()
    assert read_sentences(b"<PAPER>\n</PAPER>\n", problems) == []
    assert found(problems) == {"no_sentence": 1}


def test_a_sound_paper_has_no_problems():
    problems = no_problems()
    sentences = read_sentences(paper_xml("Title", "One.").encode(), problems)
    assert [(s.sid, s.section) for s in sentences] == [(0, ""), (1, "abstract")]
    assert found(problems) == {}

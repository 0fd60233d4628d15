"""The words of a corpus as a vocabulary, and the part of a text that a teacher reads."""

from tokenizers.processors import TemplateProcessing

from paperpool.extras.static_encoders.making import cut_texts, list_pieces, make_word_tokenizer
from tests.made.encoder import make_tokenizer

TEXTS = [
    "Graphs of papers, graphs (of citations).",
    "Papers' graphs: Éluard",
    "of éluard., ÉLUARD",
]


def test_words_are_those_that_stand_often_enough():
    tokenizer = make_word_tokenizer(TEXTS)
    assert list_pieces(tokenizer) == ["[UNK]", "graphs", "of", "éluard"]
    assert tokenizer.encode("Graphs of new, ÉLUARD").ids == [1, 2, 0, 0, 3]
    again = make_word_tokenizer([*reversed(TEXTS)])
    assert again.to_str() == tokenizer.to_str()


def test_a_text_is_cut_where_the_teacher_stops_reading():
    tokenizer = make_tokenizer("[CLS]", "[SEP]")
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 1), ("[SEP]", 2)]
    )
    assert cut_texts(tokenizer, ["one two, three", "one", ""], 4) == ["one two", "one", ""]
    assert len(tokenizer.encode("one two three four").ids) == 6

"""Texts become stems of their words without stop words."""

import pytest
from nltk.stem.porter import PorterStemmer

from paperpool.text.analysis import STOP_WORDS, analyze


def test_stop_words_and_single_letters_go_and_words_are_stemmed():
    text = "The studies OF neural networks: a, b and c were not running-over (e.g. GPT_2, 3d)."
    assert analyze(text) == ["studi", "neural", "network", "were", "run", "over", "gpt_2", "3d"]


def test_lucenes_list_of_33_stop_words():
    assert len(STOP_WORDS) == 33
    assert analyze(" ".join(sorted(STOP_WORDS)).upper()) == []


def test_stop_words_are_removed_before_stemming():
    assert analyze("ised thes") == ["is", "the"]


def test_other_alphabets():
    assert analyze("Übergänge der Größe, ИИ и модели") == [
        "übergäng",
        "der",
        "größe",
        "ии",
        "модели",
    ]


@pytest.mark.parametrize("text", ["", " \n", "a b c", "?!"])
def test_nothing_to_search(text):
    assert analyze(text) == []


def test_equals_the_published_algorithm():
    stem = PorterStemmer(PorterStemmer.MARTIN_EXTENSIONS).stem
    words = """caresses ponies cats agreed plastered motoring conflated troubled sized hopping
    falling hissing fizzed failing happy sky relational conditional valency digitizer conformably
    radically analogously vietnamization predication operator feudalism decisiveness hopefulness
    sensitivity triplicate formative formalize electrical goodness revival allowance inference
    airliner gyroscopic adjustable defensible irritant replacement adjustment dependent adoption
    communism activate homologous effective bowdlerize probate rate cease controlling rolling
    optimization clustering classifiers embeddings retrieval queries citations""".split()
    assert analyze(" ".join(words)) == [stem(word) for word in words]

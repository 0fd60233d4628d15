"""Texts become stems of their words without stop words."""

import pytest
from nltk.stem.porter import PorterStemmer

from paperpool.text.analysis import STOP_WORDS, analyze


def test_terms_are_stems_without_stop_words():
    text = "The studies OF neural networks: a, b and c were not running-over (e.g. GPT_2, 3d)."
    assert analyze(text) == ["studi", "neural", "network", "were", "run", "over", "gpt_2", "3d"]
    assert len(STOP_WORDS) == 33
    assert analyze(" ".join(sorted(STOP_WORDS)).upper()) == []
    assert analyze("ised thes") == ["is", "the"]

    foreign = "Übergänge der Größe, ИИ и модели"
    assert analyze(foreign) == ["übergäng", "der", "größe", "ии", "модели"]


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

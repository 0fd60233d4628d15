"""Forms of English words: articles, plurals, verbs."""

import pytest

from paperpool.demo.lexicon import past, pluralise, present_participle, third_person, with_article


@pytest.mark.parametrize(
    "phrase",
    [
        "a university", "a user", "an unbiased test", "an unmarried couple", "an hour",
        "an MRI scan", "an X-ray source", "a U-Net", "an L-function", "a European treaty",
        "an NP-hard problem", "a utility", "an F1 score", "a k-mer", "an entity", "a GPS track",
        "an RNA molecule", "a CT image", "an uneven field", "a union", "an ECG signal",
        "an mRNA molecule", "a unitary operator", "an unincorporated firm", "a unionized worker",
        "an undersampled image", "a one-way street", "a DNA sequence", "an unemployed worker",
    ],
)  # fmt: skip
def test_the_article_goes_by_the_sound(phrase):
    article, _, rest = phrase.partition(" ")
    assert with_article(rest) == f"{article} {rest}"


@pytest.mark.parametrize(
    ("noun", "plural"),
    [
        ("city", "cities"), ("essay", "essays"), ("church", "churches"), ("box", "boxes"),
        ("working-class family", "working-class families"), ("time series", "time series"),
        ("random matrix", "random matrices"), ("craftsman", "craftsmen"), ("woman", "women"),
        ("single parent", "single parents"), ("stimulus", "stimuli"), ("homeless person",
        "homeless people"), ("test statistic", "test statistics"), ("leaf", "leaves"),
    ],
)  # fmt: skip
def test_plurals(noun, plural):
    assert pluralise(noun) == plural


@pytest.mark.parametrize(
    ("verb", "forms"),
    [
        ("study", ("studies", "studied", "studying")),
        ("control", ("controls", "controlled", "controlling")),
        ("assess", ("assesses", "assessed", "assessing")),
        ("describe", ("describes", "described", "describing")),
        ("map", ("maps", "mapped", "mapping")),
        ("understand", ("understands", "understood", "understanding")),
        ("dye", ("dyes", "dyed", "dyeing")),
        ("survey", ("surveys", "surveyed", "surveying")),
        ("sell", ("sells", "sold", "selling")),
    ],
)
def test_verbs(verb, forms):
    assert (third_person(verb), past(verb), present_participle(verb)) == forms

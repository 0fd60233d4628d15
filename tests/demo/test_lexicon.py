"""The vocabulary of each field, and the codes by which its words are found."""

import re
from collections import Counter

import numpy as np
import pytest

from paperpool.extras.demo.latent import FIELDS
from paperpool.extras.demo.lexicon import (
    FAMILIES,
    Family,
    load_lexicon,
    name,
    past,
    pluralise,
    present_participle,
    read_vocabulary,
    third_person,
    with_article,
)

TERM = re.compile(r"[A-Za-z][A-Za-z0-9'/-]*( [A-Za-z0-9][A-Za-z0-9'-]*)*")


@pytest.mark.parametrize("field", FIELDS)
def test_every_field_has_themes_with_terms_of_all_families(field):
    vocabulary = read_vocabulary(field)
    assert len(vocabulary.verbs) >= 8 and len(vocabulary.themes) >= 6
    assert len({theme.name for theme in vocabulary.themes}) == len(vocabulary.themes)
    for theme in vocabulary.themes:
        assert set(theme.terms) == set(FAMILIES.values()), theme.name
        terms = [term for some in theme.terms.values() for term in some]
        assert len(terms) >= 35, theme.name
        assert [term for term in terms if not TERM.fullmatch(term)] == [], theme.name
        for some in theme.terms.values():
            assert len(set(some)) == len(some) >= 5, (theme.name, some)


def test_a_theme_is_of_its_field_alone():
    """No two themes share more than a few terms."""
    themes = [(f, theme) for f in FIELDS for theme in read_vocabulary(f).themes]
    sets = [frozenset(t for some in theme.terms.values() for t in some) for _, theme in themes]
    shared = {
        (themes[i][1].name, themes[j][1].name): len(sets[i] & sets[j])
        for i in range(len(sets))
        for j in range(i)
    }
    assert len(shared) > 7_000
    assert {pair: n for pair, n in shared.items() if n > 8} == {}


def test_codes_lead_to_all_forms_of_a_term():
    lexicon = load_lexicon()
    field = FIELDS.index("Physics")
    theme = read_vocabulary("Physics").themes[3]
    thing = theme.terms[Family.THING][0]
    assert lexicon.n_themes[field] == len(read_vocabulary("Physics").themes)
    for family in (Family.SUBJECT, Family.THING, Family.QUALITY):
        at = field, 3, family
        assert lexicon.sizes[at] == len(theme.terms[family])
        stride = lexicon.n_forms[family]
        codes = lexicon.starts[at] + np.arange(lexicon.sizes[at]) * stride
        assert tuple(lexicon.spell(code) for code in codes) == theme.terms[family]
    things = lexicon.starts[field, 3, Family.THING]
    forms = [thing, pluralise(thing), with_article(thing)]
    assert [lexicon.spell(things + form) for form in range(3)] == forms
    assert lexicon.spell(len(lexicon.words) + 4711) == name(4711)


def test_names_look_like_names_and_seldom_coincide():
    names = [name(number) for number in [*range(8_000, 28_000), *range(10**6, 10**6 + 20_000)]]
    assert all(some.isalpha() and some.istitle() for some in names)
    assert max(Counter(names).values()) <= 4
    assert len(set(names)) > 0.9 * len(names)


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

"""The words of the demo corpus: real terms of each field by theme, and names made of syllables.

A field has themes (such as computer vision), a theme has terms of several families.
``vocabulary/FIELD.txt`` lists the verbs of the field first; a line ``# NAME`` opens a theme, and
each line after it gives a family and its terms, most typical first:

- ``subjects``: subjects of study; bare nouns, some of them plural ("speech recognition");
- ``things``: nouns that can be counted, in the singular ("neuron");
- ``qualities``: adjectives that can stand before the things;
- ``methods``, ``sources``: tools, and sources of data; plural or without an article;
- ``measures``: measures ("word error rate").

A word's code is its place in the list of all forms of all terms; names follow. lexicon.yaml has the
irregular forms of English words.
"""

import enum
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

import numpy as np
import numpy.typing as npt
import yaml

from paperpool.extras.demo.latent import FIELDS

_FORMS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
_PLURALS = _FORMS["plurals"]
_PASTS = _FORMS["pasts"]
_DOUBLED = _FORMS["doubled"]
_SPOKEN_WITH_VOWEL = re.compile(r"[AEFHILMNORSX](?:[A-Z0-9]|-|$)|m[A-Z]")
"""An abbreviation whose first letter is read with a vowel before it: "an NMR"."""
_SPOKEN_WITH_CONSONANT = re.compile(r"uni(?!n|m)|use|util|ubiq|eu|one|once|u-", re.IGNORECASE)
"""A vowel that is read as "you" or "one"."""
_SILENT_H = ("hour", "honest", "heir", "honour")


def pluralise(noun: str) -> str:
    """Return the plural of a countable noun or of a phrase that ends in one."""
    if noun in _PLURALS:
        return _PLURALS[noun]
    before, space, last = noun.rpartition(" ")
    if space:
        return f"{before} {pluralise(last)}"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    if noun.endswith(("x", "s", "ch", "sh", "z")):
        return noun + "es"
    return noun + "s"


def with_article(phrase: str) -> str:
    """Return a phrase after "a" or "an", by its first sound."""
    if _SPOKEN_WITH_VOWEL.match(phrase) or phrase.startswith(_SILENT_H):
        return f"an {phrase}"
    if phrase[0] in "aeiouAEIOU" and not _SPOKEN_WITH_CONSONANT.match(phrase):
        return f"an {phrase}"
    return f"a {phrase}"


def third_person(verb: str) -> str:
    """Return the form of the present tense that follows "it"."""
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    if verb.endswith(("s", "x", "ch", "sh", "z", "o")):
        return verb + "es"
    return verb + "s"


def past(verb: str) -> str:
    """Return the past participle."""
    if verb in _PASTS:
        return _PASTS[verb]
    if verb.endswith("e"):
        return verb + "d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ied"
    return _stem(verb) + "ed"


def present_participle(verb: str) -> str:
    """Return the form in -ing."""
    if verb.endswith("e") and not verb.endswith(("ee", "ye", "oe")):
        return verb[:-1] + "ing"
    return _stem(verb) + "ing"


def _stem(verb: str) -> str:
    """Return a verb before an ending that starts with a vowel."""
    if verb in _DOUBLED:
        return verb + verb[-1]
    return verb


FOLDER = Path(__file__).with_name("vocabulary")


class Family(enum.IntEnum):
    """Words that are drawn from one list."""

    SUBJECT = 0
    THING = 1
    QUALITY = 2
    METHOD = 3
    SOURCE = 4
    MEASURE = 5
    VERB = 6
    PERCENT = 7
    COUNT = 8
    EPONYM = 9
    NAME = 10
    ACTION = 11


FAMILIES = {
    "subjects": Family.SUBJECT,
    "things": Family.THING,
    "qualities": Family.QUALITY,
    "methods": Family.METHOD,
    "sources": Family.SOURCE,
    "measures": Family.MEASURE,
}
"""The families that a theme lists, as its file calls them."""

_VERB_FORMS = (str, third_person, past, present_participle)

FORMS: dict[Family, tuple[Callable[[str], str], ...]] = {
    Family.THING: (str, pluralise, with_article),
    Family.QUALITY: (str, with_article),
    Family.VERB: _VERB_FORMS,
    Family.ACTION: _VERB_FORMS,
}
"""The forms of a term, in this order; terms of other families have one."""

GENERAL = {
    Family.QUALITY: tuple(
        "large local complex common simple joint robust standard direct global novel dynamic broad "
        "typical central recent different specific".split()
    ),
    Family.VERB: tuple(
        "describe examine explain identify characterize compare study model understand "
        "reconsider assess represent analyse interpret".split()
    ),
}
"""English words that any paper may use, most frequent first."""

_PERCENTS = tuple(f"{number / 10:.1f}" for number in range(12, 490))
_COUNTED = (*range(12, 100, 3), *range(120, 1000, 35), *range(1200, 9000, 170))
_COUNTS = tuple(f"{number:,}" for number in _COUNTED)

_STARTS = tuple("b br d f g gr h j k kl l m n p r s st t tr v w z".split())
_VOWELS = tuple("a e i o u ai ei".split())
_MIDDLES = tuple("l r n s m d k rt nd lm v st".split())
_NAME_ENDINGS = tuple("er en ov ski berg man aro ia ley ton wick a o ana eth".split())


@dataclass(frozen=True)
class Theme:
    """A theme of a field: its name, and its terms by family."""

    name: str
    terms: dict[Family, tuple[str, ...]]


@dataclass(frozen=True)
class Vocabulary:
    """The verbs and the themes of a field."""

    verbs: tuple[str, ...]
    themes: tuple[Theme, ...]


@dataclass(frozen=True)
class Lexicon:
    """All words in all forms, and the start of each list of them.

    ``starts`` and ``sizes`` (fields, themes, families) give the code of a list's first word and how
    many terms it has; term i's form f has the code ``start + i * n_forms[family] + f``. ``general``
    has both (families, 2) of the lists of all fields, size 0 if missing. ``n_themes`` is per field.
    """

    words: list[str]
    starts: npt.NDArray[np.int64]
    sizes: npt.NDArray[np.int64]
    general: npt.NDArray[np.int64]
    n_themes: npt.NDArray[np.int64]
    n_forms: npt.NDArray[np.int64]

    def spell(self, code: int) -> str:
        """Return the word of a code; codes above those of the lexicon are names (``name``)."""
        if code < len(self.words):
            return self.words[code]
        return name(code - len(self.words))


def read_vocabulary(field: str) -> Vocabulary:
    """Return the vocabulary of a field, as its file lists it."""
    path = FOLDER / f"{field.lower().replace(' ', '_')}.txt"
    verbs: tuple[str, ...] = ()
    themes: list[Theme] = []
    for line in filter(None, path.read_text(encoding="utf-8").splitlines()):
        if line.startswith("# "):
            themes.append(Theme(line[2:], {}))
            continue
        name, _, terms = line.partition(": ")
        if name == "verbs":
            verbs = tuple(terms.split(", "))
        else:
            themes[-1].terms[FAMILIES[name]] = tuple(terms.split(", "))
    return Vocabulary(verbs, tuple(themes))


@cache
def load_lexicon() -> Lexicon:
    """Return the lexicon of all fields."""
    vocabularies = [read_vocabulary(field) for field in FIELDS]
    n_themes = np.array([len(vocabulary.themes) for vocabulary in vocabularies])
    shape = (len(FIELDS), int(n_themes.max()), len(Family))
    starts = np.zeros(shape, dtype=np.int64)
    sizes = np.zeros(shape, dtype=np.int64)
    general = np.zeros((len(Family), 2), dtype=np.int64)
    words: list[str] = []

    def append(family: Family, terms: tuple[str, ...]) -> tuple[int, int]:
        """Add all forms of terms to ``words``; return the first place, and how many terms."""
        start = len(words)
        for term in terms:
            for form in FORMS.get(family, (str,)):
                words.append(form(term))
        return start, len(terms)

    general_terms = {**GENERAL, Family.PERCENT: _PERCENTS, Family.COUNT: _COUNTS}
    for family, terms in general_terms.items():
        general[family] = append(family, terms)

    for field, vocabulary in enumerate(vocabularies):
        actions = append(Family.ACTION, vocabulary.verbs)
        for number, theme in enumerate(vocabulary.themes):
            lists = {family: append(family, terms) for family, terms in theme.terms.items()}
            lists[Family.ACTION] = actions  # verbs are those of the field
            for family, (start, size) in lists.items():
                starts[field, number, family] = start
                sizes[field, number, family] = size

    n_forms = np.array([len(FORMS.get(family, (str,))) for family in Family])
    return Lexicon(words, starts, sizes, general, n_themes, n_forms)


@lru_cache(maxsize=1_000_000)
def name(number: int) -> str:
    """Return the name, such as that of a person or a place, of a number from 0 on."""
    left, ending = divmod(number, len(_NAME_ENDINGS))
    left, start = divmod(left, len(_STARTS))
    left, vowel = divmod(left, len(_VOWELS))
    left, middle = divmod(left, len(_MIDDLES))
    spelled = _STARTS[start] + _VOWELS[vowel] + _MIDDLES[middle]
    while left:
        left, vowel = divmod(left - 1, len(_VOWELS))
        left, middle = divmod(left, len(_MIDDLES))
        spelled += _VOWELS[vowel] + _MIDDLES[middle]
    return (spelled + _NAME_ENDINGS[ending]).capitalize()

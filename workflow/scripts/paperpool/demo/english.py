"""Forms of English words, as far as the words of the demo corpus need them (english.yaml)."""

import re
from pathlib import Path

import yaml

_FORMS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))
_PLURALS, _PASTS, _DOUBLED = (_FORMS[name] for name in ("plurals", "pasts", "doubled"))
_SPOKEN_WITH_VOWEL = re.compile(r"[AEFHILMNORSX](?:[A-Z0-9]|-|$)|m[A-Z]")
"""An abbreviation whose first letter is read with a vowel before it: "an NMR"."""
_SPOKEN_WITH_CONSONANT = re.compile(r"uni(?!n|m)|use|util|ubiq|eu|one|once|u-", re.IGNORECASE)
"""A vowel that is read as "you" or "one"."""
_SILENT_H = ("hour", "honest", "heir", "honour")


def pluralise(noun: str) -> str:
    """Return the plural of a countable noun or of a phrase that ends in one."""
    if noun in _PLURALS:
        return _PLURALS[noun]
    *before, last = noun.split(" ")
    if before:
        return " ".join([*before, pluralise(last)])
    if noun.endswith("man") and noun not in ("shaman", "human", "German", "Roman"):
        return noun[:-3] + "men"
    if noun.endswith("y") and noun[-2] not in "aeiou":
        return noun[:-1] + "ies"
    return noun + ("es" if noun.endswith(("x", "s", "ch", "sh", "z")) else "s")


def with_article(phrase: str) -> str:
    """Return a phrase after "a" or "an", as its first sound asks for."""
    if _SPOKEN_WITH_VOWEL.match(phrase) or phrase.startswith(_SILENT_H):
        return f"an {phrase}"
    starts_with_vowel = phrase[0] in "aeiouAEIOU" and not _SPOKEN_WITH_CONSONANT.match(phrase)
    return f"an {phrase}" if starts_with_vowel else f"a {phrase}"


def third_person(verb: str) -> str:
    """Return the form of the present tense that follows "it"."""
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + ("es" if verb.endswith(("s", "x", "ch", "sh", "z", "o")) else "s")


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
    return verb + verb[-1] if verb in _DOUBLED else verb

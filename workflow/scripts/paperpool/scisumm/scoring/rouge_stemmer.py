"""The stemmer of ROUGE-1.5.5: Porter's of 1980 with the changes of its package.

Rules are those of Porter's later version ("possibly" ends in -ble, "technology" in -log), except
for step 4: -ment and -ent are tried in turn after the other endings, and -ion without -ent. So
"agreement", which may not lose -ement, becomes "agreem", and "governmental" loses -al, then -ment.

The measure of a stem is the number of its runs of vowels that are followed by consonants. A y is a
vowel after a consonant; any character that is no letter is a consonant.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

_SHORT = re.compile(r"[^aeiou][^aeiouy]*[aeiouy][^aeiouwxy]")
"""A stem of one syllable with a short vowel: it keeps an e, or regains one ("filing": file)."""

_DOUBLE = re.compile(r"([^aeiouylsz])\1$")

_SECOND = {
    **{"ational": "ate", "tional": "tion", "enci": "ence", "anci": "ance", "izer": "ize"},
    **{"bli": "ble", "alli": "al", "entli": "ent", "eli": "e", "ousli": "ous", "ization": "ize"},
    **{"ation": "ate", "ator": "ate", "alism": "al", "iveness": "ive", "fulness": "ful"},
    **{"ousness": "ous", "aliti": "al", "iviti": "ive", "biliti": "ble", "logi": "log"},
}
_THIRD = {
    **{"icate": "ic", "ative": "", "alize": "al", "iciti": "ic", "ical": "ic"},
    **{"ful": "", "ness": ""},
}
_FOURTH: dict[str, str] = dict.fromkeys(
    "al ance ence er ic able ible ant ement ou ism ate iti ous ive ize".split(), ""
)
"""The endings of each step, and their replacements."""


@lru_cache(maxsize=1 << 16)
def stem(word: str) -> str:
    """Return the stem of a lower-cased word.

    >>> stem("agreement")
    'agreem'
    """
    if len(word) < 3:
        return word
    first = word[0]
    if first == "y":
        word = "Y" + word[1:]  # a consonant
    word = _strip_verb(_strip_plural(word))
    if word.endswith("y") and "v" in _form(word[:-1]):
        word = word[:-1] + "i"
    word = _replace(word, _SECOND, 1)
    word = _replace(word, _THIRD, 1)
    word = _replace(word, _FOURTH, 2)
    word = _replace(word, {"ment": ""}, 2)
    others: dict[str, str] = {"ent": ""} if word.endswith("ent") else {"sion": "s", "tion": "t"}
    return first + _strip_e(_replace(word, others, 2))[1:]


def _form(text: str) -> str:
    """Return a v for each vowel and a c for each consonant."""
    form = ""
    for letter in text:
        form += "v" if letter in "aeiou" or (letter == "y" and form.endswith("c")) else "c"
    return form


def _measure(text: str) -> int:
    return _form(text).count("vc")


def _replace(word: str, endings: Mapping[str, str], measure: int) -> str:
    """Replace the longest matching ending if the rest has at least the measure."""
    ending = max((ending for ending in endings if word.endswith(ending)), key=len, default=None)
    if ending is None:
        return word
    replaced = word.removesuffix(ending) + endings[ending]
    # the s or t before -ion is measured, too
    measured = replaced if ending in ("sion", "tion") else word.removesuffix(ending)
    return replaced if _measure(measured) >= measure else word


def _strip_plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    return word[:-1] if re.search("[^s]s$", word) else word


def _strip_verb(word: str) -> str:
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    left = re.sub("(?:ed|ing)$", "", word)
    if left == word or "v" not in _form(left):
        return word
    if left.endswith(("at", "bl", "iz")) or _SHORT.fullmatch(left):
        return f"{left}e"
    return left[:-1] if _DOUBLE.search(left) else left


def _strip_e(word: str) -> str:
    """Drop a last e if the stem allows, and one of two last l."""
    left = word.removesuffix("e")
    if left != word and (
        _measure(left) > 1 or (_measure(left) == 1 and not _SHORT.fullmatch(left))
    ):
        word = left
    return word[:-1] if word.endswith("ll") and _measure(word) > 1 else word

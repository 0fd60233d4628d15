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
    "ational": "ate",
    "tional": "tion",
    "enci": "ence",
    "anci": "ance",
    "izer": "ize",
    "bli": "ble",
    "alli": "al",
    "entli": "ent",
    "eli": "e",
    "ousli": "ous",
    "ization": "ize",
    "ation": "ate",
    "ator": "ate",
    "alism": "al",
    "iveness": "ive",
    "fulness": "ful",
    "ousness": "ous",
    "aliti": "al",
    "iviti": "ive",
    "biliti": "ble",
    "logi": "log",
}
_THIRD = {
    "icate": "ic",
    "ative": "",
    "alize": "al",
    "iciti": "ic",
    "ical": "ic",
    "ful": "",
    "ness": "",
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

    # step 1: plurals and forms of verbs, and a last y
    word = _strip_plural(word)
    word = _strip_verb(word)
    if word.endswith("y") and "v" in _form(word[:-1]):
        word = word[:-1] + "i"

    # steps 2 to 4: endings; as the package has it, -ment, and then -ent or else -ion, come last
    word = _replace(word, _SECOND, 1)
    word = _replace(word, _THIRD, 1)
    word = _replace(word, _FOURTH, 2)
    word = _replace(word, {"ment": ""}, 2)
    if word.endswith("ent"):
        word = _replace(word, {"ent": ""}, 2)
    else:
        word = _replace(word, {"sion": "s", "tion": "t"}, 2)

    # step 5: a last e, and one of two last l
    word = _strip_e(word)
    return first + word[1:]


def _form(text: str) -> str:
    """Return a v for each vowel and a c for each consonant."""
    form = ""
    for letter in text:
        is_vowel = letter in "aeiou" or (letter == "y" and form.endswith("c"))
        form += "v" if is_vowel else "c"
    return form


def _measure(text: str) -> int:
    return _form(text).count("vc")


def _replace(word: str, endings: Mapping[str, str], measure: int) -> str:
    """Replace the longest matching ending if the stem before it has at least the measure."""
    ending = max((ending for ending in endings if word.endswith(ending)), key=len, default=None)
    if ending is None:
        return word
    before = word.removesuffix(ending)
    replaced = before + endings[ending]
    # the s or t before -ion is measured, too
    measured = replaced if ending in ("sion", "tion") else before
    if _measure(measured) < measure:
        return word
    return replaced


def _strip_plural(word: str) -> str:
    if word.endswith(("sses", "ies")):
        return word[:-2]
    if re.search("[^s]s$", word):
        return word[:-1]
    return word


def _strip_verb(word: str) -> str:
    """Drop -ed and -ing after a vowel, and let the stem end as a word does."""
    if word.endswith("eed"):
        return word[:-1] if _measure(word[:-3]) else word
    left = re.sub("(?:ed|ing)$", "", word)
    if left == word or "v" not in _form(left):
        return word
    if left.endswith(("at", "bl", "iz")) or _SHORT.fullmatch(left):
        return f"{left}e"
    if _DOUBLE.search(left):
        return left[:-1]
    return left


def _strip_e(word: str) -> str:
    """Drop a last e if the stem allows, and one of two last l."""
    left = word.removesuffix("e")
    if left != word:
        measure = _measure(left)
        if measure > 1 or (measure == 1 and not _SHORT.fullmatch(left)):
            word = left
    if word.endswith("ll") and _measure(word) > 1:
        word = word[:-1]
    return word

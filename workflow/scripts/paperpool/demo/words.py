"""The words of the demo corpus: invented ones without end, and an English core.

An invented word is named by a number; small numbers make short words. Topics draw the numbers of
their words with a density of about 1 / number, so a few words are shared by many topics and most
belong to one (Zipf's law), and larger corpora, which have more topics, have more words (Heaps').
"""

from __future__ import annotations

import enum

import numpy as np

from paperpool.demo.fields import TERMS


class Kind(enum.IntEnum):
    """What a slot of a phrase takes."""

    NOUN = 0
    PLURAL = 1
    ADJECTIVE = 2
    VERB = 3
    NUMBER = 4


class Origin(enum.IntEnum):
    """Where a word comes from."""

    INVENTED = 0
    GENERAL = 1
    FIELD = 2


GENERAL: dict[Kind, tuple[str, ...]] = {
    Kind.NOUN: tuple(
        "model method system analysis framework structure approach process measure design theory "
        "pattern response context source signal component property scheme procedure factor "
        "variable estimate relation condition mechanism representation distribution resource "
        "baseline criterion instrument constraint environment boundary sequence strategy profile "
        "function interaction survey threshold sample hypothesis perspective".split()
    ),
    Kind.ADJECTIVE: tuple(
        "large local general complex common simple joint robust standard direct linear global "
        "explicit stable latent partial novel dynamic sparse relative reliable broad uniform "
        "structural adaptive regional hidden discrete typical marginal external".split()
    ),
    Kind.VERB: tuple(
        "describe estimate compare predict control improve measure identify explain combine "
        "extend reduce support select recover represent evaluate detect".split()
    ),
}
"""English words that any paper may use, most frequent first."""

_IRREGULAR = {
    "analysis": "analyses",
    "hypothesis": "hypotheses",
    "criterion": "criteria",
    "property": "properties",
    "strategy": "strategies",
    "boundary": "boundaries",
    "theory": "theories",
    "process": "processes",
    "city": "cities",
    "colony": "colonies",
    "dynasty": "dynasties",
    "therapy": "therapies",
    "gallery": "galleries",
    "party": "parties",
    "family": "families",
    "community": "communities",
    "memory": "memories",
    "melody": "melodies",
    "stimulus": "stimuli",
    "species": "species",
    "stratum": "strata",
    "tax": "taxes",
    "currency": "currencies",
    "subsidy": "subsidies",
    "treaty": "treaties",
    "query": "queries",
}

_CONSONANTS = ("b", "d", "f", "g", "k", "l", "m", "n", "p", "r", "s", "t", "v", "z", "tr", "st")
_SYLLABLES = tuple(c + v for c in _CONSONANTS for v in "aeiou")
_PAIRS = tuple(first + second for first in _SYLLABLES for second in _SYLLABLES)
_STRIDE = 2531  # coprime to 80, so that neighbouring numbers look unlike and none collide
_STEM_SIZES = tuple((len(_SYLLABLES) ** size, size) for size in range(2, 7))
_NOUN_ENDINGS = ("n", "l", "r", "tion", "ment", "x", "nt", "cor", "dine", "lith")
_ENDINGS: tuple[tuple[str, ...], ...] = (  # by Kind
    _NOUN_ENDINGS,
    tuple(ending + ("es" if ending == "x" else "s") for ending in _NOUN_ENDINGS),
    ("nic", "ral", "sive", "tal", "dous", "lar"),
    ("nize", "rate", "lify", "late"),
)


def invent(number: int, kind: int) -> str:
    """Return the pronounceable word of a number (0 to 80**6 - 1); kinds share the stem."""
    limit, size = next(pair for pair in _STEM_SIZES if number < pair[0])
    rest = number * _STRIDE % limit
    stem = ""
    if size % 2:
        rest, last = divmod(rest, len(_SYLLABLES))
        stem = _SYLLABLES[last]
    for _ in range(size // 2):
        rest, pair = divmod(rest, len(_PAIRS))
        stem += _PAIRS[pair]
    endings = _ENDINGS[kind]
    return stem + endings[number % len(endings)]


def pluralise(noun: str) -> str:
    """Return the plural of an English noun of the demo corpus."""
    if noun in _IRREGULAR:
        return _IRREGULAR[noun]
    return noun + ("es" if noun.endswith(("x", "s", "ch")) else "s")


FIELD_STRIDE = 64
"""A field's term is numbered by the field times this, plus its place."""

_KIND_BITS, _ORIGIN_BITS = 3, 2
_NUMBER, _INVENTED = int(Kind.NUMBER), int(Origin.INVENTED)


def word_codes(kind: np.ndarray, origin: np.ndarray, number: np.ndarray) -> np.ndarray:
    """Return one integer per word: what ``Vocabulary`` is looked up by."""
    return ((number << _ORIGIN_BITS | origin) << _KIND_BITS) | kind


class Vocabulary(dict[int, str]):
    """The words by their codes, spelled when they are first looked up."""

    max_words = 1_000_000

    def __missing__(self, code: int) -> str:
        if len(self) >= self.max_words:
            self.clear()
        word = self[code] = _spell(code)
        return word


def _spell(code: int) -> str:
    kind = code & (1 << _KIND_BITS) - 1
    origin = code >> _KIND_BITS & (1 << _ORIGIN_BITS) - 1
    number = code >> _KIND_BITS + _ORIGIN_BITS
    if kind == _NUMBER:
        return f"{number / 10:.1f}"
    if origin == _INVENTED:
        return invent(number, kind)
    if origin == Origin.FIELD:
        field, place = divmod(number, FIELD_STRIDE)
        word = TERMS[field][place]
    else:
        word = GENERAL[Kind.NOUN if kind == Kind.PLURAL else Kind(kind)][number]
    return pluralise(word) if kind == Kind.PLURAL else word

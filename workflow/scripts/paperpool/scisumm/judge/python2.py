"""The order in which a dictionary of Python 2 gives its keys.

The shared task's script joins the sentences of a row in that order before ROUGE counts their skip
bigrams, which depend on it: '90' and '91' come in another order than '9' and '10'. CPython 2.7 of
64 bits, without hash randomisation (its default).
"""

from __future__ import annotations

from collections.abc import Iterable

_MASK = (1 << 64) - 1

_SMALLEST = 8
"""Places of a new dictionary."""


def dict_order(keys: Iterable[str | int]) -> list[str | int]:
    """Return the distinct keys (ASCII strings or small integers) as ``dict.keys()`` would."""
    places: list[str | int | None] = [None] * _SMALLEST
    for n_used, key in enumerate(dict.fromkeys(keys), 1):
        _insert(places, key)
        if 3 * n_used >= 2 * len(places):  # two thirds full: at least four times as many as used
            larger: list[str | int | None] = [None] * _SMALLEST
            while len(larger) <= 4 * n_used:
                larger *= 2
            for placed in places:
                if placed is not None:
                    _insert(larger, placed)
            places = larger
    return [key for key in places if key is not None]


def _insert(places: list[str | int | None], key: str | int) -> None:
    """Put a key in the first free place of its probe sequence."""
    mask = len(places) - 1
    perturb = at = string_hash(key) if isinstance(key, str) else key & _MASK
    while places[at & mask] is not None:
        at = 5 * at + perturb + 1
        perturb >>= 5
    places[at & mask] = key


def string_hash(text: str) -> int:
    """Return Python 2's hash of an ASCII string, as an unsigned number of 64 bits."""
    if not text:
        return 0
    value = ord(text[0]) << 7
    for character in text:
        value = (1000003 * value) & _MASK ^ ord(character)
    value ^= len(text)
    return value if value != _MASK else _MASK - 1  # -1 means an error

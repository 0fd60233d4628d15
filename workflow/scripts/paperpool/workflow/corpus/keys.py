"""Keys that match a paper with itself under another id.

Two papers are twins when their normalised titles, or the first 200 normalised characters of their
abstracts, are equal. A key is a 64-bit hash of that text, so that keys of a whole corpus can be
compared in little memory; for 10^8 papers the expected number of chance collisions is below 10^-3.
"""

import re
import string
import unicodedata

from xxhash import xxh3_64_intdigest

ABSTRACT_CHARACTERS = 200

_NOT_ALPHANUMERIC = re.compile(r"[\W_]+")
_ASCII_LOWER = bytes.maketrans(string.ascii_uppercase.encode(), string.ascii_lowercase.encode())
_ASCII_OTHER = bytes(c for c in range(128) if not chr(c).isalnum())


def normalise_text(text: str) -> str:
    """Return ``text`` in Unicode form NFKC and lower case, with only its letters and digits."""
    if text.isascii():
        return text.encode().translate(_ASCII_LOWER, _ASCII_OTHER).decode()
    return _NOT_ALPHANUMERIC.sub("", unicodedata.normalize("NFKC", text).lower())


def title_key(title: str | None) -> int | None:
    """Return the key of a title (an unsigned 64-bit integer), or None if it is empty."""
    if not title:
        return None
    return _hash(normalise_text(title))


def abstract_key(abstract: str | None) -> int | None:
    """Return the key of an abstract's first 200 normalised characters, or None if it is empty."""
    if not abstract:
        return None
    text = normalise_text(abstract[: 2 * ABSTRACT_CHARACTERS])
    if len(text) <= ABSTRACT_CHARACTERS < len(abstract):
        text = normalise_text(abstract)
    return _hash(text[:ABSTRACT_CHARACTERS])


def _hash(text: str) -> int | None:
    return xxh3_64_intdigest(text.encode()) if text else None

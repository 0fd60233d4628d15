"""Keys that match a paper with itself under another id.

Two papers are twins when their normalised titles, or the first 200 normalised characters of their
abstracts, are equal. A key is a 64-bit hash of that text, so that keys of a whole corpus can be
compared in little memory; for 10^8 papers the expected number of chance collisions is below 10^-3.
"""

import re
import string
import unicodedata

import pyarrow as pa
import pyarrow.compute as pc
from xxhash import xxh3_64_intdigest

ABSTRACT_CHARACTERS = 200
_START = 288
"""Characters of an abstract that hold 200 letters and digits nearly always."""

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
    return _hash(normalise_text(title)) if title else None


def abstract_key(abstract: str | None) -> int | None:
    """Return the key of an abstract's first 200 normalised characters, or None if it is empty."""
    if not abstract:
        return None
    text = normalise_text(abstract[: 2 * ABSTRACT_CHARACTERS])
    if len(text) <= ABSTRACT_CHARACTERS < len(abstract):
        text = normalise_text(abstract)
    return _hash(text[:ABSTRACT_CHARACTERS])


def title_keys(titles: pa.StringArray) -> list[int | None]:
    """Return the ``title_key`` of each title."""
    return list(map(title_key, titles.to_pylist()))


def abstract_keys(abstracts: pa.StringArray) -> list[int | None]:
    """Return the ``abstract_key`` of each abstract; few need more of it than its start."""
    starts = pc.utf8_slice_codeunits(abstracts, 0, _START).to_pylist()
    return [
        _find_start_key(start) or abstract_key(abstracts[row].as_py()) if start else None
        for row, start in enumerate(starts)
    ]


def _find_start_key(start: str) -> int | None:
    """Return the key of an abstract that begins so, or None if the beginning does not decide it."""
    if not start.isascii():
        return None
    text = start.encode().translate(_ASCII_LOWER, _ASCII_OTHER)
    if len(text) <= ABSTRACT_CHARACTERS:
        return None
    return xxh3_64_intdigest(text[:ABSTRACT_CHARACTERS])


def _hash(text: str) -> int | None:
    return xxh3_64_intdigest(text.encode()) if text else None

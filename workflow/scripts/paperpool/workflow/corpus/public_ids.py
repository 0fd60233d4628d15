"""The ids that public sites give a paper, written alike, so that the same paper is found by them.

Sources: the DOI handbook, section 2 (a name is the same in upper and lower case); arXiv's
"Understanding the arXiv identifier" (both forms, versions, classes of the old form).
"""

import re
from collections.abc import Iterator, Mapping

DOI = "doi"
ARXIV = "arxiv_id"
ACL = "acl_id"

COLUMNS = (DOI, ARXIV, ACL)
"""The columns of papers, and the keys of a release's metadata, that hold them."""

_SITE = re.compile(r"(?:https?://)?(?:dx\.)?doi\.org/|doi:\s*|arxiv:\s*")
_VERSION = re.compile(r"v\d+$")
_CLASS = re.compile(r"\.[a-z]{2}(?=/)")
_OF_ARXIV = "10.48550/arxiv."
_NUMBER = re.compile(r"\d{3,4}\.\d+")
_MAG_DIGITS = 18
_FIVE_DIGITS_FROM = 1501


def list_public_ids(stated: Mapping[str, object] | None) -> Iterator[tuple[str, str]]:
    """Yield kind and normalised text of each id; ``stated`` is by ``COLUMNS``, only texts count."""
    for column in COLUMNS:
        value = (stated or {}).get(column)
        if not isinstance(value, str):
            continue
        text = _SITE.sub("", value.strip().lower(), count=1)
        if text and (column == ARXIV or text.startswith(_OF_ARXIV)):
            yield ARXIV, _write_arxiv_id(text)
        elif text:
            yield column, text


def read_mag_id(value: object) -> int | None:
    """Return a paper's number in the Microsoft Academic Graph (MAG), or None."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= _MAG_DIGITS:
        value = int(value)
    if type(value) is int and 0 < value < 10**_MAG_DIGITS:
        return value
    return None


def _write_arxiv_id(text: str) -> str:
    """Return an arXiv id without version and class of the old form, from its text or DOI."""
    restored = restore_arxiv_id(text.removeprefix(_OF_ARXIV)) or ""
    return _CLASS.sub("", _VERSION.sub("", restored))


def restore_arxiv_id(stored: str | None) -> str | None:
    """Return an arXiv id as it was, if a corpus has kept it as a number.

    Some copies of S2ORC have ``811.1974`` for 0811.1974, ``1911.0197100000003`` for 1911.01971.
    Numbers have five digits from 2015 on, four before.
    """
    if stored is None or not _NUMBER.fullmatch(stored):
        return stored
    month, number = stored.split(".")
    digits = 5 if int(month) >= _FIVE_DIGITS_FROM else 4
    return f"{int(month):04}.{round(float(f'0.{number}') * 10**digits):0{digits}}"

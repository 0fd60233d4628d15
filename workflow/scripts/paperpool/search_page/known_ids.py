"""The ids that public sites give a paper, read from what was typed or from an address.

Nothing is looked up elsewhere: an address is read as text. Sources: the DOI handbook, section 2
(a name is the same in upper and lower case); arXiv's "Understanding the arXiv identifier" (both
forms, versions, classes of the old form); the ACL Anthology's "Information for submitters" (both
forms).
"""

import math
import re
from dataclasses import dataclass
from urllib.parse import unquote

DOI, ARXIV, ACL, OWN = "doi", "arxiv_id", "acl_id", "paper_id"

ID_NAMES = {DOI: "DOI", ARXIV: "arXiv id", ACL: "ACL id", OWN: "Semantic Scholar id"}
"""What an id is called, by the column of the papers that holds it."""

_SITE = r"(?:https?://)?(?:www\.|dx\.|export\.|api\.)?"
_ARXIV = r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7,9})(?:v\d+)?"
_ACL = r"(?P<id>[a-z]\d{2}-\d{4,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)"
_END = r"(?:v\d+)?(?:\.pdf|\.bib)?/?(?:[?#].*)?"

_FORMS = [
    (column, re.compile(pattern, re.IGNORECASE))
    for column, pattern in (
        (DOI, rf"(?:{_SITE}doi\.org/|doi:\s*)?(?P<id>10\.\d{{4,9}}/\S+)"),
        (ARXIV, rf"(?:arxiv:\s*|{_SITE}arxiv\.org/(?:abs|pdf|html)/)?{_ARXIV}{_END}"),
        (ACL, rf"(?:acl:\s*|{_SITE}aclanthology\.org/)?{_ACL}{_END}"),
        (ACL, rf"{_SITE}aclweb\.org/anthology/(?:\S*/)?{_ACL}{_END}"),
        (OWN, rf"(?:{_SITE}semanticscholar\.org/)?corpus_?id:\s*(?P<id>\d+){_END}"),
        (OWN, rf"{_SITE}semanticscholar\.org/(?:\S*/)?(?P<id>[0-9a-f]{{40}}|\d+){_END}"),
    )
]

_DOIS_OF_SITES = [
    (ARXIV, re.compile(rf"10\.48550/arxiv\.{_ARXIV}", re.IGNORECASE)),
    (ACL, re.compile(rf"10\.(?:18653/v1|3115)/{_ACL}", re.IGNORECASE)),
]
"""The DOIs that arXiv and the Anthology make of their ids."""

_NUMBER = re.compile(r"\d{3,4}\.\d+")

_CLASS = re.compile(r"\.[a-z]{2}(?=/)", re.IGNORECASE)


@dataclass(frozen=True)
class KnownId:
    """An id that was typed. ``columns`` are (column, ids in lower case) that it may stand in."""

    kind: str
    text: str
    columns: tuple[tuple[str, tuple[str, ...]], ...]


def read_known_id(text: str) -> KnownId | None:
    """Return the public id that ``text`` is, with or without its site; None where it is none."""
    text = text.strip()
    for column, form in _FORMS:
        if match := form.fullmatch(unquote(text)):
            found = match["id"].rstrip(".,;")
            return KnownId(ID_NAMES[column], found, tuple(_places(column, found)))
    return None


def _places(column: str, found: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return where to look for an id: its column, and that of the site that made the DOI."""
    lower = found.lower()
    forms = (lower, _CLASS.sub("", lower))
    if column == ARXIV and _NUMBER.fullmatch(lower):
        forms = (lower, *_as_numbers(lower))
    places = [(column, tuple(dict.fromkeys(forms)))]
    if column == DOI:
        for other, form in _DOIS_OF_SITES:
            if match := form.fullmatch(found):
                places += _places(other, match["id"])
    return places


def _as_numbers(found: str) -> tuple[str, ...]:
    """Return how a corpus that takes an arXiv id for a number may have written it."""
    value = float(found)
    return tuple(map(repr, (value, math.nextafter(value, 0), math.nextafter(value, math.inf))))

"""Find the paper that a text names: by its id, another site's id, or its title.

Addresses are read as text, without requests. Sources: the DOI handbook, section 2 (case does not
count); arXiv's "Understanding the arXiv identifier" (both forms, versions, classes of the old
form); the ACL Anthology's "Information for submitters" (both forms).
"""

import math
import re
from dataclasses import dataclass
from urllib.parse import unquote

from paperpool.errors import Problem, UserError
from paperpool.extras.search_page.papers import Papers
from paperpool.extras.search_page.words import TitleSearch

DOI = "doi"
ARXIV = "arxiv_id"
ACL = "acl_id"
S2 = "paper_id"

ID_NAMES = {DOI: "DOI", ARXIV: "arXiv id", ACL: "ACL id", S2: "Semantic Scholar id"}
"""Names of ids for messages, by the column of the papers that holds them."""

_SITE = r"(?:https?://)?(?:www\.|dx\.|export\.|api\.)?"
_ARXIV = r"(?P<id>\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?/\d{7,9})(?:v\d+)?"
_ACL = r"(?P<id>[a-z]\d{2}-\d{4,5}|\d{4}\.[a-z0-9_]+-[a-z0-9_]+\.\d+)"
_END = r"(?:v\d+)?(?:\.pdf|\.bib)?/?(?:[?#].*)?"


def _form(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern, re.IGNORECASE)


_FORMS = [
    (DOI, _form(rf"(?:{_SITE}doi\.org/|doi:\s*)?(?P<id>10\.\d{{4,9}}/\S+)")),
    (ARXIV, _form(rf"(?:arxiv:\s*|{_SITE}arxiv\.org/(?:abs|pdf|html)/)?{_ARXIV}{_END}")),
    (ACL, _form(rf"(?:acl:\s*|{_SITE}aclanthology\.org/)?{_ACL}{_END}")),
    (ACL, _form(rf"{_SITE}aclweb\.org/anthology/(?:\S*/)?{_ACL}{_END}")),
    (S2, _form(rf"(?:{_SITE}semanticscholar\.org/)?corpus_?id:\s*(?P<id>\d+){_END}")),
    (S2, _form(rf"{_SITE}semanticscholar\.org/(?:\S*/)?(?P<id>[0-9a-f]{{40}}|\d+){_END}")),
]

_DOIS_OF_SITES = [
    (ARXIV, _form(rf"10\.48550/arxiv\.{_ARXIV}")),
    (ACL, _form(rf"10\.(?:18653/v1|3115)/{_ACL}")),
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
    """Return the public id in ``text``, with or without its site, if it is one."""
    text = text.strip()
    for column, form in _FORMS:
        match = form.fullmatch(unquote(text))
        if match:
            found = match["id"].rstrip(".,;")
            return KnownId(ID_NAMES[column], found, tuple(_places(column, found)))
    return None


def _places(column: str, found: str) -> list[tuple[str, tuple[str, ...]]]:
    """Return the columns and forms of an id, including those of the site that made a DOI."""
    lower = found.lower()
    if column == ARXIV and _NUMBER.fullmatch(lower):
        forms = [lower, *_as_numbers(lower)]
    else:
        forms = [lower, _CLASS.sub("", lower)]
    places = [(column, tuple(dict.fromkeys(forms)))]

    if column == DOI:
        for site_column, form in _DOIS_OF_SITES:
            match = form.fullmatch(found)
            if match:
                places += _places(site_column, match["id"])
    return places


def _as_numbers(found: str) -> tuple[str, ...]:
    """Return how a corpus that takes an arXiv id for a number may have written it."""
    value = float(found)
    below = math.nextafter(value, 0)
    above = math.nextafter(value, math.inf)
    return repr(value), repr(below), repr(above)


_SUGGESTIONS = 8


def find_paper(text: str, papers: Papers, titles: TitleSearch, run: str) -> int | list[int]:
    """Return the row of the paper that ``text`` names, else the rows of several possible ones.

    These share a public id, or have the most similar titles, compared as normalised
    (``corpus.keys``). Raises UserError, naming the run ``run``, if no paper is similar.
    """
    text = text.strip()
    place = f"run {run!r}"
    row = papers.ids.find(text)
    if row is not None:
        return row

    known = read_known_id(text)
    if known is not None:
        rows = _find_id(known, papers, place)
        if len(rows) == 1:
            return rows[0]
        return rows[:_SUGGESTIONS]

    same_title = papers.with_title(text)
    if len(same_title):
        return int(same_title[0])

    similar = titles.find(text, _SUGGESTIONS)
    if not similar:
        message = f"No paper has this id, and no title is like it: {text!r}."
        hint = (
            "Give a paper's id, its DOI, arXiv or ACL id, or words of its title, or paste "
            "title and abstract."
        )
        raise UserError(Problem(message, place, hint))
    return similar


def _find_id(known: KnownId, papers: Papers, place: str) -> list[int]:
    """Return the rows of the papers with a public id, ascending; UserError without any."""
    for column, ids in known.columns:
        rows = set(papers.rows([known.text, *ids]).tolist())
        if column != S2:
            rows.update(papers.with_value(column, ids))
        if rows:
            return sorted(rows)

    message = f"No paper of the run has this {known.kind}: {known.text!r}."
    hint = "Search by its title, or paste title and abstract."
    if not any(column == S2 or papers.has_any(column) for column, _ in known.columns):
        hint = f"The run knows no {known.kind} of any paper. {hint}"
    raise UserError(Problem(message, place, hint))

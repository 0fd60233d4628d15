"""Parse and check works of OpenAlex, of any release from 2022 on: JSON lines, or rows of Parquet.

Sources: github.com/ourresearch/openalex-walden, the code that writes the snapshot, for the form of
rows and the numbers that works have of the Microsoft Academic Graph (MAG).
"""

import re
from collections.abc import Mapping
from operator import itemgetter
from typing import Annotated, Any, Literal

from msgspec import Meta, MsgspecError, Struct, convert
from msgspec.json import Decoder

from paperpool.io.bad_rows import BadRow, replace_unstorable
from paperpool.io.json_lines import parse_values
from paperpool.workflow.corpus.inverted_index import Index, rebuild_abstract
from paperpool.workflow.corpus.openalex_marks import EXPANSION, PARATEXT, RETRACTED, WITHOUT_FIELD
from paperpool.workflow.corpus.row import MAX_YEAR, Row
from paperpool.workflow.corpus.typed_rows import decode_plain

Fields = Literal["concepts", "topics"]
"""The fields of study of a work: MAG's, its concepts of level 0, or those of its topics."""

_FIRST_OF_OPENALEX = 4_200_000_000
"""Works with a smaller number were in MAG, under that number."""

_SITE = "https://openalex.org/"
_MAG_NAMES = {
    "Computer science": "Computer Science",
    "Environmental science": "Environmental Science",
    "Materials science": "Materials Science",
    "Political science": "Political Science",
}
"""Names of concepts that MAG, and so S2ORC, spells otherwise."""

_ARXIV_PAGE = re.compile(r"https?://arxiv\.org/abs/(\S+?)(?:v\d+)?", re.IGNORECASE)
_ARXIV_DOI = re.compile(r"10\.48550/arxiv\.(\S+)", re.IGNORECASE)
_DOI_SITE = "https://doi.org/"

_IDS = re.compile(r"W[0-9]{1,18}(?:\nW[0-9]{1,18})*", re.ASCII)


class _Named(Struct, gc=False):
    display_name: str | None = None


class _Concept(Struct, gc=False):
    display_name: str | None = None
    level: Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] | None = None
    score: float | str | None = None  # text in 2022 and 2023


class _Topic(Struct, gc=False):
    display_name: str | None = None
    subfield: _Named | None = None
    field: _Named | None = None


class _Location(Struct, gc=False):
    source: _Named | None = None
    raw_source_name: str | None = None
    landing_page_url: str | None = None


class _Work(Struct, gc=False):
    id: str
    doi: str | None
    title: str | None
    publication_year: Annotated[int, Meta(ge=0, le=MAX_YEAR)] | None
    type: str | None
    referenced_works: list[str] | None
    cited_by_count: Annotated[int, Meta(ge=0, lt=2**31)]
    abstract_inverted_index: Index | str | None
    concepts: list[_Concept] | None = None
    topics: list[_Topic] | None = None
    primary_location: _Location | None = None
    locations: list[_Location] | None = None
    is_retracted: bool | None = None
    is_xpac: bool | None = None
    language: str | None = None


KEYS = tuple(_Work.__struct_fields__)
"""The keys that are read."""

REQUIRED = KEYS[: -len(_Work.__struct_defaults__)]
"""Those that a row must have."""


_get_required = itemgetter(*REQUIRED)
_decode_lines = Decoder(_Work).decode_lines


def parse_work(data: bytes, fields: Fields = "concepts") -> Row:
    """Return the row that the bytes of one line hold, or raise ``BadRow``."""
    (record,), is_clean = parse_values(data, lambda record: (record,))
    return make_row(record if is_clean else replace_unstorable(record), fields)


def parse_piece(data: bytes, fields: Fields = "concepts") -> list[Any] | None:
    """Return the columns of ``typed_rows.parse_piece``, or None if a line needs the slow path."""
    works = decode_plain(data, _decode_lines)
    if works is None:
        return None
    try:
        rows = [_make_row(work, fields) for work in works]
    except BadRow:
        return None
    return list(zip(*rows, strict=True))


def make_row(record: Mapping[str, object], fields: Fields) -> Row:
    """Return the row that a work's values by key make, or raise ``BadRow``."""
    try:
        _get_required(record)
        return _make_row(convert(record, _Work), fields)
    except KeyError as error:
        raise BadRow("missing_key", error.args[0]) from None
    except (MsgspecError, RecursionError):
        raise BadRow("wrong_type") from None


def _make_row(work: _Work, fields: Fields) -> Row:
    """Return a work as a row of the corpus; its id is that of OpenAlex, ``W`` and a number."""
    names = _read_concepts(work) if fields == "concepts" else _read_topics(work)
    abstract, marks_of_abstract = rebuild_abstract(work.abstract_inverted_index)

    marks = []
    if work.is_retracted:
        marks.append(RETRACTED)
    if work.type == PARATEXT:
        marks.append(PARATEXT)
    if work.is_xpac:
        marks.append(EXPANSION)
    if not names:
        marks.append(WITHOUT_FIELD)
    marks += marks_of_abstract

    doi = None
    if work.doi:
        doi = work.doi.removeprefix(_DOI_SITE)
    [paper_id] = _read_ids([work.id])
    number = int(paper_id.removeprefix("W"))
    return Row(
        paper_id,
        title=_replace_nul(work.title),
        abstract=abstract,
        year=work.publication_year,
        fields=names,
        arxiv_id=_replace_nul(_find_arxiv_id(work, doi)),
        acl_id=None,
        doi=_replace_nul(doi),
        venue=_replace_nul(_read_venue(work)),
        outbound=_read_ids(work.referenced_works or []),
        inbound=range(work.cited_by_count),
        marks=marks,
        mag_id=number if number < _FIRST_OF_OPENALEX else None,
        language=_replace_nul(work.language) or None,
        types=[_replace_nul(work.type)] if work.type else None,
        topics=_list_topics(work),
        sources=_list_sources(work),
    )


def _read_ids(urls: list[str]) -> list[str]:
    """Return the ids of works, ``W`` and a number, that stand in their addresses."""
    if not urls:
        return []
    # one search in the joined text is quicker than one for each address
    text = "\n".join(urls).replace(_SITE, "")
    ids = text.split("\n")
    if len(ids) != len(urls) or not _IDS.fullmatch(text):
        raise BadRow("wrong_type")
    return ids


def _read_concepts(work: _Work) -> list[str]:
    """Return level-0 concepts with a score above 0 (ten are always listed), in MAG's spelling."""
    names: dict[str, None] = {}
    for concept in work.concepts or ():
        name = concept.display_name
        if concept.level == 0 and name and _is_positive(concept.score):
            names[_replace_nul(_MAG_NAMES.get(name, name))] = None
    return list(names)


def _is_positive(score: float | str | None) -> bool:
    try:
        return score is not None and float(score) > 0
    except ValueError:
        raise BadRow("wrong_type") from None


def _read_topics(work: _Work) -> list[str]:
    """Return the fields of a work's topics, each once, the best topic's first."""
    names: dict[str, None] = {}
    for topic in work.topics or ():
        if topic.field and topic.field.display_name:
            names[_replace_nul(topic.field.display_name)] = None
    return list(names)


def _list_topics(work: _Work) -> list[str] | None:
    """Return the topics of a work, then their subfields, each once; None without any."""
    names: dict[str, None] = {}
    for topic in work.topics or ():
        if topic.display_name:
            names[_replace_nul(topic.display_name)] = None
    for topic in work.topics or ():
        if topic.subfield and topic.subfield.display_name:
            names[_replace_nul(topic.subfield.display_name)] = None
    return list(names) or None


def _list_sources(work: _Work) -> list[str] | None:
    """Return the names of the sources at a work's further places, each once; None without any."""
    names: dict[str, None] = {}
    for place in work.locations or ():
        if place.source and place.source.display_name:
            names[_replace_nul(place.source.display_name)] = None
    return list(names) or None


def _read_venue(work: _Work) -> str | None:
    place = work.primary_location
    if place is None:
        return None
    if place.source and place.source.display_name:
        return place.source.display_name
    return place.raw_source_name or None


def _find_arxiv_id(work: _Work, doi: str | None) -> str | None:
    """Return a work's arXiv id without its version: that of a page, else that in the DOI."""
    for place in (work.primary_location, *(work.locations or ())):
        if place and place.landing_page_url:
            found = _ARXIV_PAGE.fullmatch(place.landing_page_url)
            if found:
                return found[1]

    if doi:
        found = _ARXIV_DOI.fullmatch(doi)
        if found:
            return found[1]
    return None


def _replace_nul(text: Any) -> Any:
    """Return a text with a space in place of each NUL, as it can be stored."""
    if text and "\0" in text:
        return text.replace("\0", " ")
    return text

"""Parse and check one row of S2ORC metadata (release 20200705v1, one JSON object a line)."""

from collections.abc import Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from paperpool.corpus.public_ids import read_mag_id
from paperpool.io.json_lines import BadRow, parse_values, replace_unstorable

KEYS = (
    "paper_id",
    "title",
    "abstract",
    "year",
    "mag_field_of_study",
    "arxiv_id",
    "acl_id",
    "doi",
    "outbound_citations",
    "inbound_citations",
)
"""The keys a row must have; of others, ``venue``, ``journal`` and ``mag_id`` alone are read."""

MAX_YEAR = 9999

_CITATIONS = KEYS.index("outbound_citations")
_get_required = itemgetter(*KEYS)
_STRING = {str}
_STRING_OR_NULL = {str, type(None)}


class Row(NamedTuple):
    """A readable row: the values of ``KEYS``, and the paper's venue.

    ``sentences`` and ``labels`` (``facets.LABELS``) are the abstract's if the format has them,
    ``marks`` an OpenAlex work's. Only the number of ``inbound`` counts.
    """

    paper_id: str
    title: str | None
    abstract: str | None
    year: int | None
    fields: list[str] | None
    arxiv_id: str | None
    acl_id: str | None
    doi: str | None
    venue: str | None
    outbound: list[str]
    inbound: Sequence[Any]
    sentences: list[str] | None = None
    labels: list[str] | None = None
    marks: list[str] | None = None
    mag_id: int | None = None


def parse_row(data: bytes) -> Row:
    """Return the row of a line, or raise ``BadRow``; lone surrogates become U+FFFD, NULs spaces."""
    values, is_clean = parse_values(data, _get_values)
    row = Row._make(values if is_clean else map(replace_unstorable, values))
    if not _is_readable(row):
        raise BadRow("wrong_type")
    return row


def choose_venue(venue: Any, journal: Any) -> Any:
    """Return the venue, or else the journal, or None."""
    chosen = journal if venue is None or venue == "" else venue
    return None if chosen == "" else chosen


def _get_values(record: dict[str, Any]) -> tuple[Any, ...]:
    """Return the values of ``Row``; Raises KeyError if a key is missing."""
    values = _get_required(record)
    venue = choose_venue(record.get("venue"), record.get("journal"))
    mag_id = read_mag_id(record.get("mag_id"))
    return (*values[:_CITATIONS], venue, *values[_CITATIONS:], None, None, None, mag_id)


def _is_readable(row: Row) -> bool:
    """Return whether every value has the type that its key asks for."""
    texts = (row.title, row.abstract, row.arxiv_id, row.acl_id, row.doi, row.venue)
    return (
        type(row.paper_id) is str
        and row.paper_id != ""
        and _STRING_OR_NULL.issuperset(map(type, texts))
        and (row.year is None or (type(row.year) is int and 0 <= row.year <= MAX_YEAR))
        and (row.fields is None or _is_list_of_strings(row.fields))
        and _is_list_of_ids(row.outbound)
        and _is_list_of_ids(row.inbound)
    )


def _is_list_of_strings(value: Any) -> bool:
    return type(value) is list and _STRING.issuperset(map(type, value))


def _is_list_of_ids(value: Any) -> bool:
    return _is_list_of_strings(value) and "" not in value

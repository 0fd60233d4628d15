"""Parse and check one row of S2ORC metadata (release 20200705v1, one JSON object a line)."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from itertools import chain, repeat
from operator import itemgetter
from typing import Any, NamedTuple

import orjson

from paperpool.json_rows import NUL_ESCAPE, BadRow, parse_values, replace_unstorable

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
"""The keys a row must have; of others, ``venue`` and ``journal`` alone are read."""

MAX_YEAR = 9999

_CITATIONS = KEYS.index("outbound_citations")
_get_required = itemgetter(*KEYS)
_STRING, _LIST = {str}, {list}
_STRING_OR_NULL, _INTEGER_OR_NULL, _LIST_OR_NULL = ({one, type(None)} for one in (str, int, list))


class Row(NamedTuple):
    """A readable row: the values of ``KEYS``, and where the paper was published.

    ``sentences`` and ``labels`` (of ``facets.LABELS``) are those of the abstract where the format
    has them.
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
    inbound: list[str]
    sentences: list[str] | None = None
    labels: list[str] | None = None


def parse_row(data: bytes) -> Row:
    """Return the row that the bytes of one line hold, or raise ``BadRow``.

    Lone surrogates in escaped text become U+FFFD and NUL characters a space; such rows are kept.
    """
    values, is_clean = parse_values(data, _get_values)
    return _check_types(values if is_clean else tuple(map(replace_unstorable, values)))


def choose_venue(venue: Any, journal: Any) -> Any:
    """Return the venue, or where a row has none, the journal; None where it has neither."""
    chosen = journal if venue is None or venue == "" else venue
    return None if chosen == "" else chosen


def _get_values(record: dict[str, Any]) -> tuple[Any, ...]:
    """Return the values of ``Row``; raises KeyError where a key is missing."""
    values = _get_required(record)
    venue = choose_venue(record.get("venue"), record.get("journal"))
    return (*values[:_CITATIONS], venue, *values[_CITATIONS:], None, None)


def parse_rows(lines: Sequence[bytes]) -> list[tuple[Any, ...]] | None:
    """Return the rows of ``lines`` at once, or None where any needs a look of its own.

    Then ``parse_row`` gives each line's row or what is wrong with it. Rows are plain tuples of
    the values of ``Row``.
    """
    if any(map(operator.contains, lines, repeat(NUL_ESCAPE))):
        return None
    try:
        values = list(map(_get_values, map(orjson.loads, lines)))
    except (orjson.JSONDecodeError, KeyError, TypeError):  # TypeError: no object, but a list
        return None
    return values if values and _are_readable(values) else None


def _check_types(values: tuple[Any, ...]) -> Row:
    if not _are_readable([values]):
        raise BadRow("wrong_type")
    return Row._make(values)


def _are_readable(values: list[tuple[Any, ...]]) -> bool:
    """Say whether every value of every row has the type that its key asks for."""
    columns = Row(*zip(*values, strict=True))
    texts = (
        *(columns.title, columns.abstract, columns.arxiv_id, columns.acl_id),
        *(columns.doi, columns.venue),
    )
    return (
        _STRING.issuperset(map(type, columns.paper_id))
        and "" not in columns.paper_id
        and all(_STRING_OR_NULL.issuperset(map(type, column)) for column in texts)
        and _INTEGER_OR_NULL.issuperset(map(type, columns.year))
        and all(0 <= year <= MAX_YEAR for year in columns.year if year is not None)
        and _LIST_OR_NULL.issuperset(map(type, columns.fields))
        and _STRING.issuperset(map(type, chain.from_iterable(filter(None, columns.fields))))
        and _are_lists_of_ids(columns.outbound)
        and _are_lists_of_ids(columns.inbound)
    )


def _are_lists_of_ids(column: Sequence[Any]) -> bool:
    return (
        _LIST.issuperset(map(type, column))
        and _STRING.issuperset(map(type, chain.from_iterable(column)))
        and "" not in chain.from_iterable(column)
    )

"""Parse and check one row of S2ORC metadata (release 20200705v1, one JSON object a line).

What holds for the rows of any format stands here too: the reasons to refuse one, and the JSON.
"""

from __future__ import annotations

import json
import operator
import re
from collections.abc import Callable, Mapping, Sequence
from itertools import chain, repeat
from operator import itemgetter
from typing import Any, NamedTuple, NoReturn

import orjson

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

REASONS = (
    "truncated",
    "invalid_json",
    "invalid_utf8",
    "not_an_object",
    "missing_key",
    "wrong_type",
    "duplicate_id",
    "too_large",
)
"""Every quarantine reason, in the order in which summaries list them."""

_CITATIONS = KEYS.index("outbound_citations")
_get_required = itemgetter(*KEYS)
_SURROGATE = re.compile("[\ud800-\udfff]")
_NUL_ESCAPE = b"\\u0000"
_STRING, _LIST = {str}, {list}
_STRING_OR_NULL, _INTEGER_OR_NULL, _LIST_OR_NULL = ({one, type(None)} for one in (str, int, list))


class Row(NamedTuple):
    """A readable row: the values of ``KEYS``, and where the paper was published."""

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


class BadRow(ValueError):
    """A row that cannot be used; ``reason`` is one of ``REASONS``."""

    def __init__(self, reason: str):
        self.reason = reason
        super().__init__(reason)


def parse_row(data: bytes) -> Row:
    """Return the row that the bytes of one line hold, or raise ``BadRow``.

    Lone surrogates in escaped text become U+FFFD and NUL characters a space; such rows are kept.
    """
    values, is_clean = parse_values(data, _get_values)
    return _check_types(values if is_clean else tuple(map(replace_unstorable, values)))


def parse_values(
    data: bytes, get_values: Callable[[dict[str, Any]], tuple[Any, ...]]
) -> tuple[tuple[Any, ...], bool]:
    """Return what ``get_values`` finds in the JSON object of one line, or raise ``BadRow``.

    The second value says whether the texts can be stored as they are; where it is False each is
    to go through ``replace_unstorable``. ``get_values`` raises KeyError where a key is missing.
    """
    is_clean = _NUL_ESCAPE not in data
    try:
        record = orjson.loads(data)
    except orjson.JSONDecodeError:
        record = _parse_leniently(data)
        is_clean = False
    if type(record) is not dict:
        raise BadRow("not_an_object")
    try:
        return get_values(record), is_clean
    except KeyError:
        raise BadRow("missing_key") from None


def choose_venue(venue: Any, journal: Any) -> Any:
    """Return the venue, or where a row has none, the journal; None where it has neither."""
    chosen = journal if venue is None or venue == "" else venue
    return None if chosen == "" else chosen


def _get_values(record: dict[str, Any]) -> tuple[Any, ...]:
    """Return the values of ``Row``; raises KeyError where a key is missing."""
    values = _get_required(record)
    venue = choose_venue(record.get("venue"), record.get("journal"))
    return (*values[:_CITATIONS], venue, *values[_CITATIONS:])


def parse_rows(lines: Sequence[bytes]) -> list[tuple[Any, ...]] | None:
    """Return the rows of ``lines`` at once, or None where any needs a look of its own.

    Then ``parse_row`` gives each line's row or what is wrong with it. Rows are plain tuples of
    the values of ``Row``.
    """
    if any(map(operator.contains, lines, repeat(_NUL_ESCAPE))):
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
        and all(0 <= year <= 9999 for year in columns.year if year is not None)
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


def _parse_leniently(data: bytes) -> Any:
    """Parse what orjson refuses but JSON allows (lone surrogates), or raise ``BadRow``."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadRow("invalid_utf8") from None
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):  # ValueError: not JSON, or an integer too long to convert
        raise BadRow("invalid_json") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON value")


def replace_unstorable(value: Any) -> Any:
    """Replace lone surrogates by U+FFFD and NUL by a space in a string or a list of strings."""
    if isinstance(value, str):
        return _SURROGATE.sub("\ufffd", value).replace("\0", " ")
    if isinstance(value, list):
        return [replace_unstorable(one) if isinstance(one, str) else one for one in value]
    return value


def order_reasons(counts: Mapping[str, int]) -> dict[str, int]:
    """Return the quarantine reasons that occurred, in the order of ``REASONS``."""
    return {reason: counts[reason] for reason in REASONS if counts.get(reason)}

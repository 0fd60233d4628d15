"""Parse and check one row of S2ORC metadata (release 20200705v1, one JSON object a line)."""

from operator import itemgetter
from typing import Annotated, Any

from msgspec import UNSET, Meta, MsgspecError, Struct, UnsetType, convert, field, structs

from paperpool.io.bad_rows import BadRow, replace_unstorable
from paperpool.io.json_lines import parse_values
from paperpool.workflow.corpus.public_ids import read_mag_id
from paperpool.workflow.corpus.row import MAX_YEAR, Row

_Id = Annotated[str, Meta(min_length=1)]


class TypedRow(Struct, kw_only=True, gc=False):
    """The values that are read of a row, with their types: those of ``Row``, and the journal.

    Fields and citations whose key is missing are UNSET: unknown, and not empty.
    """

    paper_id: _Id
    title: str | None
    abstract: str | None
    year: Annotated[int, Meta(ge=0, le=MAX_YEAR)] | None = None
    fields: list[str] | UnsetType | None = field(name="mag_field_of_study", default=UNSET)
    arxiv_id: str | None = None
    acl_id: str | None = None
    doi: str | None = None
    venue: str | None = None
    outbound: list[_Id] | UnsetType = field(name="outbound_citations", default=UNSET)
    inbound: list[_Id] | UnsetType = field(name="inbound_citations", default=UNSET)
    journal: str | None = None
    mag_id: str | int | None = None


_FIELDS = structs.fields(TypedRow)
_COMPUTED = ("venue", "journal", "mag_id")

KEYS = tuple(key.encode_name for key in _FIELDS if key.required)
"""The keys a row must have."""

OPTIONAL = tuple(
    key.encode_name for key in _FIELDS if not key.required and key.name not in _COMPUTED
)
"""The other keys whose values are taken as they are."""

_get_required = itemgetter(*KEYS)


def parse_row(data: bytes) -> Row:
    """Return the row of a line, or raise ``BadRow``; lone surrogates become U+FFFD, NULs spaces."""
    (record,), is_clean = parse_values(data, _get_values)
    if not is_clean:
        record = replace_unstorable(record)
    try:
        row = convert(record, TypedRow)
    except MsgspecError:
        raise BadRow("wrong_type") from None

    *stated, _, mag_id = structs.astuple(row)
    values: list[Any] = [None if value is UNSET else value for value in stated]
    if row.fields is None:  # stated, and so known: there are none
        values[Row._fields.index("fields")] = []
    return Row(*values, mag_id=mag_id)


def choose_venue(venue: object, journal: object) -> Any:
    """Return the venue, or else the journal; None if both are missing or empty."""
    chosen = venue
    if venue is None or venue == "":
        chosen = journal
    return None if chosen == "" else chosen


def _get_values(record: dict[str, object]) -> tuple[dict[str, object]]:
    """Return the values of ``TypedRow``, without the journal; KeyError if a key is missing."""
    values = dict(zip(KEYS, _get_required(record), strict=True))
    for key in OPTIONAL:
        if key in record:
            values[key] = record[key]
    values["venue"] = choose_venue(record.get("venue"), record.get("journal"))
    values["mag_id"] = read_mag_id(record.get("mag_id"))
    return (values,)

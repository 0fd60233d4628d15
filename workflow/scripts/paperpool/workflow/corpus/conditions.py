"""The conditions of users' filters, as the plan knows them: properties of papers, and columns.

A condition names values, of which a paper needs one; ``null`` among them stands for papers that
have none. ``own_filter`` has what conditions do, ``paper_values`` how values are read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

ID_COLUMNS = {"arxiv": "arxiv_id", "acl": "acl_id"}
"""The sources that papers have an id of, and the columns of these ids."""


@dataclass(frozen=True)
class Property:
    """A property of papers that a condition is on.

    Its values are in ``columns`` of readable papers (``shards.READABLE``). ``table_column`` is the
    column of a user's table that the property is known by, if it is only one. ``noun`` is for
    messages.
    """

    noun: str
    columns: tuple[str, ...]
    table_column: str | None = None


PROPERTIES = {
    "language": Property("language", ("language",), "language"),
    "years": Property("year", ("year",), "year"),
    "type": Property("type", ("types",), "type"),
    "fields": Property("field", ("fields",), "fields"),
    "topics": Property("topic", ("topics",), "topics"),
    "venue": Property("venue", ("venue",), "venue"),
    "source": Property("source", ("venue", "sources", *ID_COLUMNS.values())),
    "doi_prefix": Property("DOI", ("doi",), "doi"),
}
"""The properties by the names of their conditions, in the order in which conditions are tried."""


@dataclass(frozen=True)
class Condition:
    """A condition: its name of ``PROPERTIES``, and the values that it names, null among them."""

    name: str
    named: Sequence[str | int | None]

    @property
    def takes_unknown(self) -> bool:
        """Whether papers without a value pass; the null of years is an open end."""
        return self.name != "years" and None in self.named

    @property
    def reasons(self) -> list[str]:
        """The reasons that it can drop a paper for."""
        noun = PROPERTIES[self.name].noun.lower()
        if self.takes_unknown:
            return [f"other_{noun}"]
        return [f"no_{noun}", f"other_{noun}"]


def list_conditions(settings: Mapping[str, Any]) -> list[Condition]:
    """Return the conditions of a filter's settings, in the order in which they are tried."""
    return [Condition(name, settings[name]) for name in PROPERTIES if name in settings]


def list_columns(settings: Mapping[str, Any]) -> list[str]:
    """Return the columns that a table needs so that a paper of it can pass."""
    columns = []
    for condition in list_conditions(settings):
        column = PROPERTIES[condition.name].table_column
        if column is not None and not condition.takes_unknown:
            columns.append(column)
    return columns

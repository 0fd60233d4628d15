"""A filter of the corpus of a user's own, and the shapes of its conditions."""

from dataclasses import asdict
from typing import Any

from paperpool.settings import setting
from paperpool.workflow.config.section import Entry, ref

FILTER_DEFINITIONS: dict[str, dict[str, Any]] = {
    "filter_name": {
        "description": "a name of lower-case letters, digits and '_' that starts with a letter",
        "type": "string",
        "pattern": "^[a-z][a-z0-9_]*$(?!\\n)",
        "maxLength": 60,
    },
    "filter_values": {
        "description": (
            "a list of texts, of which a paper needs one; null among them: or has none; * stands "
            "for any text"
        ),
        "type": "array",
        "minItems": 1,
        "uniqueItems": True,
        "items": {
            "description": "a text, or null for papers that have none",
            "type": ["string", "null"],
            "minLength": 1,
        },
    },
    "filter_years": {
        "description": "the first and the last year, null for no end: [2010, 2020]",
        "type": "array",
        "minItems": 2,
        "maxItems": 2,
        "items": {
            "description": "a year from 0 to 9999, or null for no end",
            "type": ["integer", "null"],
            "minimum": 0,
            "maximum": 9999,
        },
    },
    "filter_dois": {
        "description": (
            'a list of DOI prefixes, such as "10.1101"; null among them: or a paper has none'
        ),
        "type": "array",
        "minItems": 1,
        "uniqueItems": True,
        "items": {
            "description": 'the start of DOIs, such as "10.1101", or null for papers without',
            "type": ["string", "null"],
            "pattern": "^10\\.[^*]*$(?!\\n)",
        },
    },
}
"""The schemas of a filter's name and of its conditions, as definitions."""


class OwnFilter(
    Entry, description="a filter of your own: its name, and conditions, all of which must hold"
):
    """A filter of a user's own: a paper has to fulfil all of its conditions."""

    name: str = setting("", ref("filter_name"))
    language: list[str | None] | None = setting("", ref("filter_values"), default=None)
    years: list[int | None] | None = setting("", ref("filter_years"), default=None)
    type: list[str | None] | None = setting("", ref("filter_values"), default=None)
    fields: list[str | None] | None = setting("", ref("filter_values"), default=None)
    topics: list[str | None] | None = setting("", ref("filter_values"), default=None)
    venue: list[str | None] | None = setting("", ref("filter_values"), default=None)
    source: list[str | None] | None = setting("", ref("filter_values"), default=None)
    doi_prefix: list[str | None] | None = setting("", ref("filter_dois"), default=None)

    def list_conditions(self) -> dict[str, object]:
        """Return the values of each condition that is set, by its name."""
        conditions = {}
        for name, values in asdict(self).items():
            if name != "name" and values is not None:
                conditions[name] = values
        return conditions

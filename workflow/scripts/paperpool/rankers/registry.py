"""The kinds of rankers: every module of this package that defines one, found by its name.

A new kind is a module with a subclass of Ranker. It imports slow packages only when it ranks.
"""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from paperpool import rankers
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.rankers.model_ranker import EncoderRanker
from paperpool.rankers.ranker import GROUPS, Ranker
from paperpool.settings import find_classes, schema_of_kinds


@cache
def find_kinds() -> dict[str, type[Ranker]]:
    """Return the class of each kind, in the order of the groups and then by name."""
    found = find_classes(rankers, Ranker)
    return dict(sorted(found.items(), key=lambda kind: (GROUPS.index(kind[1].group), kind[0])))


def make_ranker(settings: Mapping[str, Any]) -> Ranker:
    """Return the ranker of a kind and its settings, as a configuration has them."""
    values = dict(settings)
    kind = find_kinds()[values.pop("kind")]
    return kind(**values)


def group_rankers(kinds: Mapping[str, str]) -> dict[str, list[str]]:
    """Group rankers by kind (``kinds`` maps names to kinds), without empty groups.

    Unknown and abstract kinds stand among others.
    """
    known = find_kinds()
    groups: dict[str, list[str]] = {title: [] for title in GROUPS}
    for name, kind in kinds.items():
        group = known[kind].group if kind in known else "Others"
        groups[group].append(name)
    return {title: names for title, names in groups.items() if names}


def ranker_schema() -> dict[str, Any]:
    """Return the JSON schema of a ranker: that of its kind."""
    return schema_of_kinds(find_kinds(), "kind", "a kind")


def encoder_schema() -> dict[str, Any]:
    """Return the JSON schema of an encoder: a ranker's name, or settings as rankers have them."""
    settings = EncoderRanker.settings()
    # such an encoder compares texts alike, so none of them is a query
    names = [field.name for field in fields(EncoderSettings) if field.name != "query_adapter"]
    return {
        "description": f"null, the name of a ranker, or an encoder's {', '.join(names)}",
        "type": ["object", "string", "null"],
        "additionalProperties": False,
        "required": ["model"],
        "properties": {name: settings[name]["schema"] for name in names},
    }

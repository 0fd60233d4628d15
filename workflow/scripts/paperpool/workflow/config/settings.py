"""The checked configuration as objects: the keys of the JSON schema are their attributes.

The schema is the one list of keys; the classes of rankers and of readers are those of theirs.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from paperpool.collections.readers.registry import make_reader
from paperpool.errors import guess
from paperpool.rankers.registry import make_ranker

CLASSES = {"ranker": make_ranker, "collection": make_reader}
"""The constructors of schema definitions that have a class of their own."""


class Part(Mapping[str, Any]):
    """A part of the configuration, read only: ``settings.mdcr.years``; a mapping of its keys, too.

    An attribute is a key of the schema, or None if left out; others raise LookupError. As a mapping
    it has the values as written: ``dict(settings.mdcr.bm25)`` is plain data for a job's params.
    """

    def __init__(
        self,
        values: Mapping[str, Any],
        keys: Mapping[str, Any],
        definitions: Mapping[str, Any],
        place: str = "",
    ) -> None:
        self._values, self._keys, self._definitions = values, keys, definitions
        self._place = place

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __getattr__(self, key: str) -> Any:
        if key.startswith("_"):  # of Python's own protocols
            raise AttributeError(key)
        place = f"{self._place}.{key}".lstrip(".")
        if key not in self._keys:
            hint = guess(key, self._keys)
            raise LookupError(f"The configuration has no key {place}. {hint}".rstrip())
        value = self._values.get(key)
        self.__dict__[key] = _as_object(value, self._keys[key], self._definitions, place)
        return self.__dict__[key]


def as_settings(config: Mapping[str, Any], schema: Mapping[str, Any]) -> Part:
    """Return a configuration that fits the schema, with all defaults, as an object."""
    return Part(config, schema["properties"], schema["$defs"])


def _as_object(
    value: Any, node: Mapping[str, Any], definitions: Mapping[str, Any], place: str
) -> Any:
    """Return a value as its node of the schema demands: a part, objects by name, or as it is."""
    if not isinstance(value, Mapping):
        return value
    if "else" in node and "properties" not in node:  # a choice between two forms
        is_first = value.keys() <= node["then"].get("properties", {}).keys()
        node = node["then" if is_first else "else"]
    name = node.get("$ref", "").rpartition("/")[2]
    if name in CLASSES:
        return CLASSES[name](value)
    node = definitions.get(name, node)
    if "properties" in node:
        return Part(value, node["properties"], definitions, place)
    of_each = node.get("additionalProperties", {})
    return {k: _as_object(v, of_each, definitions, f"{place}.{k}") for k, v in value.items()}

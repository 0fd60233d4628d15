"""The sections of the configuration as classes: the one place of each key.

A field of a section is a key: its type, its default, its comment in config/config.yaml and what
its JSON schema has besides the type. Schema, commented file and checks are made of these classes.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, fields
from types import NoneType, UnionType
from typing import Any, ClassVar, Literal, Self, TypeGuard, Union, get_args, get_origin

from paperpool.collections.readers.reader import Reader
from paperpool.collections.readers.registry import make_reader
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.rankers.ranker import Ranker
from paperpool.rankers.registry import make_ranker
from paperpool.settings import Settings, join_choice

JSON_TYPES = {
    str: "string",
    int: "integer",
    float: "number",
    bool: "boolean",
    list: "array",
    dict: "object",
    NoneType: "null",
}

LIMITS = {"exclusiveMinimum": "above", "minimum": "from", "maximum": "to"}
"""The words for the limits of a number."""

FIRST = ("description", "type", "enum")
"""The keys that a written schema begins with."""

MAKERS: dict[type, Callable[[Mapping[str, Any]], Any]] = {
    Ranker: make_ranker,
    Reader: make_reader,
    EncoderSettings: lambda values: EncoderSettings(**values),
}
"""The constructors of types that are no sections; their schemas are definitions."""


def ref(name: str, description: str = "") -> dict[str, Any]:
    """Return a JSON schema that is the definition ``name``."""
    schema = {"$ref": f"#/$defs/{name}"}
    if description:
        schema = {"description": description} | schema
    return schema


class Section(Settings, abstract=True):
    """A section of the configuration; a field whose type is one is a section within it.

    Its docstring is its comment, ``description`` is the hint if it is no mapping. All its keys have
    to be there, as they are in config/config.yaml. A key that is null by default, but not by its
    type, is filled in before it is read.
    """

    description: ClassVar[str] = ""

    def __init_subclass__(cls, description: str = ""):
        super().__init_subclass__(abstract=True)
        cls.description = description

    @classmethod
    def types(cls) -> dict[str, Any]:
        """Return the type of each key."""
        return {key.name: key.type for key in fields(cls)}

    @classmethod
    def list_required(cls) -> list[str]:
        """Return the keys that have to be there."""
        return list(cls.types())

    @classmethod
    def list_defaults(cls) -> dict[str, Any]:
        """Return the section as the configuration has it by default."""
        defaults = cls.defaults()
        values = {}
        for name, kind in cls.types().items():
            if is_section(kind):
                values[name] = kind.list_defaults()
            else:
                values[name] = defaults[name]
        return values

    @classmethod
    def make_schema(cls) -> dict[str, Any]:
        """Return the JSON schema of the section."""
        defaults = cls.defaults()
        types = cls.types()
        properties = {}
        for key in fields(cls):
            kind = types[key.name]
            if key.name in defaults and defaults[key.name] is None:
                kind = kind | None
            properties[key.name] = complete_schema(kind, key.metadata.get("schema", {}))
            if key.name in defaults:  # for readers of the schema, as the catalog of workflows
                properties[key.name]["default"] = defaults[key.name]

        schema: dict[str, Any] = {}
        if cls.description:
            schema["description"] = cls.description
        schema["type"] = "object"
        schema["additionalProperties"] = False
        schema["required"] = cls.list_required()
        schema["properties"] = properties
        return schema

    @classmethod
    def read(cls, values: Mapping[str, Any]) -> Self:
        """Return the section of a checked configuration. Raises TypeError for an unknown key."""
        types = cls.types()
        read = {name: make_value(types.get(name), value) for name, value in values.items()}
        return cls(**read)

    def as_dict(self) -> dict[str, Any]:
        """Return the section as plain data, as the params of jobs are."""
        return asdict(self)


class Entry(Section):
    """An entry of the configuration that users add: keys with a default may be left out."""

    @classmethod
    def list_required(cls) -> list[str]:
        """Return the keys that have to be there: those without a default."""
        defaults = cls.defaults()
        return [name for name in cls.types() if name not in defaults]


def is_section(kind: object) -> TypeGuard[type[Section]]:
    """Return whether a type is a section."""
    return isinstance(kind, type) and issubclass(kind, Section)


def list_options(kind: Any) -> tuple[Any, ...]:
    """Return the types that a value may have: those of a union, or the type itself."""
    if get_origin(kind) in (Union, UnionType):
        return get_args(kind)
    return (kind,)


def complete_schema(kind: Any, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the JSON schema of a value with what follows from its type.

    These are the names of its types, the values of a choice, the schema of a section, and the same
    of the elements of a list and of the values of a mapping. A choice or a number is described by
    its values or its range if nothing else is said of it. A schema that is a definition or decides
    by itself (``if``) stays as it is.
    """
    if schema.keys() & {"$ref", "if"}:
        return dict(schema)

    full = dict(schema)
    types: list[str] = []
    choice: list[str | None] = []
    for option in list_options(kind):
        origin = get_origin(option) or option
        inner = get_args(option)
        if origin is Literal:
            choice += inner
            continue

        if is_section(option):
            full |= option.make_schema()
        elif origin is list:
            full["items"] = complete_schema(inner[0], schema.get("items", {}))
        elif origin is dict and schema.get("additionalProperties") is not False:
            schema_of_values = schema.get("additionalProperties", {})
            full["additionalProperties"] = complete_schema(inner[1], schema_of_values)

        if is_section(option):
            types.append("object")
        else:
            types.append(JSON_TYPES[origin])

    if choice:
        if "null" in types:
            choice.append(None)
        full["enum"] = choice
    elif "enum" not in full:
        full["type"] = types
        if len(types) == 1:
            full["type"] = types[0]

    if "description" not in full:
        full |= _describe_values(full)
    return {key: full[key] for key in sorted(full, key=lambda key: key not in FIRST)}


def _describe_values(schema: Mapping[str, Any]) -> dict[str, str]:
    """Return the description of a choice by its values, of a number by its range."""
    if "enum" in schema:
        names = ["null" if value is None else value for value in schema["enum"]]
        return {"description": join_choice(names)}
    if schema["type"] not in ("integer", "number"):
        return {}

    described = "a number"
    if schema["type"] == "integer":
        described = "a whole number"
    for limit, words in LIMITS.items():
        if limit in schema:
            described += f" {words} {schema[limit]}"
    return {"description": described}


def make_value(kind: Any, value: Any) -> Any:
    """Return a value of a checked configuration as its type has it: mappings become objects.

    Of several types it is the first that has all its keys, or the last. The same is done with the
    elements of a list.
    """
    if isinstance(value, list):
        kinds = [option for option in list_options(kind) if get_origin(option) is list]
        if not kinds:
            return value
        [kind_of_elements] = get_args(kinds[0])
        return [make_value(kind_of_elements, element) for element in value]
    if not isinstance(value, Mapping):
        return value

    options = [option for option in list_options(kind) if option not in JSON_TYPES]
    for option in options:
        fits = not is_section(option) or value.keys() <= option.types().keys()
        if fits or option is options[-1]:
            return _make_object(option, value)
    return value


def _make_object(kind: Any, values: Mapping[str, Any]) -> Any:
    """Return a mapping as its type has it."""
    if get_origin(kind) is dict:
        kind_of_values = get_args(kind)[1]
        return {name: make_value(kind_of_values, value) for name, value in values.items()}
    if kind in MAKERS:
        return MAKERS[kind](values)
    if is_section(kind):
        return kind.read(values)
    return values

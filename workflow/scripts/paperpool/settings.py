"""Settings as typed classes, one a module; the configuration uses the module's name.

Schema, defaults and documentation of the configuration come from these classes.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from types import ModuleType
from typing import Any, ClassVar, TypeVar, dataclass_transform


def setting(sentence: str, schema: Mapping[str, Any] | None = None, default: Any = MISSING) -> Any:
    """Return a field of settings: its sentence, and its JSON schema with the values described."""
    metadata = {"sentence": sentence, "schema": dict(schema or {})}
    if isinstance(default, list | dict):
        return field(default_factory=lambda: type(default)(default), metadata=metadata)
    return field(default=default, metadata=metadata)


@dataclass(frozen=True, kw_only=True)
@dataclass_transform(kw_only_default=True, frozen_default=True, field_specifiers=(setting,))
class Settings:
    """Settings of one kind; its name is that of its module, its docstring its ``sentence``."""

    kind: ClassVar[str] = ""
    sentence: ClassVar[str] = ""

    def __init_subclass__(cls, abstract: bool = False):
        """Make the subclass a kind, unless it is ``abstract``: a base of kinds."""
        dataclass(frozen=True, kw_only=True)(cls)
        cls.kind = "" if abstract else cls.__module__.rpartition(".")[2]
        cls.sentence = " ".join((cls.__doc__ or "").split()).rstrip(".")

    @classmethod
    def settings(cls) -> dict[str, Mapping[str, Any]]:
        """Return of each setting its ``sentence``, ``schema`` and whether it is ``required``."""
        defaults = cls.defaults()
        return {f.name: {**f.metadata, "required": f.name not in defaults} for f in fields(cls)}

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """Return the settings that are taken by default."""
        given = {f.name: f.default for f in fields(cls) if f.default is not MISSING}
        made = {
            f.name: f.default_factory() for f in fields(cls) if f.default_factory is not MISSING
        }
        return {f.name: (given | made)[f.name] for f in fields(cls) if f.name in given | made}

    @classmethod
    def schema(cls, named_by: str) -> dict[str, Any]:
        """Return the JSON schema of a mapping whose key ``named_by`` has the kind."""
        settings = cls.settings()
        return {
            "additionalProperties": False,
            "required": [name for name, each in settings.items() if each["required"]],
            "properties": {named_by: True} | {n: each["schema"] for n, each in settings.items()},
        }


def join_choice(names: Iterable[str]) -> str:
    """Return names as a choice: ``a, b or c``."""
    *first, last = names
    return f"{', '.join(first)} or {last}"


Kind = TypeVar("Kind", bound=Settings)


def find_classes(package: ModuleType, base: type[Kind]) -> dict[str, type[Kind]]:
    """Return the kinds of ``base``: the class of each module of a package that defines one."""
    found = {}
    for module in pkgutil.iter_modules(package.__path__):
        members = vars(importlib.import_module(f"{package.__name__}.{module.name}")).values()
        for member in members:
            if isinstance(member, type) and issubclass(member, base) and member.kind == module.name:
                found[module.name] = member
    return found


def schema_of_kinds(
    kinds: Mapping[str, type[Settings]], named_by: str, what: str
) -> dict[str, Any]:
    """Return the JSON schema of a mapping of settings, whose key ``named_by`` has the kind.

    ``what`` is the name for a kind.
    """
    named = join_choice(kinds)
    return {
        "description": f"{what} ({named}) and its settings",
        "type": "object",
        "required": [named_by],
        "properties": {named_by: {"description": named, "enum": list(kinds)}},
        "allOf": [
            {
                "if": {"required": [named_by], "properties": {named_by: {"const": name}}},
                "then": kind.schema(named_by),
            }
            for name, kind in kinds.items()
        ],
    }

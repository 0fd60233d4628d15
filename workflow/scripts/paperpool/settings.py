"""Settings as typed classes, one a module; the configuration uses the module's name.

Schema, defaults and documentation of the configuration come from these classes.
"""

import importlib
import pkgutil
from collections.abc import Iterable, Mapping
from dataclasses import MISSING, dataclass, field, fields
from types import ModuleType
from typing import Any, ClassVar, TypeVar, dataclass_transform


def setting(
    sentence: str, schema: Mapping[str, object] | None = None, default: object = MISSING
) -> Any:
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
        settings: dict[str, Mapping[str, Any]] = {}
        for each in fields(cls):
            settings[each.name] = {**each.metadata, "required": each.name not in defaults}
        return settings

    @classmethod
    def defaults(cls) -> dict[str, Any]:
        """Return the settings that are taken by default."""
        defaults = {}
        for each in fields(cls):
            if each.default is not MISSING:
                defaults[each.name] = each.default
            elif each.default_factory is not MISSING:  # of lists and mappings
                defaults[each.name] = each.default_factory()
        return defaults

    @classmethod
    def schema(cls, named_by: str) -> dict[str, Any]:
        """Return the JSON schema of a mapping whose key ``named_by`` has the kind."""
        required = []
        properties: dict[str, Any] = {named_by: True}
        for name, each in cls.settings().items():
            properties[name] = each["schema"]
            if each["required"]:
                required.append(name)
        return {"additionalProperties": False, "required": required, "properties": properties}


def join_choice(names: Iterable[str]) -> str:
    """Return names as a choice: ``a, b or c``."""
    *first, last = names
    return f"{', '.join(first)} or {last}"


Kind = TypeVar("Kind", bound=Settings)


def find_classes(package: ModuleType, base: type[Kind]) -> dict[str, type[Kind]]:
    """Return the kinds of ``base``: the class of each module of a package that defines one."""
    found = {}
    for info in pkgutil.iter_modules(package.__path__):
        module = importlib.import_module(f"{package.__name__}.{info.name}")
        for member in vars(module).values():
            # a module may import other kinds
            if isinstance(member, type) and issubclass(member, base) and member.kind == info.name:
                found[info.name] = member
    return found


def schema_of_kinds(
    kinds: Mapping[str, type[Settings]], named_by: str, title: str
) -> dict[str, Any]:
    """Return the JSON schema of a mapping of settings, whose key ``named_by`` has the kind.

    ``title`` is what a kind is called.
    """
    conditions = []
    for name, kind in kinds.items():
        is_kind = {"required": [named_by], "properties": {named_by: {"const": name}}}
        conditions.append({"if": is_kind, "then": kind.schema(named_by)})

    names = join_choice(kinds)
    return {
        "description": f"{title} ({names}) and its settings",
        "type": "object",
        "required": [named_by],
        "properties": {named_by: {"description": names, "enum": list(kinds)}},
        "allOf": conditions,
    }

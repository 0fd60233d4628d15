"""The files and settings that a section of the report is made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints

from paperpool.plugins import find_part


def find_section(name: str) -> ModuleType:
    """Return the module of a section.

    Its ``reads(run)`` returns a dataclass of files and settings, and ``build_section(run, files)``
    makes the section of them.
    """
    module = find_part(name, "section")
    if module is None:
        raise LookupError(f"There is no section of {name}: report/{name}/section.py is missing.")
    return module


def map_files(kind: Any, value: Any, change: Callable[[Any], Any]) -> Any:
    """Return a value of the type ``kind``, most often a dataclass, with each path in it changed.

    The value of a dataclass is a mapping of its fields. A field whose type names Path may have a
    path, a list of them, or mappings to them; it is empty without a file. A field may be such a
    dataclass itself, or a mapping to them. All others are settings.
    """
    types = _list_types(kind)
    nested = next(filter(is_dataclass, types), None)
    if value in (None, "") or not (nested or Path in types):
        return value
    if nested and get_origin(kind) is not Mapping:
        hints = get_type_hints(nested).items()
        return nested(**{name: map_files(of, value[name], change) for name, of in hints})
    of = get_args(kind)[-1] if nested else kind
    if isinstance(value, Mapping):
        return {name: map_files(of, one, change) for name, one in value.items()}
    if isinstance(value, list):
        return [map_files(of, one, change) for one in value]
    return change(value)


def place_files(section: ModuleType, asked: Mapping[str, Any], paths: Sequence[str]) -> Any:
    """Return what a section reads from ``asked``, which has positions in ``paths`` for files."""
    return map_files(get_type_hints(section.reads)["return"], asked, paths.__getitem__)


def list_paths(files: Any) -> list[str]:
    """Return the paths in a dataclass of files and settings, in the order of ``map_files``."""
    found: list[str] = []
    map_files(type(files), asdict(files), found.append)
    return found


def _list_types(hint: Any) -> list[Any]:
    """Return the types that a type names: str and Path for ``Sequence[str | Path]``."""
    return [one for part in get_args(hint) for one in _list_types(part)] or [hint]

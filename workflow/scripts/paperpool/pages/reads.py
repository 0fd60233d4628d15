"""The files and settings that a section of the report is made of."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, is_dataclass
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin, get_type_hints


def find_section(name: str) -> ModuleType:
    """Return the module of a section.

    Its ``reads(run)`` returns a dataclass of files and settings, and ``build_section(run, files)``
    makes the section of them.
    """
    return import_module(f"paperpool.report.{name}.section")


def map_files(kind: type, values: Mapping[str, Any], change: Callable[[Any], Any]) -> Any:
    """Return a dataclass ``kind`` of the ``values`` of its fields, each path in them changed.

    A field whose type names Path may have a path, a list of them, or mappings to them; it is empty
    without a file. A field may be such a dataclass itself, its value a mapping, or a mapping to
    them. All others are settings.
    """
    changed = dict(values)
    for name, hint in get_type_hints(kind).items():
        types = _list_types(hint)
        nested = [one for one in types if is_dataclass(one)]
        if changed[name] in (None, ""):
            continue
        if nested and get_origin(hint) is Mapping:
            changed[name] = {
                key: map_files(nested[0], value, change) for key, value in changed[name].items()
            }
        elif nested:
            changed[name] = map_files(nested[0], changed[name], change)
        elif Path in types:
            changed[name] = _map_paths(changed[name], change)
    return kind(**changed)


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


def _map_paths(paths: Any, change: Callable[[Any], Any]) -> Any:
    if isinstance(paths, Mapping):
        return {name: _map_paths(of_name, change) for name, of_name in paths.items()}
    if isinstance(paths, list):
        return [_map_paths(one, change) for one in paths]
    return change(paths)

"""The files and settings that a section of the report is made of."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from types import ModuleType
from typing import Any


@dataclass(frozen=True)
class Reads:
    """The files of a section by name, and its settings.

    A name may have one path, a list of them, or a mapping by ranker or facet.
    """

    files: Mapping[str, Any]
    settings: Mapping[str, Any] = field(default_factory=dict)


def find_section(name: str) -> ModuleType:
    """Return the module of a section, with ``reads(run)`` and ``build_section(run, files)``."""
    return import_module(f"paperpool.report.{name}.section")


def map_paths(files: Any, change: Callable[[Any], Any]) -> Any:
    """Return nested files with ``change`` applied to each path."""
    if isinstance(files, Mapping):
        return {name: map_paths(of_name, change) for name, of_name in files.items()}
    if isinstance(files, list):
        return [map_paths(one, change) for one in files]
    return change(files)


def list_paths(files: Any) -> list[str]:
    found: list[str] = []
    map_paths(files, found.append)
    return found

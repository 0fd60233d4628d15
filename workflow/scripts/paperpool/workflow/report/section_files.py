"""The sections of the report, and the files of several of them by name in one job."""

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any, TypeVar

from paperpool.plugins import find_part, name_part

Found = TypeVar("Found")

SLASH = "/"
"""Between the section, the groups and the name of a file: ``csfcube/runs/bm25``."""


def find_inputs(name: str) -> ModuleType:
    """Return the module of a section's files and settings, which the plan reads.

    Its ``list_files(run)`` maps names to a path or a list of paths; a name may begin with groups,
    as in ``runs/bm25``. Its ``list_settings(run)`` maps names to values that JSON has, too.
    """
    return _require(find_part(name, "inputs"), name, "inputs")


def find_section(name: str) -> ModuleType:
    """Return the module of a section, which the job imports.

    Its ``build_section(label, files, settings)`` makes the section of the files and settings of
    ``find_inputs``, the files of a group as a mapping of their own (``group_files``).
    """
    return _require(find_part(name, "section"), name, "section")


def name_section(name: str) -> str:
    """Return the name of the module of a section, which is not imported."""
    return _require(name_part(name, "section"), name, "section")


def _require(found: Found | None, name: str, part: str) -> Found:
    """Return what was found of a section; LookupError if it was not."""
    if found is None:
        raise LookupError(f"There is no section of {name}: report/{name}/{part}.py is missing.")
    return found


def group_files(files: Mapping[str, str | Iterable[str]]) -> dict[str, Any]:
    """Return files by name, those of a group as a mapping: ``runs/bm25`` as ``runs``, ``bm25``.

    Lists of paths come as plain lists.
    """
    grouped: dict[str, Any] = {}
    for name, file in files.items():
        *groups, last = name.split(SLASH)
        folder = grouped
        for group in groups:
            folder = folder.setdefault(group, {})

        if isinstance(file, str):
            folder[last] = file
        else:
            folder[last] = list(file)
    return grouped


def list_paths(files: Mapping[str, Any]) -> list[str]:
    """Return the paths of grouped files, in their order."""
    paths: list[str] = []
    for file in files.values():
        if isinstance(file, Mapping):
            paths += list_paths(file)
        elif isinstance(file, str):
            paths.append(file)
        else:
            paths += file
    return paths

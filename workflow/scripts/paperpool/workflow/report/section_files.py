"""The sections of the report, and the files of several of them by name in one job."""

from collections.abc import Iterable, Mapping
from types import ModuleType
from typing import Any

from paperpool.plugins import find_part

SLASH = "/"
"""Between the section, the groups and the name of a file: ``csfcube/runs/bm25``."""


def find_section(name: str) -> ModuleType:
    """Return the module of a section.

    Its ``list_files(run)`` maps names to a path or a list of paths; a name may begin with groups,
    as in ``runs/bm25``. Its ``list_settings(run)`` maps names to values that JSON has, too. Its
    ``build_section(label, files, settings)`` makes the section of both, the files of a group as a
    mapping of their own (``group_files``).
    """
    module = find_part(name, "section")
    if module is None:
        raise LookupError(f"There is no section of {name}: report/{name}/section.py is missing.")
    return module


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

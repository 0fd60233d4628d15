"""The name and the folder of the collection that a run scores: the one reader of data.csfcube."""

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

UNNAMED = "Your collection"
"""The name of a collection whose folder has none that says anything."""

_OF_ANNOTATION = ("release", "annotation")
"""Folders of a run that annotation writes collections to: the run's name says more."""


class NamedCollection(NamedTuple):
    """A collection's name on pages and in tables, and its folder."""

    name: str
    folder: str


def read_named(setting: str | Mapping[str, str]) -> NamedCollection:
    """Return the collection of data.csfcube: a folder, or one name and its folder."""
    if isinstance(setting, Mapping):
        [(name, folder)] = setting.items()
        return NamedCollection(name, folder)
    return NamedCollection(name_by_folder(setting), setting)


def find_folder(setting: str | Mapping[str, str]) -> str:
    """Return the folder of the collection of data.csfcube."""
    return read_named(setting).folder


def name_by_folder(folder: str | Path) -> str:
    """Return a name for the collection in a folder: that of the folder, or of the run it is of.

    A folder called csfcube says nothing of a collection that is not CSFCube's own.
    """
    parts = list(Path(folder).absolute().parts)
    while parts[-1] in _OF_ANNOTATION:
        parts.pop()
    name = parts[-1].strip("/")
    if not name or "csfcube" in name.lower():
        return UNNAMED
    return name

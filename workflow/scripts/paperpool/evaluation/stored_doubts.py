"""Doubts about runs, as they are kept beside them until they are shown."""

from collections.abc import Iterable, Mapping
from typing import Any

from paperpool.errors import Problem


def store_doubts(doubts: Iterable[Problem]) -> list[dict[str, str]]:
    """Return doubts as JSON types."""
    return [{"what": doubt.what, "where": doubt.where, "hint": doubt.hint} for doubt in doubts]


def list_doubts(found: Mapping[str, Mapping[str, Any]]) -> list[Problem]:
    """Return the doubts of all runs from what was found in each."""
    doubts = []
    for checks in found.values():
        doubts += [Problem(**stored) for stored in checks["doubts"]]
    return doubts

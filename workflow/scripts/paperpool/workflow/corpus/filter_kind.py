"""A filter that ``corpus.filters`` may name, as the plan knows it: its name and settings."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from paperpool.errors import Problem

Thresholds = Mapping[str, Any]
"""The settings of a filter by name, as ``corpus.<filter>`` has them."""


def _list_none(settings: Thresholds) -> list[str]:
    return []


def _find_none(settings: Thresholds) -> list[Problem]:
    return []


@dataclass(frozen=True)
class FilterKind:
    """A filter that ``corpus.filters`` may name; its settings are those of ``corpus.<name>``.

    ``list_columns`` returns the columns of a table that its settings decide by, beside title and
    abstract, and ``find_problems`` the problems of its settings. The settings in ``of_selection``
    are no thresholds: they select papers first.
    """

    name: str
    list_columns: Callable[[Thresholds], list[str]] = _list_none
    find_problems: Callable[[Thresholds], Iterable[Problem]] = _find_none
    of_selection: tuple[str, ...] = ()

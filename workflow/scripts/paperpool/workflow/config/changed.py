"""Changes of settings, or of other nested values: by their dotted keys."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paperpool.errors import UserError, name_some
from paperpool.io.yaml_files import load_yaml

Values = Mapping[tuple[str, ...], str]
"""The values of nested mappings as JSON, by their path."""

_MOST_TOLD = 8

_MOST_OF_VALUE = 60


@dataclass(frozen=True)
class Change:
    """A value by its dotted key, in A and in B as JSON; missing if it is not set."""

    key: str
    a: str | None
    b: str | None

    def __str__(self) -> str:
        """Return the key with both values, cut if they are long: ``seed (13 → 14)``."""
        a, b = (None if value is None else _cut(value) for value in (self.a, self.b))
        if a is None:
            return f"{self.key} (new: {b})"
        if b is None:
            return f"{self.key} (no more: {a})"
        return f"{self.key} ({a} → {b})"


def find_changes(a: Values, b: Values) -> list[Change]:
    """Return the values that differ, in A's order and then B's own."""
    return [
        Change(".".join(key), a.get(key), b.get(key))
        for key in dict.fromkeys([*a, *b])
        if a.get(key) != b.get(key)
    ]


def flatten(value: Any, key: tuple[str, ...] = ()) -> Values:
    """Return the values of nested mappings by their path; lists are values."""
    if isinstance(value, Mapping) and value:
        flat: dict[tuple[str, ...], str] = {}
        for name, child in value.items():
            flat |= flatten(child, (*key, str(name)))
        return flat
    return {key: json.dumps(value, ensure_ascii=False, default=str)}


def describe_changes(written: Path, config: Mapping[str, Any]) -> list[str]:
    """Return a sentence on the settings of a run that changed since its configuration was written.

    Empty if none did, and without a readable file ``written``.
    """
    try:
        before = load_yaml(written) if written.is_file() else config
    except UserError:
        return []
    changes = find_changes(flatten(before), flatten(config))
    if not changes:
        return []
    return [f"Settings changed since {written}: {name_some(list(map(str, changes)), _MOST_TOLD)}."]


def _cut(value: str) -> str:
    return value if len(value) <= _MOST_OF_VALUE else f"{value[: _MOST_OF_VALUE - 1]}…"

"""Changes of settings, or of other nested values: by their dotted keys."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

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
        a = _cut(self.a)
        b = _cut(self.b)
        if a is None:
            return f"{self.key} (new: {b})"
        if b is None:
            return f"{self.key} (no more: {a})"
        return f"{self.key} ({a} → {b})"


def find_changes(a: Values, b: Values) -> list[Change]:
    """Return the values that differ, in A's order and then B's own."""
    changes = []
    for key in dict.fromkeys([*a, *b]):
        before = a.get(key)
        after = b.get(key)
        if before != after:
            changes.append(Change(".".join(key), before, after))
    return changes


def flatten(value: object, key: tuple[str, ...] = ()) -> Values:
    """Return the values of nested mappings by their path; lists are values."""
    if not isinstance(value, Mapping) or not value:
        return {key: json.dumps(value, ensure_ascii=False, default=str)}

    flat: dict[tuple[str, ...], str] = {}
    for name, child in value.items():
        flat |= flatten(child, (*key, str(name)))
    return flat


def describe_changes(written: Path, config: Mapping[str, object]) -> list[str]:
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
    described = name_some([str(change) for change in changes], _MOST_TOLD)
    return [f"Settings changed since {written}: {described}."]


def _cut(value: str | None) -> str | None:
    """Return a value as it is told; one that is not set stays None."""
    if value is None or len(value) <= _MOST_OF_VALUE:
        return value
    return f"{value[: _MOST_OF_VALUE - 1]}…"

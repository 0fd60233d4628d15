"""Which keys of a configuration can be checked further: those that the schema has no fault with."""

from __future__ import annotations

from collections.abc import Set

Key = tuple[str, ...]
"""Where a value stands: the names on the way to it; places of a list as digits."""


def is_sound(key: Key, broken: Set[Key]) -> bool:
    """Tell whether neither ``key`` nor anything above or below it broke the schema."""
    return not any(bad[: len(key)] == key or key[: len(bad)] == bad for bad in broken)

"""A configuration while it is checked: what the schema has no fault with can be checked further."""

from collections.abc import Mapping, Set
from typing import Any

from paperpool.config.demo_runs import is_demo

Key = tuple[str, ...]
"""Where a value stands: the names on the way to it; places of a list as digits."""


class Checked(dict[str, Any]):
    """A configuration, and the keys of it that broke the schema: no check looks at their values."""

    def __init__(self, config: Mapping[str, Any], broken: Set[Key] = frozenset()):
        super().__init__(config)
        self.broken = broken

    def is_sound(self, *key: str) -> bool:
        """Tell whether neither ``key`` nor anything above or below it broke the schema."""
        return not any(bad[: len(key)] == key or key[: len(bad)] == bad for bad in self.broken)

    @property
    def lacks_corpus(self) -> bool:
        """Whether there are data of one's own and no corpus among them, as far as is known."""
        return self.is_sound("data") and not is_demo(self) and not self["data"]["s2orc"]

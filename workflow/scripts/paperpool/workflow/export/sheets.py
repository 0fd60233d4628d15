"""What is said of an exported collection beside its counts: a template and its facts."""

from collections.abc import Mapping
from dataclasses import dataclass

from paperpool.workflow.export.templates import render, render_block

GENERATED = "generated"
RELEASED = "released"
OWN = "own"
"""The origin of a collection of ours: the demo, its paper's release, or the run's own data."""


@dataclass(frozen=True)
class Sheet:
    """What is said of a collection beside its counts: a template, and the facts that it asks for.

    ``settings`` are configured values. A published release is the first of its sources.
    """

    template: str
    origin: str
    settings: Mapping[str, object]
    facts: Mapping[str, object]

    @property
    def is_released(self) -> bool:
        """Whether the collection is its paper's own."""
        return self.origin == RELEASED

    @property
    def name(self) -> str:
        """The name for machines."""
        return self._block("name")

    @property
    def title(self) -> str:
        """The heading of the descriptions."""
        return self._block("title")

    @property
    def summary(self) -> str:
        """A sentence or two on the collection."""
        return self._block("summary")

    def render(self, **counts: object) -> str:
        """Return the datasheet with these counts."""
        return render(
            self.template, origin=self.origin, settings=self.settings, **self.facts, **counts
        )

    def _block(self, block: str) -> str:
        return render_block(self.template, block, origin=self.origin, **self.facts)

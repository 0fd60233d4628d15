"""A plausible mistake: its name, what must be said of it, and how it is made."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from ..mistakes import Answer, Doors, Material

SCORE, API, WORKFLOW = "score", "api", "workflow"


@dataclass(frozen=True)
class Cause:
    """A mistake that is told by its doors.

    ``said`` is what must be told. ``spoil`` makes the mistake in files; ``calls`` are functions of
    ``Doors`` by door. A mistake that is not refused is warned of.
    """

    name: str
    said: str
    spoil: Callable[[Material], object] | None = None
    doors: tuple[str, ...] = (SCORE, API, WORKFLOW)
    calls: Mapping[str, Callable[[Doors], Answer]] = field(default_factory=dict)
    is_refused: bool = True

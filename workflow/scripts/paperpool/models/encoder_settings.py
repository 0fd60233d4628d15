"""The settings of an encoder, which determine its vectors."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any


class Prompts(dict[str, str]):
    """Prompts by the role of a text; equal ones have one hash."""

    def __hash__(self) -> int:
        return hash(tuple(sorted(self.items())))


@dataclass(frozen=True)
class EncoderSettings:
    """The settings that determine a model's output.

    Without ``max_tokens``, ``pooling`` or ``prompts`` the model's own apply (``mean`` for a bare
    transformer). ``adapter`` names a bottleneck adapter; ``precision`` is ``bfloat16`` or
    ``float32`` (see ``choose_precision``). ``dimensions`` keeps the first of a vector's (Matryoshka
    loss); ``unit_length`` then brings it to length 1, as simcse does. ``prompts`` stand before a
    ``query`` and a ``document``. ``query_adapter`` takes the adapter's place for queries.
    """

    model: str
    pooling: str | None = None
    adapter: str | None = None
    max_tokens: int | None = None
    precision: str = "bfloat16"
    batch_size: int = 32
    unit_length: bool = False
    prompts: Mapping[str, str] | None = None
    dimensions: int | None = None
    query_adapter: str | None = None

    def __post_init__(self) -> None:
        if self.prompts is not None:
            object.__setattr__(self, "prompts", Prompts(self.prompts))

    def as_dict(self) -> dict[str, Any]:
        """Return the settings by name, later ones only if set, so that older digests stay valid."""
        later = ("unit_length", "prompts", "dimensions", "query_adapter")
        settings = {}
        for name, value in asdict(self).items():
            if name not in later or value not in (None, False):
                settings[name] = value
        if self.prompts is not None:
            settings["prompts"] = dict(self.prompts)
        return settings

"""The texts of datasheets beside counts, from sheets.yaml."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

from paperpool.export.datasheet import Sheet

GENERATED = "generated"
RELEASED = "released"
OWN = "own"
"""The origin of a collection of ours: the demo, its paper's release, or the run's own data."""

_TEXTS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8"))


def make_sheet(texts: str, origin: str, settings: Mapping[str, Any], **values: str) -> Sheet:
    """Return the texts of a kind of collection that are for its origin, filled with ``values``."""
    fields: dict[str, Any] = {}
    for field, parts in _TEXTS[texts].items():
        by_origin = (part if isinstance(part, dict) else {origin: part} for part in parts)
        fields[field] = [some[origin].format(**values) for some in by_origin if origin in some]
    for field in ("name", "title", "summary", "motivation"):
        fields[field] = " ".join(fields[field])
    return Sheet(**fields, is_released=origin == RELEASED, settings=settings)

"""The two presets: a training by the paper's text, and by the authors' notebooks.

They differ. A value that one lacks is the other's, or ours; docs/scisearch.md lists which. The
choice of training pairs and the order of ties belong to a protocol.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

PRESETS: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)

DEMO_EPOCHS = 10


def fill_preset(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Replace null settings by the values of their preset."""
    filled = dict(settings) | PRESETS[settings["preset"]]
    for key, value in settings.items():
        if value is not None:
            filled[key] = value
    return filled


def describe_preset(settings: Mapping[str, Any]) -> str:
    """Describe filled settings: their preset and the changes to it."""
    preset = PRESETS[settings["preset"]]
    changed = []
    for key in preset:
        value = settings[key]
        if value == preset[key]:
            continue
        text = value
        if isinstance(value, list):
            text = " and ".join(value)
        changed.append(f"{key.replace('_', ' ')} {text}")

    if not changed:
        return settings["preset"]
    return f"{settings['preset']}, but {', '.join(changed)}"

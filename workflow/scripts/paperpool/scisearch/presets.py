"""The two presets: what the paper's text says of a training, and what the authors' notebooks do.

They differ, and neither is called the other. Where one is silent it has the other's value, or one
of ours; docs/scisearch.md lists which. What a preset does not hold (which pairs train, how ties
stand) is a protocol's.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml

PRESETS: dict[str, dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)
"""The values of the settings by preset."""

DEMO_EPOCHS = 10
"""The most epochs of a demo's trainings, for show, without need of the best model."""


def fill_preset(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``settings`` with the values of their preset in place of null ones."""
    preset = PRESETS[settings["preset"]]
    given = {key: value for key, value in settings.items() if value is not None}
    return {**settings, **preset, **given}


def describe_preset(settings: Mapping[str, Any]) -> str:
    """Return the name of the preset of filled settings, and the changes."""
    preset = PRESETS[settings["preset"]]
    changed = [
        f"{key.replace('_', ' ')} {_say(settings[key])}"
        for key, value in preset.items()
        if settings[key] != value
    ]
    return settings["preset"] + (f", but {', '.join(changed)}" if changed else "")


def _say(value: Any) -> str:
    return " and ".join(value) if isinstance(value, list) else f"{value}"

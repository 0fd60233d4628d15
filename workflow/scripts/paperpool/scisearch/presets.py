"""The two presets: what the paper's text says of a training, and what the authors' notebooks do.

They differ, and neither is called the other. Where one is silent it has the other's value, or one
of ours; docs/scisearch.md lists which. What a preset does not hold (which pairs train, how ties
stand) is a protocol's.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

ALIKE = {
    "oversampling": "smote",
    "target_sd": 0.7978845608,  # sqrt(2 / pi), the notebooks'; the text names none
    "start": "random",
    "batch_size": 16,
    "patience": 4,
}
"""What both have."""

PRESETS: dict[str, dict[str, Any]] = {
    "paper": {
        **ALIKE,
        "losses": ["nll", "kl-fitted"],
        "candidate": "facet",
        "learning_rate": 0.01,
        "epochs": 500,  # a bound of ours: the text names none, and trainings end before it
    },
    "authors_code": {
        **ALIKE,
        "losses": ["nll", "kl"],
        "candidate": "abstract",
        "learning_rate": 0.001,
        "epochs": 300,
    },
}
"""The values of the settings by preset: sections 5.2 to 5.4; the calls of both notebooks."""

DEMO_EPOCHS = 10
"""The most epochs of a demo's trainings, which show how it is done and need no best model."""


def fill_preset(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``settings`` with the values of their preset in place of those that are None."""
    preset = PRESETS[settings["preset"]]
    given = {key: value for key, value in settings.items() if value is not None}
    return {**settings, **preset, **given}


def describe_preset(settings: Mapping[str, Any]) -> str:
    """Return the name of the preset of filled settings, and what was set otherwise."""
    preset = PRESETS[settings["preset"]]
    changed = [
        f"{key.replace('_', ' ')} {_say(settings[key])}"
        for key, value in preset.items()
        if settings[key] != value
    ]
    return settings["preset"] + (f", but {', '.join(changed)}" if changed else "")


def _say(value: Any) -> str:
    return " and ".join(value) if isinstance(value, list) else f"{value}"

"""The encoders that a run can be searched with: those that it ranked and re-ranked by."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from paperpool.cached_model import EncoderSettings
from paperpool.config import RANKER_DEFAULTS
from paperpool.csfcube.collection import FACETS

_SETTINGS = [field.name for field in fields(EncoderSettings)]

HONEST = ("honest-fold1", "honest-fold2")
"""The re-rankers of a facet that are searched with, by the fold that each has not seen."""


@dataclass(frozen=True)
class EncoderChoice:
    """An encoder by the name that is chosen; ``trained`` is its name among the re-rankers.

    ``separator`` is what stands between title and abstract (see ``encoders.joining_text``).
    """

    name: str
    settings: EncoderSettings
    separator: str = "space"
    trained: str | None = None


def find_choices(config: Mapping[str, Any]) -> tuple[EncoderChoice, ...]:
    """Return the encoders of a configuration: of dense rankers, then of the re-rankers.

    Equal settings are one encoder. A re-ranker's encoder that shares its name with a ranker of
    other settings is called ``<name>-scisearch``.
    """
    found: dict[EncoderSettings, EncoderChoice] = {}
    for name, ranker in config["rankers"].items():
        if ranker["kind"] == "dense":
            separator = ranker.get("separator", "space")
            choice = EncoderChoice(name, _read_settings(ranker), separator)
            found.setdefault(choice.settings, choice)
    taken = {choice.name for choice in found.values()}
    for name, encoder in ((config.get("scisearch") or {}).get("encoders") or {}).items():
        if encoder is None:
            continue
        settings = _read_settings(encoder)
        known = found.get(settings)
        if known is None:
            chosen, separator = f"{name}-scisearch" if name in taken else name, "space"
        else:
            chosen, separator = known.name, known.separator
        found[settings] = EncoderChoice(chosen, settings, separator, name)
    return tuple(found.values())


def _read_settings(values: Mapping[str, Any]) -> EncoderSettings:
    filled = {**RANKER_DEFAULTS["dense"], **values}
    return EncoderSettings(**{name: filled[name] for name in _SETTINGS})


def find_losses(choice: EncoderChoice, models: Path, losses: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of ``losses`` that an encoder has re-rankers for, of a facet at least."""
    return tuple(
        loss
        for loss in losses
        if choice.trained is not None
        and any(has_rerankers(models, f"{choice.trained}-{loss}", facet) for facet in FACETS)
    )


def has_rerankers(models: Path, name: str, facet: str) -> bool:
    """Tell whether the honest re-rankers ``name`` of a facet are there."""
    return all((models / name / facet / f"{fold}.safetensors").is_file() for fold in HONEST)

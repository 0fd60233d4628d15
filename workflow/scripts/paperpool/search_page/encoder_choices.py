"""The encoders that a run can be searched with: those that it ranked and re-ranked by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

from paperpool.models.cached_model import EncoderSettings
from paperpool.scisearch.names import ENSEMBLE

THE_ENSEMBLE = "the ensemble"
"""What is chosen in place of an encoder, to ask an ensemble of re-rankers; no encoder has a space
in its name."""

_SETTINGS = [field.name for field in fields(EncoderSettings)]


@dataclass(frozen=True)
class EncoderChoice:
    """An encoder by the name that is chosen; ``trained`` is its name among the re-rankers.

    ``separator`` is what stands between title and abstract (see ``encoders.joining_text``).
    ``has_sentences``: a ranker has encoded the sentences of the collection by it, each alone.
    """

    name: str
    settings: EncoderSettings
    separator: str = "space"
    trained: str | None = None
    has_sentences: bool = False


def find_choices(config: Mapping[str, Any]) -> tuple[EncoderChoice, ...]:
    """Return the encoders of a configuration: of dense rankers, then of the re-rankers.

    Equal settings are one encoder. A re-ranker's encoder that shares its name with a ranker of
    other settings is called ``<name>-scisearch``.
    """
    found: dict[EncoderSettings, EncoderChoice] = {}
    for name, ranker in config["rankers"].items():
        if ranker["kind"] == "dense":
            separator = ranker.get("separator", "space")
            choice = EncoderChoice(name, read_settings(ranker), separator)
            found.setdefault(choice.settings, choice)
    taken = {choice.name for choice in found.values()}
    for name, encoder in ((config.get("scisearch") or {}).get("encoders") or {}).items():
        if encoder is None:
            continue
        settings = read_settings(encoder)
        known = found.get(settings)
        if known is None:
            chosen, separator = f"{name}-scisearch" if name in taken else name, "space"
        else:
            chosen, separator = known.name, known.separator
        found[settings] = EncoderChoice(chosen, settings, separator, name)
    for ranker in config["rankers"].values():
        if ranker["kind"] in ("sentences", "late") and not ranker.get("titles"):
            settings = read_settings(ranker)
            if settings in found:
                found[settings] = replace(found[settings], has_sentences=True)
    return tuple(found.values())


def ensemble_choice(choices: Sequence[EncoderChoice]) -> EncoderChoice:
    """Return what stands for an ensemble of the re-rankers above ``choices``.

    Papers are found by the first of their encoders, then ranked by the networks that it chose.
    """
    first = next(choice for choice in choices if choice.trained)
    return replace(first, name=THE_ENSEMBLE, trained=ENSEMBLE)


def read_settings(values: Mapping[str, Any]) -> EncoderSettings:
    """Return what of a ranker's settings says how it encodes."""
    return EncoderSettings(**{name: values[name] for name in _SETTINGS if name in values})

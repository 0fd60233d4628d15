"""The encoders of a benchmark's section, with all their settings."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from paperpool.models.encoder_settings import EncoderSettings
from paperpool.rankers.model_ranker import ModelRanker
from paperpool.rankers.registry import make_ranker
from paperpool.workflow.config.checked import DEMO_TOKENS


def fill_encoders(config: dict[str, Any], section: str) -> None:
    """Write out the settings of the encoders of a section; those that are null are left out.

    An encoder that is a ranker's name gets that ranker's settings, one with given vectors stays.
    """
    filled = {}
    for name, encoder in config[section]["encoders"].items():
        if isinstance(encoder, Mapping) and "vectors" in encoder:
            filled[name] = encoder
        elif encoder is not None:
            filled[name] = asdict(_read_encoder(encoder, config["rankers"]))
    config[section]["encoders"] = filled


def limit_tokens(encoders: Iterable[dict[str, Any]]) -> None:
    """Let a demo's encoders read ``DEMO_TOKENS`` tokens unless they set it."""
    for encoder in encoders:
        if encoder["max_tokens"] is None:
            encoder["max_tokens"] = DEMO_TOKENS


def _read_encoder(encoder: str | Mapping[str, Any], rankers: Mapping[str, Any]) -> EncoderSettings:
    """Return the settings of an encoder: its own, or those of the ranker that it names."""
    if isinstance(encoder, str):
        ranker = make_ranker(rankers[encoder])
        if not isinstance(ranker, ModelRanker):
            raise TypeError(f"The ranker {encoder} has no encoder.")
        return ranker.encoder_settings()
    return EncoderSettings(**encoder)

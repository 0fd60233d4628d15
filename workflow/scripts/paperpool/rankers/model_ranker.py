"""Rankers with a model: the settings that determine what it makes of a text, and its loading."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import ClassVar

from paperpool.models.cached_model import CachedModel, EncoderSettings
from paperpool.rankers.ranker import Ranker, Tools, setting

MODEL = {"$ref": "#/$defs/model"}
"""A model's name, of whatever part of the configuration it is."""


@dataclass(frozen=True, kw_only=True)
class ModelRanker(Ranker):
    """A ranker that asks a model."""

    needs: ClassVar[frozenset[str]] = frozenset({"model"})

    model: str = setting(
        "a local folder, a hub id (org/name or org/name@revision), or package:NAME (weights "
        "shipped in an installed Python package)",
        MODEL,
    )
    max_tokens: int | None = setting(
        "null (the model's own; of tokens, ts and ot as many as it has positions) or a number; "
        "longer texts are cut",
        {"$ref": "#/$defs/max_tokens"},
        None,
    )
    precision: str = setting(
        "bfloat16 (faster, also on a CPU: make bench) or float32",
        {"$ref": "#/$defs/precision"},
        "bfloat16",
    )
    batch_size: int = setting("texts encoded at once", {"$ref": "#/$defs/batch_size"}, 32)

    def encoder_settings(self) -> EncoderSettings:
        """Return what determines the model's output; settings that the kind lacks are unset."""
        names = {f.name for f in fields(EncoderSettings)}
        return EncoderSettings(**{n: v for n, v in self.science().items() if n in names})

    def load(self, model: type[CachedModel], tools: Tools, **options: str) -> CachedModel:
        """Return the model, which is loaded when it is first asked for what is not cached."""
        return model(self.encoder_settings(), tools.cache, tools.torch_threads, **options)


@dataclass(frozen=True, kw_only=True)
class AdaptedRanker(ModelRanker):
    """A model that an adapter may be put into."""

    adapter: str | None = setting(
        "null, or a bottleneck adapter for a BERT, named as a model is, such as SPECTER2's",
        {"$ref": "#/$defs/adapter"},
        None,
    )


@dataclass(frozen=True, kw_only=True)
class PooledRanker(ModelRanker):
    """A model that makes one vector of a text."""

    pooling: str | None = setting(
        "null (the model's own), cls, mean, or last_layer_mix (the first token of all layers, "
        "weighted as in Aspire's bi-encoders)",
        {"$ref": "#/$defs/pooling"},
        None,
    )


@dataclass(frozen=True, kw_only=True)
class EncoderRanker(AdaptedRanker, PooledRanker):
    """A model with every setting that one has."""


@dataclass(frozen=True, kw_only=True)
class ComparedRanker(PooledRanker):
    """Vectors of whole papers, or of a title and the sentences of a facet, compared."""

    similarity: str = setting(
        "how vectors are compared: cosine or l2",
        {"description": "cosine or l2", "enum": ["cosine", "l2"]},
        "cosine",
    )


@dataclass(frozen=True, kw_only=True)
class PaperRanker(EncoderRanker, ComparedRanker):
    """Rankers that encode papers, each as one text."""

    group: ClassVar[str] = "Abstract-level"

    separator: str = setting(
        "what stands between a title and what follows it: space, or sep for the model's own "
        "token, as SPECTER was trained with",
        {"description": "space or sep", "enum": ["space", "sep"]},
        "space",
    )


@dataclass(frozen=True, kw_only=True)
class SentenceRanker(EncoderRanker):
    """Rankers that encode sentences, each alone."""

    group: ClassVar[str] = "Sentence-level"

    titles: bool = setting(
        "false, or true to encode each sentence after its paper's title",
        {"description": "true or false", "type": "boolean"},
        False,
    )


@dataclass(frozen=True, kw_only=True)
class ContextRanker(AdaptedRanker):
    """Rankers that encode sentences within their paper."""

    group: ClassVar[str] = "Sentence-level"

    layers: str = setting(
        "the layers that a token's vector is from: last, as in the Aspire authors' own code, or "
        "all, their mean, as in MDCR",
        {"description": "last or all", "enum": ["last", "all"]},
        "last",
    )

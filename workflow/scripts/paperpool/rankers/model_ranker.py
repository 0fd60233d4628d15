"""Base classes of rankers with a model: its settings, and its loading."""

from collections.abc import Mapping
from dataclasses import fields
from typing import TYPE_CHECKING, TypeVar

from paperpool.models.encoder_settings import EncoderSettings
from paperpool.rankers.ranker import BOOLEAN, Context, Ranker, one_of
from paperpool.settings import setting

if TYPE_CHECKING:  # imports numpy
    from paperpool.models.cached_model import CachedModel

Model = TypeVar("Model", bound="CachedModel")

MODEL = {"$ref": "#/$defs/model"}

MODEL_NAME = (
    "a name of the registry (`paperpool fetch` lists them; it goes before a folder of that name), "
    "a local folder, a hub id (org/name or org/name@revision), or package:NAME (weights shipped in "
    "an installed Python package)"
)

SEPARATOR = (
    "what stands between a title and what follows it: space, or sep for the model's own "
    "token, as SPECTER was trained with",
    one_of("space", "sep"),
)

SIMILARITY = ("how vectors are compared: cosine or l2", one_of("cosine", "l2"))


class ModelRanker(Ranker, needs={"model"}, abstract=True):
    """A ranker with a model."""

    model: str = setting(MODEL_NAME, MODEL)
    max_tokens: int | None = setting(
        "null (the model's own; of tokens, ts and ot as many as it has positions) or a number; "
        "longer texts are cut",
        {"$ref": "#/$defs/max_tokens"},
        None,
    )
    precision: str = setting(
        "bfloat16 (faster; a CPU without instructions for it computes in float32) or float32 "
        "(scores that move less between machines)",
        {"$ref": "#/$defs/precision"},
        "bfloat16",
    )
    batch_size: int = setting("texts encoded at once", {"$ref": "#/$defs/batch_size"}, 32)

    def encoder_settings(self) -> EncoderSettings:
        """Return the settings of the model's output, without those that the kind lacks."""
        names = {field.name for field in fields(EncoderSettings)}
        settings = {name: value for name, value in self.science().items() if name in names}
        return EncoderSettings(**settings)

    def load(self, model: type[Model], context: Context, **options: str) -> Model:
        """Return the model, loaded at the first uncached text."""
        if context.cache is None:
            raise ValueError("A model needs a cache of what it computes.")
        return model(self.encoder_settings(), context.cache, context.torch_threads, **options)


class PromptedRanker(ModelRanker, abstract=True):
    """A model with prompts."""

    prompts: Mapping[str, str] | None = setting(
        "null (the model's own, as its config_sentence_transformers.json has them), or what stands "
        "before texts that ask and that are searched, as {query: text, document: text}",
        {"$ref": "#/$defs/prompts"},
        None,
    )


class AdaptedRanker(PromptedRanker, abstract=True):
    """A model with an optional adapter."""

    adapter: str | None = setting(
        "null, or a bottleneck adapter for a BERT, named as a model is, such as SPECTER2's",
        {"$ref": "#/$defs/adapter"},
        None,
    )


class PooledRanker(ModelRanker, abstract=True):
    """A model with one vector per text."""

    pooling: str | None = setting(
        "null (the model's own), cls (the first token's vector), mean, last (the last token's, "
        "as of decoders), pooler (BERT's: the first "
        "token's through a linear map and tanh, as SimCSE's), or last_layer_mix (the first token "
        "of all layers, weighted as in Aspire's bi-encoders)",
        {"$ref": "#/$defs/pooling"},
        None,
    )


class EncoderRanker(AdaptedRanker, PooledRanker, abstract=True):
    """A model with every setting of encoders."""

    unit_length: bool = setting(
        "true brings every vector to length 1, as the package simcse does", BOOLEAN, False
    )
    dimensions: int | None = setting(
        "null (all), or how many of a vector's first dimensions are kept (Matryoshka)",
        {"$ref": "#/$defs/dimensions"},
        None,
    )
    query_adapter: str | None = setting(
        "null (queries are encoded as papers), or the adapter of queries in place of adapter, such "
        "as SPECTER2's for short questions, allenai/specter2_adhoc_query",
        {"$ref": "#/$defs/adapter"},
        None,
    )


class ComparedRanker(PooledRanker, abstract=True):
    """A comparison of vectors of whole papers, or of a title and facet sentences."""

    similarity: str = setting(*SIMILARITY, "cosine")


class PaperRanker(EncoderRanker, ComparedRanker, group="Abstract-level", abstract=True):
    """Rankers that encode each paper as one text."""

    separator: str = setting(*SEPARATOR, "space")


class SentenceRanker(EncoderRanker, group="Sentence-level", abstract=True):
    """Rankers that encode each sentence alone."""

    titles: bool = setting(
        "false, or true to encode each sentence after its paper's title", BOOLEAN, False
    )


class ContextRanker(AdaptedRanker, group="Sentence-level", abstract=True):
    """Rankers that encode sentences within their paper."""

    layers: str = setting(
        "the layers that a token's vector is from: last, as in the Aspire authors' own code, or "
        "all, their mean, as in MDCR",
        one_of("last", "all"),
        "last",
    )

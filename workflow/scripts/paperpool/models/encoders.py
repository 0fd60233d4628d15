"""Text encoders: load a model of sentence-transformers safely, encode texts through the cache.

Weights are read from safetensors where they exist, else with ``torch.load(weights_only=True)``;
code of a model's own is never run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.models.adapters import add_adapter
from paperpool.models.cache import ArrayCache
from paperpool.models.cached_model import CachedModel, Share, places_of
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.loading import loading_model, whole_weights
from paperpool.models.number_checks import check_outputs, check_weights
from paperpool.models.plain_encoder import PlainEncoder, load_plain_encoder
from paperpool.models.pooling import LAST, LAYER_MIX, POOLER, load_layer_mix, load_with_pooler
from paperpool.models.precision import choose_device
from paperpool.models.static_encoder import StaticEncoder, is_static, load_static_encoder
from paperpool.models.transformer import load_tokenizer

if TYPE_CHECKING:  # slow to import for those that find every text in the cache
    from sentence_transformers import SentenceTransformer

__all__ = ["Encoder", "EncoderSettings", "load_model", "read_separator"]


TextVectors = tuple[list[int], NDArray[np.float32]]
"""The places of some texts, from 0, and their embeddings, shape (texts, dimensions)."""


class Encoder(CachedModel):
    """Encodes a text as a vector.

    With a ``query_adapter`` queries have an encoder of their own: the same model under that
    adapter. Vectors of documents do not depend on it.
    """

    def __init__(self, settings: EncoderSettings, cache: ArrayCache, torch_threads: int):
        super().__init__(replace(settings, query_adapter=None), cache, torch_threads)
        self._of_queries: Encoder | None = None
        if settings.query_adapter is not None:
            adapted = replace(settings, adapter=settings.query_adapter, query_adapter=None)
            self._of_queries = Encoder(adapted, cache, torch_threads)

    @property
    def encodes_queries_apart(self) -> bool:
        """Whether a text has another embedding as a query."""
        return self._of_queries is not None or super().encodes_queries_apart

    def _load(self):
        settings = self._settings
        if self.is_static:
            return load_static_encoder(self._folder, settings.max_tokens)

        # sentence-transformers takes long to import, and a plain BERT needs none of it
        if self._adapter is None:
            plain = load_plain_encoder(
                self._folder, settings.pooling, settings.max_tokens, settings.precision
            )
            if plain is not None:
                return plain

        model = load_model(self._folder, settings)
        if self._adapter is not None:
            add_adapter(model[0].auto_model, self._adapter)
        return model

    @cached_property
    def is_static(self) -> bool:
        """Whether the model is a static encoder."""
        return is_static(self._folder)

    def separator(self, kind: str) -> str:
        """Return the text between a title and the text after it, by ``read_separator``."""
        return read_separator(self._folder, kind)

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the embeddings of ``texts``, shape (len(texts), dimensions), equal for equal
        texts.

        They are cached, except for those of a static encoder.
        """
        return self._encode(self._after_prompt("document", texts))

    def encode_queries(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the embeddings of queries, possibly with a prompt or adapter of their own."""
        encoder = self._of_queries or self
        return encoder._encode(self._after_prompt("query", texts))

    def encode_share(self, texts: Sequence[str], share: Share) -> Iterator[TextVectors]:
        """Yield the places of a share's texts and their embeddings, as ``encode`` returns them."""
        texts = self._after_prompt("document", texts)
        if self.is_static:
            places = places_of(texts, share)
            yield places, self._compute_timed([texts[i] for i in places])
            return
        for places, rows in self._compute_share(texts, share):
            yield places, np.concatenate(rows)

    def _encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        if self.is_static:  # faster than the cache
            return self._compute_timed(list(texts))
        vectors = self._compute(texts)
        return np.concatenate(vectors) if vectors else np.zeros((0, 0), np.float32)

    def encode_directly(
        self, texts: Sequence[str], threads: int = 1, role: str = "document"
    ) -> NDArray[np.float32]:
        """Return embeddings without the cache, as a search has too many texts for it.

        ``role`` is "document" as in ``encode``, or "query" as in ``encode_queries``.

        Sharing few texts between ``threads`` costs more than it saves. A vector may differ in its
        last digits with the texts beside it.
        """
        import torch

        if role == "query" and self._of_queries is not None:
            return self._of_queries.encode_directly(texts, threads, role)
        self._loaded()
        torch.set_num_threads(threads)
        try:
            return self._compute_block(self._after_prompt(role, texts))
        finally:
            torch.set_num_threads(self._threads)

    def _compute_block(self, texts: list[str]) -> NDArray[np.float32]:
        vectors = self._compute_vectors(texts)
        dimensions = self._settings.dimensions or vectors.shape[1]
        if dimensions > vectors.shape[1]:
            message = f"The model's vectors have {vectors.shape[1]} dimensions, not {dimensions}."
            where = f"model {self._settings.model!r}"
            raise UserError(Problem(message, where, "Set dimensions to no more, or to null."))

        vectors = vectors[:, :dimensions]
        check_outputs(vectors, texts, self._settings.model)
        if not self._settings.unit_length:
            return vectors
        return vectors / np.maximum(np.linalg.norm(vectors, axis=1, keepdims=True), 1e-12)

    def _compute_vectors(self, texts: list[str]) -> NDArray[np.float32]:
        model = self._loaded()
        if isinstance(model, StaticEncoder):
            return model.encode(texts)
        if isinstance(model, PlainEncoder):
            return model.encode(texts, self._settings.batch_size).float().cpu().numpy()
        vectors = model.encode(
            texts,
            prompt="",  # it stands there already, and the model has a default of its own
            batch_size=self._settings.batch_size,
            show_progress_bar=False,
            convert_to_numpy=False,
            convert_to_tensor=True,
        )
        return vectors.float().cpu().numpy()


def read_separator(folder: Path, separator: str) -> str:
    """Return the text between a title and the text after it, of the model in ``folder``.

    ``separator`` is ``space``, or ``sep`` for the tokenizer's own, as SPECTER and its kin were
    trained with; if it has none, UserError. Papers of a static encoder are fitted with a space.
    """
    if separator == "space" or is_static(folder):
        return " "
    with loading_model(folder):
        token = load_tokenizer(folder).sep_token
    if token is None:
        message = "The model's tokenizer has no separator token."
        raise UserError(Problem(message, f"model {str(folder)!r}", "Set separator: space."))
    return token


def load_model(folder: Path, settings: EncoderSettings) -> SentenceTransformer:
    """Load the model of ``folder`` by ``settings``, without their adapter."""
    import torch
    from sentence_transformers import SentenceTransformer

    arguments = {"dtype": getattr(torch, settings.precision)}
    device = choose_device()
    with whole_weights(folder):
        if settings.pooling is None:
            model = SentenceTransformer(
                str(folder), model_kwargs=arguments, device=device, trust_remote_code=False
            )
        else:
            modules = _build_modules(folder, settings.pooling, arguments)
            model = SentenceTransformer(modules=modules, device=device, trust_remote_code=False)

    # those of modules after the transformer too, such as a linear map
    check_weights(dict(model.named_parameters()), f"model {str(folder)!r}")
    if settings.max_tokens is not None:
        model.max_seq_length = settings.max_tokens
    return model


def _build_modules(folder: Path, pooling: str, arguments: dict) -> list:
    """Return the modules of a bare transformer with a pooling."""
    from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

    if pooling == POOLER:
        return [load_with_pooler(folder, arguments)]
    if pooling == LAYER_MIX:
        transformer = Transformer(
            str(folder), model_kwargs=arguments, config_kwargs={"output_hidden_states": True}
        )
        mix = load_layer_mix(folder, transformer.auto_model.config.num_hidden_layers)
        head = Pooling(transformer.get_embedding_dimension(), pooling_mode="cls")
        return [transformer, mix, head]

    transformer = Transformer(str(folder), model_kwargs=arguments, config_kwargs={})
    mode = "lasttoken" if pooling == LAST else pooling
    return [transformer, Pooling(transformer.get_embedding_dimension(), pooling_mode=mode)]

"""Text encoders: load a sentence-transformers model safely and encode texts through the cache.

Weights are read from safetensors where they exist, else with ``torch.load(weights_only=True)``;
code of a model's own is never run.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paperpool.adapters import add_adapter
from paperpool.cached_model import CachedModel, EncoderSettings, choose_device
from paperpool.layer_mix import LAYER_MIX, load_layer_mix

__all__ = ["Encoder", "EncoderSettings"]


class Encoder(CachedModel):
    """Encodes a text as a vector."""

    def _load(self):
        from sentence_transformers import SentenceTransformer

        arguments = {"dtype": self._dtype()}
        common = {"device": choose_device(), "trust_remote_code": False}
        if self._settings.pooling is None:
            model = SentenceTransformer(str(self._folder), model_kwargs=arguments, **common)
        else:
            model = SentenceTransformer(modules=self._build_modules(arguments), **common)
        if self._adapter is not None:
            add_adapter(model[0].auto_model, self._adapter)
        if self._settings.max_tokens is not None:
            model.max_seq_length = self._settings.max_tokens
        return model

    def _build_modules(self, arguments: dict) -> list:
        """Return the modules of a bare transformer with the pooling of the settings."""
        from sentence_transformers.sentence_transformer.modules import Pooling, Transformer

        mixes = self._settings.pooling == LAYER_MIX
        config = {"output_hidden_states": True} if mixes else {}
        transformer = Transformer(str(self._folder), model_kwargs=arguments, config_kwargs=config)
        mode = "cls" if mixes else self._settings.pooling
        pooling = Pooling(transformer.get_embedding_dimension(), pooling_mode=mode)
        if not mixes:
            return [transformer, pooling]
        return [transformer, load_layer_mix(self._folder, transformer.auto_model.config), pooling]

    def separator_token(self) -> str:
        """Return what the model's tokenizer puts between two texts, such as ``[SEP]``."""
        from transformers import AutoTokenizer

        tokenizer = AutoTokenizer.from_pretrained(str(self._folder), trust_remote_code=False)
        return tokenizer.sep_token

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the embeddings of ``texts``, shape (len(texts), dimensions).

        Equal texts get equal rows. Missing blocks are encoded, with a progress bar, and cached.
        """
        rows = self._compute(texts)
        return np.concatenate(rows) if rows else np.zeros((0, 0), np.float32)

    def _compute_block(self, texts: list[str]) -> NDArray[np.float32]:
        vectors = self._loaded().encode(
            texts,
            batch_size=self._settings.batch_size,
            show_progress_bar=False,
            convert_to_numpy=False,
            convert_to_tensor=True,
        )
        return vectors.float().cpu().numpy()


def joining_text(encoder: Encoder, separator: str) -> str:
    """Return what stands between a title and what follows it.

    ``separator`` is ``space``, or ``sep`` for the model's own separator token, as SPECTER and its
    kin were trained with.
    """
    return " " if separator == "space" else encoder.separator_token()

"""Cached models that code of ours gives tokens to: their tokenizer, and how long texts may be."""

from functools import cached_property
from typing import Any

from paperpool.models.cached_model import CachedModel
from paperpool.models.loading import loading_model
from paperpool.models.transformer import count_positions, load_tokenizer


class TokenizedModel(CachedModel):
    """A model whose texts are cut at ``max_tokens`` or, without it, at the model's positions."""

    @cached_property
    def _tokenizer(self) -> Any:
        with loading_model(self._settings.model):
            return load_tokenizer(self._folder)

    @cached_property
    def _limit(self) -> int:
        """The tokens of a text, at most."""
        if self._settings.max_tokens is not None:
            return self._settings.max_tokens
        with loading_model(self._settings.model):
            return count_positions(self._folder)

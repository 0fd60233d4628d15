"""Encoders that are a plain BERT, a pooling and at most a norm, without sentence-transformers.

Importing it takes a job six seconds. Steps, batches and roundings are the same as there, so the
vectors have the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from paperpool.io.files import load_json
from paperpool.models.plain_bert import PlainBert, load_plain_bert
from paperpool.models.plain_tokenizer import PlainTokenizer, load_plain_tokenizer

if TYPE_CHECKING:  # slow to import
    from torch import Tensor

_MODULES = (["Transformer", "Pooling"], ["Transformer", "Pooling", "Normalize"])
"""The kinds of modules that a plain encoder has, in order."""

_POOLING_SIZES = ("word_embedding_dimension", "embedding_dimension", "include_prompt")
"""The settings of a pooling beside its kind."""


@dataclass(frozen=True)
class _Layout:
    """Settings of an encoder: ``pooling`` is ``mean`` or ``cls``; ``max_tokens`` is optional."""

    pooling: str
    normalised: bool
    max_tokens: int | None


class PlainEncoder:
    """A BERT for inference, its tokenizer and its pooling."""

    def __init__(
        self, bert: PlainBert, tokenizer: PlainTokenizer, layout: _Layout, max_tokens: int
    ):
        self._bert = bert
        self._tokenizer = tokenizer
        self._layout = layout
        self._max_tokens = max_tokens

    def encode(self, texts: Sequence[str], batch_size: int) -> Tensor:
        """Return the vectors of ``texts``, shape (len(texts), dimensions), at least one text.

        The next batches become tokens while the model computes.
        """
        import torch

        order = np.argsort([-len(text) for text in texts])
        batches = [order[i : i + batch_size] for i in range(0, len(order), batch_size)]
        with torch.inference_mode(), ThreadPoolExecutor(1) as beside:
            tokens = beside.map(self._tokenize, [[texts[i] for i in batch] for batch in batches])
            vectors = torch.cat([self._encode_batch(one) for one in tokens])
            return vectors[torch.from_numpy(np.argsort(order)).to(vectors.device)]

    def _tokenize(self, texts: list[str]) -> Any:
        return self._tokenizer(
            texts, truncation=True, max_length=self._max_tokens, return_tensors="pt"
        )

    def _encode_batch(self, tokens: Any) -> Tensor:
        from torch.nn.functional import normalize

        tokens = tokens.to(self._bert.device)
        states = self._bert(**tokens).last_hidden_state
        pooled = states[:, 0]
        if self._layout.pooling == "mean":
            pooled = _average(states, tokens["attention_mask"])
        return normalize(pooled, p=2, dim=-1) if self._layout.normalised else pooled


def _average(states: Tensor, attention_mask: Tensor) -> Tensor:
    """Return the mean vector of each text's tokens, summed in single precision."""
    import torch

    mask = attention_mask.unsqueeze(-1).to(states.dtype)
    total = (states * mask).sum(dim=1, dtype=torch.float32)
    counts = torch.clamp(mask.sum(dim=1, dtype=torch.float32), min=1e-9)
    return (total / counts).to(states.dtype)


def load_plain_encoder(
    folder: Path, pooling: str | None, max_tokens: int | None, precision: str
) -> PlainEncoder | None:
    """Return the encoder in ``folder``, or None if sentence-transformers has to load it.

    Without ``pooling`` or ``max_tokens`` the model's own apply.
    """
    layout = _read_layout(folder, pooling)
    tokenizer = None if layout is None else load_plain_tokenizer(folder)
    if layout is None or tokenizer is None:
        return None
    bert = load_plain_bert(folder, precision)
    if bert is None:
        return None
    longest = min(tokenizer.model_max_length, bert.config.max_position_embeddings)
    return PlainEncoder(bert, tokenizer, layout, max_tokens or layout.max_tokens or longest)


def _read_layout(folder: Path, pooling: str | None) -> _Layout | None:
    """Return the settings of the encoder in ``folder``, unless it has parts of its own."""
    if pooling is not None:
        return _Layout(pooling, False, None) if pooling in ("mean", "cls") else None
    try:
        modules = load_json(folder / "modules.json")
        kinds = [module["type"].rpartition(".")[2] for module in modules]
        is_own = all(module["type"].startswith("sentence_transformers.") for module in modules)
        if not is_own or kinds not in _MODULES or modules[0]["path"]:
            return None
        limits = load_json(folder / "sentence_bert_config.json")
        chosen = _read_pooling(load_json(folder / modules[1]["path"] / "config.json"))
        own = folder / "config_sentence_transformers.json"
        asks = load_json(own) if own.exists() else {}
    except Exception:  # what a damaged file is, sentence-transformers says
        return None
    plain_limits = set(limits) <= {"max_seq_length", "do_lower_case"}
    plain_limits &= limits.get("max_seq_length") is not None and not limits.get("do_lower_case")
    own_prompts = any((asks.get("prompts") or {}).values()) or asks.get("default_prompt_name")
    if not plain_limits or own_prompts or asks.get("truncate_dim") or chosen is None:
        return None
    return _Layout(chosen, len(modules) == 3, limits["max_seq_length"])


def _read_pooling(settings: dict[str, Any]) -> str | None:
    """Return the one pooling that a module's settings name, if it is ``mean`` or ``cls``."""
    names = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}
    asked = [key for key, value in settings.items() if value and key not in _POOLING_SIZES]
    if len(asked) != 1 or not settings.get("include_prompt", True):
        return None
    return names.get(asked[0])

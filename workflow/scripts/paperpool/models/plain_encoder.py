"""Encoders that are a plain BERT, a pooling and at most a norm, without sentence-transformers.

Importing it takes a job six seconds. Steps, batches and roundings are the same as there, so the
vectors have the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from paperpool.io.files import load_json
from paperpool.io.strict_json import JsonObject
from paperpool.models.plain_bert import PlainBert, load_plain_bert
from paperpool.models.plain_tokenizer import PlainTokenizer, Tokens, load_plain_tokenizer

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
        batches = []
        for start in range(0, len(order), batch_size):
            batches.append([texts[i] for i in order[start : start + batch_size]])
        with torch.inference_mode(), ThreadPoolExecutor(1) as thread:
            tokenized = thread.map(self._tokenize, batches)
            vectors = torch.cat([self._encode_batch(tokens) for tokens in tokenized])
            return vectors[torch.from_numpy(np.argsort(order)).to(vectors.device)]

    def _tokenize(self, texts: list[str]) -> Tokens:
        return self._tokenizer(
            texts, truncation=True, max_length=self._max_tokens, return_tensors="pt"
        )

    def _encode_batch(self, tokens: Tokens) -> Tensor:
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
        return _read_stored_layout(folder)
    except Exception:  # what a damaged file is, sentence-transformers says
        return None


def _read_stored_layout(folder: Path) -> _Layout | None:
    """Return the settings that the files of sentence-transformers have, if they are plain.

    Raises any exception for damaged files.
    """
    modules = load_json(folder / "modules.json")
    kinds = []
    for module in modules:
        if not module["type"].startswith("sentence_transformers."):
            return None
        kinds.append(module["type"].rpartition(".")[2])
    if kinds not in _MODULES or modules[0]["path"]:
        return None

    limits = load_json(folder / "sentence_bert_config.json")
    if limits.get("max_seq_length") is None or limits.get("do_lower_case"):
        return None
    if not set(limits) <= {"max_seq_length", "do_lower_case"}:
        return None
    pooling = _read_pooling(load_json(folder / modules[1]["path"] / "config.json"))

    # a prompt by default, or fewer dimensions, are for sentence-transformers to apply
    path = folder / "config_sentence_transformers.json"
    defaults = load_json(path) if path.exists() else {}
    prompts = defaults.get("prompts") or {}
    if any(prompts.values()) or defaults.get("default_prompt_name"):
        return None
    if defaults.get("truncate_dim") or pooling is None:
        return None
    return _Layout(pooling, len(modules) == 3, limits["max_seq_length"])


def _read_pooling(settings: JsonObject) -> str | None:
    """Return the one pooling that a module's settings name, if it is ``mean`` or ``cls``."""
    names = {"pooling_mode_mean_tokens": "mean", "pooling_mode_cls_token": "cls"}
    chosen = [key for key, value in settings.items() if value and key not in _POOLING_SIZES]
    if len(chosen) != 1 or not settings.get("include_prompt", True):
        return None
    return names.get(chosen[0])

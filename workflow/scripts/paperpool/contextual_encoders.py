"""Encode every sentence of an abstract in its context: one pass over title and abstract.

Source: Mysore, Cohan and Hope, "Multi-Vector Models with Textual Guidance for Fine-Grained
Scientific Document Similarity" (2022), section 3.1, and the examples of the released models: the
title, the separator token and the abstract go through the transformer, and a sentence's vector is
the mean of its tokens' vectors.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from paperpool.adapters import add_adapter
from paperpool.cached_model import CachedModel

logger = logging.getLogger("paperpool")

PaperText = Sequence[str]
"""A title and, after it, the sentences of the abstract."""


class ContextualEncoder(CachedModel):
    """Encodes a paper as a vector for each sentence of its abstract.

    Where the settings have no ``max_tokens``, a text may be as long as the model has positions for;
    their ``pooling`` is not used.
    """

    unit = "papers"

    def _load(self):
        from transformers import AutoModel, AutoTokenizer

        folder, common = str(self._folder), {"trust_remote_code": False}
        tokenizer = AutoTokenizer.from_pretrained(folder, **common)
        model = AutoModel.from_pretrained(folder, dtype=self._dtype(), **common)
        if self._adapter is not None:
            add_adapter(model, self._adapter)
        return tokenizer, model.to(self._device()).eval()

    @staticmethod
    def _count_rows(paper: PaperText) -> int:
        return len(paper) - 1

    def encode(self, papers: Sequence[PaperText]) -> list[NDArray[np.float32]]:
        """Return for each paper the vectors of its sentences, shape (sentences, dimensions).

        Sentences that lie beyond the token limit have a row of NaN.
        """
        vectors = self._compute([list(paper) for paper in papers])
        cut = sum(int(np.isnan(rows[:, 0]).sum()) for rows in vectors)
        if cut:
            total = sum(map(len, vectors))
            logger.info("%d of %d sentences lie beyond the token limit", cut, total)
        return vectors

    def _compute_block(self, papers: list[PaperText]) -> NDArray[np.float32]:
        import torch

        tokenizer, model = self._loaded()
        limit = self._settings.max_tokens or _count_positions(model.config)
        joined = [_join(paper, tokenizer.sep_token) for paper in papers]
        order = sorted(range(len(papers)), key=lambda i: len(joined[i][0]))  # little padding
        rows: dict[int, NDArray[np.float32]] = {}
        for start in range(0, len(order), self._settings.batch_size):
            batch = order[start : start + self._settings.batch_size]
            tokens = tokenizer(
                [joined[i][0] for i in batch],
                padding=True,
                truncation=True,
                max_length=limit,
                return_offsets_mapping=True,
                return_tensors="pt",
            )
            ends = tokens.pop("offset_mapping")[:, :, 1].numpy()
            with torch.inference_mode():
                states = model(**tokens.to(model.device)).last_hidden_state
            for i, vectors, places in zip(batch, states.float().cpu().numpy(), ends, strict=True):
                rows[i] = _average_spans(vectors, places, joined[i][1])
        return np.concatenate([rows[i] for i in range(len(papers))])


def _join(paper: PaperText, separator: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the text that goes through the model and where in it each sentence lies."""
    text = f"{paper[0]} {separator}"
    spans = []
    for sentence in paper[1:]:
        start = len(text) + 1
        text = f"{text} {sentence}"
        spans.append((start, len(text)))
    return text, spans


def _average_spans(
    vectors: NDArray[np.float32], ends: NDArray[np.int64], spans: list[tuple[int, int]]
) -> NDArray[np.float32]:
    """Return the mean vector of the tokens that end in each span; NaN for a span without any.

    ``ends``: where each token ends, 0 for special ones. (A token may begin with the space before
    its word.)
    """
    averages = np.full((len(spans), vectors.shape[1]), np.nan, np.float32)
    for row, (start, stop) in zip(averages, spans, strict=True):
        inside = (ends > start) & (ends <= stop)
        if inside.any():
            row[:] = vectors[inside].mean(axis=0)
    return averages


def _count_positions(config: Any) -> int:
    """Return how many tokens a model has positions for; RoBERTa's first two are never used."""
    unused = config.pad_token_id + 1 if "roberta" in config.model_type else 0
    return config.max_position_embeddings - unused

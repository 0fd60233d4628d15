"""Encode title and sentences, or tokens, in their context: one pass over title and abstract.

Source: Mysore, Cohan and Hope, "Multi-Vector Models with Textual Guidance for Fine-Grained
Scientific Document Similarity" (2022), section 3.1, and the examples of the released models: the
title, the separator token and the abstract go through the transformer, and a sentence's vector is
the mean of its tokens' vectors.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray

from paperpool.models.adapters import add_adapter
from paperpool.models.cache import ArrayCache
from paperpool.models.cached_model import WHOLE, ItemRows, Share, gather
from paperpool.models.encoder_settings import EncoderSettings
from paperpool.models.number_checks import tell_broken_outputs
from paperpool.models.tokenized_model import TokenizedModel
from paperpool.models.transformer import (
    Network,
    TokenBatch,
    load_any_transformer,
    load_transformer,
)

if TYPE_CHECKING:  # slow to import
    from torch import Tensor

logger = logging.getLogger("paperpool")

PaperText = Sequence[str]
"""A title and, after it, the sentences of the abstract."""


class _OnePassEncoder(TokenizedModel):
    """Sends title and abstract through a transformer at once; subclasses keep parts of the output.

    Without ``max_tokens`` the limit is the model's positions; ``pooling`` is not used. A prompt
    before the title is read by the model, and is part of no text.
    """

    unit = "papers"

    def __init__(self, settings: EncoderSettings, cache: ArrayCache, torch_threads: int):
        super().__init__(settings, cache, torch_threads)
        self._use_prompt("document")

    def _use_prompt(self, role: str) -> None:
        self._prompt = self.prompts[role]
        self._identity.pop("prompt", None)
        if self._prompt:  # digests without a prompt stay valid
            self._identity["prompt"] = self._prompt

    @cached_property
    def of_queries(self) -> Self:
        """The encoder of papers as queries: the same model, after the prompt of queries."""
        if not self.encodes_queries_apart:
            return self
        encoder = copy(self)
        encoder._loaded = self._loaded
        encoder._identity = dict(self._identity)
        encoder._use_prompt("query")
        return encoder

    def _load(self):
        if self._adapter is None:
            return load_transformer(self._folder, self._settings.precision)
        model = load_any_transformer(self._folder, self._settings.precision)
        add_adapter(model, self._adapter)
        return model

    def _tokenize(self, papers: Sequence[PaperText]) -> tuple[TokenBatch, list[NDArray[np.int64]]]:
        """Return the tokens, padded to one length, and each paper's places (``locate_parts``)."""
        joined = [self._lay_out(paper) for paper in papers]
        tokens = self._tokenizer(
            [self._prompt + text for text, _ in joined],
            padding=True,
            truncation=True,
            max_length=self._limit,
            return_offsets_mapping=True,
            return_tensors="pt",
        )
        ends = tokens.pop("offset_mapping")[:, :, 1].numpy() - len(self._prompt)
        parts = []
        for paper_ends, (_, spans) in zip(ends, joined, strict=True):
            parts.append(locate_parts(paper_ends, spans))
        return tokens, parts

    def _lay_out(self, paper: PaperText) -> tuple[str, list[tuple[int, int]]]:
        """Return the model's input text and the places of the paper's texts in it."""
        return join_parts(paper, self._tokenizer.sep_token)

    def _compute_block(self, papers: list[PaperText]) -> NDArray[np.float32]:
        import torch

        model = self._loaded()
        order = sorted(range(len(papers)), key=lambda i: sum(map(len, papers[i])))  # less padding
        size = self._settings.batch_size
        batches = [order[start : start + size] for start in range(0, len(order), size)]
        rows: dict[int, NDArray] = {}
        broken: list[int] = []
        with ThreadPoolExecutor(1) as thread:  # the next batches become tokens while it computes
            texts = ([papers[i] for i in batch] for batch in batches)
            tokenized = thread.map(self._tokenize, texts)
            for batch, (tokens, parts) in zip(batches, tokenized, strict=True):
                with torch.inference_mode():
                    states = self._read_states(model, tokens.to(model.device)).float()
                for i, vectors, paper_parts in zip(batch, states.cpu().numpy(), parts, strict=True):
                    rows[i] = self._keep(vectors, paper_parts, len(papers[i]))
                    of_tokens = vectors[paper_parts >= 0]  # of padding some models give NaN
                    if not np.isfinite(of_tokens).all() or np.isinf(rows[i]).any():
                        broken.append(i)
                if broken:
                    raise tell_broken_outputs(sorted(broken), papers, self._settings.model)
        return np.concatenate([rows[i] for i in range(len(papers))])

    def _read_states(self, model: Network, tokens: TokenBatch) -> Tensor:
        """Return the vectors of tokens, shape (papers, tokens, dimensions)."""
        return model(**tokens).last_hidden_state

    @staticmethod
    def _keep(vectors: NDArray[np.float32], parts: NDArray[np.int64], n_parts: int) -> NDArray:
        """Return the rows of a paper from its tokens' vectors and the part that each is in."""
        raise NotImplementedError


class ContextualEncoder(_OnePassEncoder):
    """Encodes a paper as a vector for its title and for each sentence of its abstract.

    ``layers`` are the layers of a token's vector: the ``last``, as in the Aspire authors' own code,
    or the mean over ``all`` of them, the embeddings among them (MDCR, section 3).
    """

    def __init__(
        self,
        settings: EncoderSettings,
        cache: ArrayCache,
        torch_threads: int,
        layers: str = "last",
    ):
        super().__init__(settings, cache, torch_threads)
        self._layers = layers
        self._identity["layers"] = layers

    def _read_states(self, model: Network, tokens: TokenBatch) -> Tensor:
        if self._layers == "last":
            return super()._read_states(model, tokens)
        states = model(**tokens, output_hidden_states=True).hidden_states
        total: Any = sum(layer.float() for layer in states)
        return total / len(states)

    def _count_rows(self, paper: PaperText) -> int:
        return len(paper)

    def encode(self, papers: Sequence[PaperText]) -> list[NDArray[np.float32]]:
        """Return each paper's vectors, (texts, dimensions); NaN for empty texts and beyond the
        limit.
        """
        return gather(self.encode_share(papers, WHOLE), len(papers))

    def encode_share(self, papers: Sequence[PaperText], share: Share) -> Iterator[ItemRows]:
        """Yield the places of a share's papers, and the result of ``encode`` for each."""
        n_cut = 0
        n_sentences = 0
        for places, vectors in self._compute_share([list(paper) for paper in papers], share):
            for rows in vectors:
                n_cut += int(np.isnan(rows[1:, 0]).sum())
                n_sentences += len(rows) - 1
            yield places, vectors
        if n_cut:
            logger.info("%d of %d sentences lie beyond the token limit", n_cut, n_sentences)

    @staticmethod
    def _keep(vectors: NDArray[np.float32], parts: NDArray[np.int64], n_parts: int) -> NDArray:
        """Return the mean vector of the tokens of each text; NaN for one without any."""
        averages = np.full((n_parts, vectors.shape[1]), np.nan, np.float32)
        for part, row in enumerate(averages):
            inside = parts == part
            if inside.any():
                row[:] = vectors[inside].mean(axis=0)
        return averages


@dataclass(frozen=True)
class PaperTokens:
    """The tokens of a title and abstract, without special ones; all arrays have a row for each.

    ``ids``: their numbers in the vocabulary; ``parts``: 0 for the title, i for sentence i (from 1);
    ``vectors``: in context, of unit length, float16.
    """

    ids: NDArray[np.int64]
    parts: NDArray[np.int64]
    vectors: NDArray[np.float16]


class TokenEncoder(_OnePassEncoder):
    """Encodes a paper as a vector for each token of its title and abstract."""

    def _count_rows(self, paper: PaperText) -> int:
        return int((self._tokenize([paper])[1][0] >= 0).sum())

    def encode(self, papers: Sequence[PaperText]) -> list[PaperTokens]:
        """Return the tokens of each paper; those beyond the token limit are left out."""
        rows = self._compute([list(paper) for paper in papers])
        encoded = []
        for paper, vectors in zip(papers, rows, strict=True):
            tokens, (parts,) = self._tokenize([paper])
            ids = tokens["input_ids"][0].numpy()
            is_kept = parts >= 0
            vectors = vectors.astype(np.float16, copy=False)
            encoded.append(PaperTokens(ids[is_kept], parts[is_kept], vectors))
        return encoded

    @staticmethod
    def _keep(vectors: NDArray[np.float32], parts: NDArray[np.int64], n_parts: int) -> NDArray:
        kept = vectors[parts >= 0]
        return (kept / np.linalg.norm(kept, axis=1, keepdims=True)).astype(np.float16)


def join_parts(paper: PaperText, separator: str) -> tuple[str, list[tuple[int, int]]]:
    """Return the model's input text and the places of title and sentences in it."""
    text = paper[0]
    spans = [(0, len(text))]
    text = f"{text} {separator}"
    for sentence in paper[1:]:
        start = len(text) + 1
        text = f"{text} {sentence}"
        spans.append((start, len(text)))
    return text, spans


def locate_parts(ends: NDArray[np.int64], spans: list[tuple[int, int]]) -> NDArray[np.int64]:
    """Return for each token the span (from 0) of its end, else -1.

    Special tokens, and those of a prompt, end at 0 or before.
    """
    parts = np.full(len(ends), -1, np.int64)
    for part, (start, stop) in enumerate(spans):
        parts[(ends > start) & (ends <= stop)] = part
    return parts

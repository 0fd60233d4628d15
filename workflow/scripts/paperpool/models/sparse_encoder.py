"""Encode texts as weights of the terms of a vocabulary, by a masked language model: SPLADE.

Source: Formal et al., "SPLADE v2: Sparse Lexical and Expansion Model for Information Retrieval"
(2021), section 2.2: the weight of a term is the largest log(1 + ReLU(logit)) over the tokens of the
text. As in the authors' code and in sentence-transformers' SparseEncoder, the special tokens before
and after a text count, and padding does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from paperpool.models.cached_model import Item
from paperpool.models.loading import loading_model, whole_weights
from paperpool.models.number_checks import check_outputs
from paperpool.models.precision import choose_device
from paperpool.models.tokenized_model import TokenizedModel
from paperpool.models.transformer import TokenBatch, load_config

if TYPE_CHECKING:  # the kinds of rankers are listed without them
    from scipy import sparse
    from torch import Tensor

_ENTRY = np.dtype([("text", "<i4"), ("term", "<i4"), ("weight", "<f4")])
"""A weight in a cached block: the text's number there, the term's number in the vocabulary."""


_MOST_TOKENS = 2048
"""Tokens of several texts whose logits are held at once; of 30,000 terms they take 250 MB."""


class SparseEncoder(TokenizedModel):
    """Encodes a text as the weights of a vocabulary's terms, most of which are zero."""

    def _load(self) -> Any:
        from transformers import AutoModelForMaskedLM

        with whole_weights(self._folder):
            model = AutoModelForMaskedLM.from_pretrained(
                str(self._folder), dtype=self._dtype(), trust_remote_code=False
            )
        return model.to(choose_device()).eval()

    @cached_property
    def n_terms(self) -> int:
        """The number of terms of the vocabulary."""
        with loading_model(self._settings.model):
            return load_config(self._folder).vocab_size

    def encode(self, texts: Sequence[str]) -> sparse.csr_matrix:
        """Return the weights, float32, shape (len(texts), ``n_terms``); terms ascend in a row."""
        from scipy import sparse

        rows = self._compute(texts)
        indptr = np.zeros(len(rows) + 1, np.int64)
        indptr[1:] = np.cumsum([len(entries) for entries in rows])
        entries: NDArray[Any] = np.concatenate([np.zeros(0, _ENTRY), *rows])
        return sparse.csr_matrix(
            (entries["weight"], entries["term"], indptr), shape=(len(texts), self.n_terms)
        )

    def _split_block(self, values: NDArray, items: Sequence[Item]) -> list[NDArray] | None:
        if values.dtype != _ENTRY:
            return None
        edges = np.searchsorted(values["text"], np.arange(1, len(items)))
        return np.split(values, edges)

    def _compute_block(self, texts: list[str]) -> NDArray:
        order = sorted(range(len(texts)), key=lambda i: len(texts[i]))  # less padding
        size = self._settings.batch_size
        batches = [order[start : start + size] for start in range(0, len(order), size)]
        found: dict[int, NDArray] = {}
        with ThreadPoolExecutor(1) as thread:  # the next batches become tokens while it computes
            batch_texts = [[texts[i] for i in batch] for batch in batches]
            tokenized = thread.map(self._tokenize, batch_texts)
            for batch, in_batch, tokens in zip(batches, batch_texts, tokenized, strict=True):
                weights = self._weigh(tokens)
                check_outputs(weights, in_batch, self._settings.model)
                for i, text_weights in zip(batch, weights, strict=True):
                    found[i] = _keep_entries(i, text_weights)
        return np.concatenate([found[i] for i in range(len(texts))])

    def _tokenize(self, texts: Sequence[str]) -> TokenBatch:
        return self._tokenizer(
            texts, padding=True, truncation=True, max_length=self._limit, return_tensors="pt"
        )

    def _weigh(self, tokens: TokenBatch) -> NDArray[np.float32]:
        """Return the weight of every term, shape (texts, terms)."""
        n_texts, width = tokens["input_ids"].shape
        at_once = max(1, _MOST_TOKENS // width)
        parts = []
        for start in range(0, n_texts, at_once):
            part = {name: values[start : start + at_once] for name, values in tokens.items()}
            parts.append(self._weigh_at_once(part))
        return np.concatenate(parts)

    def _weigh_at_once(self, tokens: dict[str, Tensor]) -> NDArray[np.float32]:
        import torch

        model = self._loaded()
        tokens = {name: values.to(model.device) for name, values in tokens.items()}
        with torch.inference_mode():
            logits = model(**tokens).logits
            # of a text that is padded the largest logit is never below 0, whose weight is 0 too
            logits *= tokens["attention_mask"].unsqueeze(-1)
            # the weight grows with the logit, so the largest logit has the largest weight
            return logits.amax(dim=1).relu().float().log1p().cpu().numpy()


def _keep_entries(text: int, weights: NDArray[np.float32]) -> NDArray:
    """Return the weights of a text that are not zero, by ascending term."""
    terms = np.flatnonzero(weights)
    entries = np.empty(len(terms), _ENTRY)
    entries["text"] = text
    entries["term"] = terms
    entries["weight"] = weights[terms]
    return entries

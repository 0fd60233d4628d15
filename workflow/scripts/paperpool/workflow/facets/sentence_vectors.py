"""Vectors of the sentences of an abstract, from a frozen encoder.

A sentence's vector is the mean over its tokens, in layers a third and half of the way up, which
show a sentence's function better than the last layer, which shows its topic.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paperpool.models.loading import loading_model
from paperpool.models.locating import fetch_model
from paperpool.models.memory import recycle_memory
from paperpool.models.number_checks import check_outputs
from paperpool.models.precision import choose_precision
from paperpool.models.transformer import load_config, load_tokenizer, load_transformer
from paperpool.workflow.facets.sequences import (
    LabellerSettings,
    SequenceMaker,
    batch_by_length,
    count_positions,
)


def choose_layers(n_layers: int) -> tuple[int, int]:
    """Return the two layers of an encoder for sentence vectors, counted from 1."""
    return max(1, round(n_layers / 3)), max(1, round(n_layers / 2))


class SentenceVectors:
    """An encoder and its tokenizer; ``model`` is a local folder, ``package:NAME`` or a hub id."""

    def __init__(self, model: str, settings: LabellerSettings, torch_threads: int):
        import torch

        torch.set_num_threads(torch_threads)
        self._name = model
        folder = fetch_model(model)
        precision = choose_precision(settings.precision)
        with loading_model(model):
            config = load_config(folder)
            self._layers = choose_layers(config.num_hidden_layers)
            self._model = load_transformer(folder, precision, self._layers[-1])
            tokenizer = load_tokenizer(folder)
        recycle_memory(self._model)
        self._batch_size = settings.batch_size
        max_tokens = count_positions(config, tokenizer, settings.max_tokens)
        self._sequences = SequenceMaker(tokenizer, max_tokens)

    @property
    def n_cut(self) -> int:
        """The number of truncated sentences."""
        return self._sequences.n_cut

    @property
    def size(self) -> int:
        """The dimensions of a sentence's vector."""
        return len(self._layers) * self._model.config.hidden_size

    def encode(self, abstracts: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Return each abstract's vectors, shape (sentences, ``size``)."""
        import torch

        found = [np.zeros((len(sentences), self.size), np.float32) for sentences in abstracts]
        device = self._model.device
        with torch.inference_mode():
            windows = self._sequences.windows(abstracts)
            for batch in batch_by_length(windows, self._batch_size):
                ids, mask = self._sequences.pad([window for _, window in batch])
                states = self._model(
                    input_ids=ids.to(device),
                    attention_mask=mask.to(device),
                    output_hidden_states=True,
                ).hidden_states
                layers = torch.cat([states[layer] for layer in self._layers], -1)

                for (number, window), tokens in zip(batch, layers.float().cpu(), strict=True):
                    for place, end in window.ends.items():
                        start = window.starts[place]
                        part = tokens[start : max(end, start + 1)]  # [SEP] if empty
                        found[number][place] = part.mean(0).numpy()

        for rows, abstract in zip(found, abstracts, strict=True):
            check_outputs(rows, abstract, self._name)
        return found

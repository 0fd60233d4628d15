"""The network of a fine-tuned labeller: an encoder, and a linear layer over its output.

The layer's input for a sentence is the vector of its [SEP] (Cohan et al., 2019), the mean of its
tokens' vectors, and its place in the abstract (``head.describe_places``). This module imports torch
and transformers.
"""

from collections.abc import Sequence

import torch
from transformers import AutoModel, PreTrainedModel

from paperpool.workflow.facets.head import describe_places
from paperpool.workflow.facets.sequences import Window

_DROPOUT = 0.1


class SentenceNetwork(PreTrainedModel):
    """An encoder with a classification layer, new if a folder of an encoder alone is read."""

    base_model_prefix = "reader"  # no name that encoders use within
    _supports_sdpa = True

    def __init__(self, config):
        super().__init__(config)
        self.reader = AutoModel.from_config(config)
        if getattr(self.reader, "pooler", None) is not None:
            self.reader.pooler = None  # of no use here, and never trained
        self.dropout = torch.nn.Dropout(_DROPOUT)
        size = 2 * config.hidden_size + describe_places(1).shape[1]
        self.classifier = torch.nn.Linear(size, config.num_labels)
        self.post_init()

    def forward(
        self, input_ids: torch.Tensor, attention_mask: torch.Tensor, windows: Sequence[Window]
    ) -> torch.Tensor:
        """Return the logits of the sentences labelled in ``windows``, a row each, in order."""
        states = self.reader(input_ids=input_ids, attention_mask=attention_mask).last_hidden_state
        parts = [self._read(rows, window) for rows, window in zip(states, windows, strict=True)]
        features = torch.cat(parts)
        return self.classifier(self.dropout(features).to(self.classifier.weight.dtype))

    def _read(self, tokens: torch.Tensor, window: Window) -> torch.Tensor:
        """Return the layer's input for a window, shape (sentences, numbers)."""
        places = list(window.ends)
        ends = list(window.ends.values())
        means = []
        for place, end in window.ends.items():
            start = min(window.starts[place], end - 1)  # of an empty sentence its [CLS] or [SEP]
            means.append(tokens[start:end].mean(0))
        where = torch.from_numpy(describe_places(window.n_sentences)[places])
        return torch.cat([tokens[ends], torch.stack(means), where.to(tokens)], 1)

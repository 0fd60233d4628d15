"""A sentence labeller: load it, give each sentence of an abstract a facet, save it.

A labeller is a folder as transformers writes it: weights as safetensors, ``config.json`` with the
names of the labels, the tokenizer. Two kinds can be read, by the architecture that the
configuration names. A model for token classification gets the sentences of an abstract in one
sequence and says the label of each at its [SEP] (see ``windows``): that is what we train. A model
for sequence classification gets each sentence alone. Nothing is ever unpickled as code:
``trust_remote_code`` is off, and weights that are no safetensors are read with
``torch.load(weights_only=True)``.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.facets import LABELS
from paperpool.errors import Problem, UserError
from paperpool.facets.windows import Window, build_windows, longest_sentence
from paperpool.files import writing
from paperpool.models.cached_model import keep_freed_memory
from paperpool.models.loading import loading_model
from paperpool.models.locating import fetch_model
from paperpool.models.precision import choose_device, choose_precision

if TYPE_CHECKING:
    import torch

LABELLER_FILES = ("config.json", "model.safetensors", "tokenizer.json", "tokenizer_config.json")
"""The files of a labeller that ``Labeller.save`` writes."""

_TOKENS, _SEQUENCE = "ForTokenClassification", "ForSequenceClassification"

_WIDTH_STEP = 32
"""Batches are padded to a multiple of this: torch keeps memory for every shape that it has seen."""


@dataclass(frozen=True)
class LabellerSettings:
    """How a labeller is applied.

    ``max_tokens`` is the longest sequence, ``precision`` is ``bfloat16`` or ``float32``,
    ``batch_size`` the number of sequences at once.
    """

    max_tokens: int = 512
    precision: str = "bfloat16"
    batch_size: int = 32


class Labeller:
    """A model, its tokenizer, and how they are applied.

    ``n_cut`` counts the sentences that were longer than a sequence and of which only the
    beginning was read.
    """

    def __init__(self, model: Any, tokenizer: Any, settings: LabellerSettings):
        self.model = model
        self.n_cut = 0
        self._tokenizer = tokenizer
        self._batch_size = settings.batch_size
        positions = getattr(model.config, "max_position_embeddings", settings.max_tokens)
        self._max_tokens = min(settings.max_tokens, tokenizer.model_max_length, positions)
        self._alone = type(model).__name__.endswith(_SEQUENCE)
        self._columns = _find_columns(model.config.id2label, model.config.name_or_path)

    def label(self, abstracts: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Return for each abstract the probabilities of its sentences, (sentences, ``LABELS``).

        Sequences are batched by length, so that little is padded.
        """
        import torch

        windows = self.windows(abstracts)
        found = [np.zeros((len(a), len(LABELS)), np.float32) for a in abstracts]
        order = sorted(range(len(windows)), key=lambda i: (len(windows[i][1].tokens), i))
        self.model.eval()
        with torch.inference_mode():
            for start in range(0, len(order), self._batch_size):
                batch = [windows[i] for i in order[start : start + self._batch_size]]
                logits = self.logits([window for _, window in batch])
                rows = logits.float().softmax(-1)[:, self._columns].cpu().numpy()
                places = [(number, place) for number, window in batch for place in window.ends]
                for (number, place), row in zip(places, rows, strict=True):
                    found[number][place] = row
        return found

    def windows(self, abstracts: Sequence[Sequence[str]]) -> list[tuple[int, Window]]:
        """Return the windows of all abstracts, each with the place of its abstract."""
        cls, sep = self._tokenizer.cls_token_id, self._tokenizer.sep_token_id
        longest = longest_sentence(self._max_tokens)
        windows = []
        for number, sentences in enumerate(abstracts):
            if not sentences:
                continue
            tokens = self._tokenizer(list(sentences), add_special_tokens=False, verbose=False)
            self.n_cut += sum(len(ids) > longest for ids in tokens["input_ids"])
            cut = [ids[:longest] for ids in tokens["input_ids"]]
            if self._alone:
                windows += [
                    (number, Window([cls, *ids, sep], {place: 0})) for place, ids in enumerate(cut)
                ]
            else:
                built = build_windows(cut, cls, sep, self._max_tokens)
                windows += [(number, window) for window in built]
        return windows

    def logits(self, windows: Sequence[Window]) -> torch.Tensor:
        """Return the logits of the labelled sentences of some windows, in order, as one batch."""
        import torch

        device = self.model.device
        longest = max(len(window.tokens) for window in windows)
        width = min(-(-longest // _WIDTH_STEP) * _WIDTH_STEP, self._max_tokens)
        ids = torch.full((len(windows), width), self._tokenizer.pad_token_id)
        mask = torch.zeros((len(windows), width), dtype=torch.long)
        for row, window in enumerate(windows):
            ids[row, : len(window.tokens)] = torch.tensor(window.tokens)
            mask[row, : len(window.tokens)] = 1
        out = self.model(input_ids=ids.to(device), attention_mask=mask.to(device)).logits
        if self._alone:
            return out
        rows = [row for row, window in enumerate(windows) for _ in window.ends]
        ends = [end for window in windows for end in window.ends.values()]
        return out[rows, ends]

    def save(self, folder: str | Path) -> None:
        """Write ``LABELLER_FILES`` into ``folder``, each whole."""
        with tempfile.TemporaryDirectory() as temporary:
            self.model.save_pretrained(temporary)
            self._tokenizer.save_pretrained(temporary)
            for name in LABELLER_FILES:
                with writing(Path(folder) / name) as part:
                    shutil.copyfile(Path(temporary) / name, part)


def load_labeller(model: str, settings: LabellerSettings, torch_threads: int) -> Labeller:
    """Load the labeller that ``model`` names: a folder, ``package:NAME`` or a hub id.

    Raises UserError where it is no model that classifies tokens or sequences, or where its labels
    are not those of ``LABELS``.
    """
    import torch
    from transformers import (
        AutoConfig,
        AutoModelForSequenceClassification,
        AutoModelForTokenClassification,
        AutoTokenizer,
    )

    torch.set_num_threads(torch_threads)
    keep_freed_memory()
    folder = str(fetch_model(model))
    common = {"trust_remote_code": False}
    with loading_model(model):
        architecture = (AutoConfig.from_pretrained(folder, **common).architectures or [""])[0]
    for ending, loader in (
        (_TOKENS, AutoModelForTokenClassification),
        (_SEQUENCE, AutoModelForSequenceClassification),
    ):
        if architecture.endswith(ending):
            dtype = getattr(torch, choose_precision(settings.precision))
            with loading_model(model):
                loaded = loader.from_pretrained(folder, dtype=dtype, **common).to(choose_device())
                return Labeller(loaded, AutoTokenizer.from_pretrained(folder, **common), settings)
    what = f"Not a labeller: its architecture is {architecture or 'unknown'}."
    hint = f"Name a model whose architecture ends with {_TOKENS} or {_SEQUENCE}."
    raise UserError(Problem(what, f"model {model!r}", hint))


def _find_columns(names: dict[int, str], model: str) -> list[int]:
    """Return the column of each label of ``LABELS`` in the output of a model with these names."""
    columns = {str(name).lower().removesuffix("_label"): i for i, name in names.items()}
    if sorted(columns) != sorted(LABELS) or len(names) != len(LABELS):
        what = f"The model's labels are {', '.join(map(str, names.values()))}."
        hint = f"A labeller knows these five: {', '.join(LABELS)}."
        raise UserError(Problem(what, f"id2label of model {model!r}", hint))
    return [int(columns[label]) for label in LABELS]

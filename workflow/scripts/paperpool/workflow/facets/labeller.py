"""Load, apply and save a sentence labeller, a folder with weights and ``config.json``.

The configuration's architecture decides the kind: a fine-tuned ``network``, a model for token or
for sequence classification, or a ``head`` over an encoder. Only the third gets sentences alone.
Files are never unpickled as code: ``trust_remote_code`` is off, and weights other than safetensors
are read with ``torch.load(weights_only=True)``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.schemes import Scheme
from paperpool.errors import Problem, UserError
from paperpool.io.files import temporary_folder, writing
from paperpool.models.loading import loading_model, whole_weights
from paperpool.models.locating import fetch_model
from paperpool.models.memory import recycle_memory
from paperpool.models.number_checks import check_outputs, check_weights
from paperpool.models.precision import choose_device, choose_precision
from paperpool.workflow.facets.head import HeadLabeller, load_head
from paperpool.workflow.facets.headings_alone import HeadingsAlone
from paperpool.workflow.facets.labeller_files import LABELLER_FILES, is_head
from paperpool.workflow.facets.sequences import (
    LabellerSettings,
    SequenceMaker,
    Window,
    batch_by_length,
    count_positions,
)

if TYPE_CHECKING:
    import torch

_TOKENS = "ForTokenClassification"
_SEQUENCE = "ForSequenceClassification"
_NETWORK = "SentenceNetwork"


class Labeller:
    """A transformer model with its tokenizer and settings; its labels are ``labels``."""

    predicts = True

    def __init__(
        self, model: Any, tokenizer: Any, settings: LabellerSettings, labels: Sequence[str]
    ):
        self.model = model
        self._tokenizer = tokenizer
        self._batch_size = settings.batch_size
        self._kind = type(model).__name__
        self._alone = self._kind.endswith(_SEQUENCE)
        max_tokens = count_positions(model.config, tokenizer, settings.max_tokens)
        self.sequences = SequenceMaker(tokenizer, max_tokens, self._alone)
        self.labels = tuple(labels)
        self._columns = _find_columns(model.config.id2label, self.labels, model.config.name_or_path)

    @property
    def n_cut(self) -> int:
        """The number of truncated sentences."""
        return self.sequences.n_cut

    def label(self, abstracts: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Return the label probabilities of each abstract, shape (sentences, labels)."""
        import torch

        found = [
            np.zeros((len(sentences), len(self.labels)), np.float32) for sentences in abstracts
        ]
        self.model.eval()
        with torch.inference_mode():
            for batch in batch_by_length(self.sequences.windows(abstracts), self._batch_size):
                logits = self.logits([window for _, window in batch])
                rows = logits.float().softmax(-1)[:, self._columns].cpu().numpy()

                # the abstract and the place in it of each sentence that the windows label
                places: list[tuple[int, int]] = []
                for number, window in batch:
                    places += [(number, place) for place in window.ends]
                texts = [abstracts[number][place] for number, place in places]
                check_outputs(rows, texts, self.model.config.name_or_path)
                for (number, place), row in zip(places, rows, strict=True):
                    found[number][place] = row
        return found

    def logits(self, windows: Sequence[Window]) -> torch.Tensor:
        """Return the logits of the labelled sentences of windows, in order, as one batch."""
        device = self.model.device
        ids, mask = (tensor.to(device) for tensor in self.sequences.pad(windows))
        if self._kind == _NETWORK:
            return self.model(ids, mask, windows)
        out = self.model(input_ids=ids, attention_mask=mask).logits
        if self._alone:
            return out

        # a sentence is classified at its [SEP]
        rows: list[int] = []
        ends: list[int] = []
        for row, window in enumerate(windows):
            rows += [row] * len(window.ends)
            ends += window.ends.values()
        return out[rows, ends]

    def save(self, folder: str | Path) -> None:
        """Write ``LABELLER_FILES`` into ``folder``, each whole; UserError for weights of NaN."""
        check_weights(dict(self.model.named_parameters()), f"labeller {str(folder)!r}")
        with temporary_folder() as temporary:
            self.model.save_pretrained(temporary)
            self._tokenizer.save_pretrained(temporary)
            for name in LABELLER_FILES:
                with writing(Path(folder) / name) as part:
                    shutil.copyfile(temporary / name, part)


AnyLabeller = Labeller | HeadLabeller | HeadingsAlone
"""Each has labels, labels abstracts, counts truncated sentences, and either predicts or not."""


def load_labeller(
    model: str,
    settings: LabellerSettings,
    torch_threads: int,
    labels: Sequence[str],
) -> Labeller | HeadLabeller:
    """Load a labeller: a folder, ``package:NAME`` or a hub id.

    Raises UserError for other models, and for one with other labels than ``labels``.
    """
    folder = str(fetch_model(model))
    if is_head(folder):
        head = load_head(folder, settings, torch_threads)
        if sorted(head.labels) != sorted(labels):
            raise _refuse_labels(head.labels, labels, f"id2label of model {model!r}")
        return head

    import torch
    from transformers import (
        AutoConfig,
        AutoModelForSequenceClassification,
        AutoModelForTokenClassification,
        AutoTokenizer,
    )

    from paperpool.workflow.facets.network import SentenceNetwork

    torch.set_num_threads(torch_threads)
    with loading_model(model):
        config = AutoConfig.from_pretrained(folder, trust_remote_code=False)
    architecture = (config.architectures or [""])[0]
    for ending, loader in (
        (_NETWORK, SentenceNetwork),
        (_TOKENS, AutoModelForTokenClassification),
        (_SEQUENCE, AutoModelForSequenceClassification),
    ):
        if not architecture.endswith(ending):
            continue
        dtype = getattr(torch, choose_precision(settings.precision))
        with loading_model(model), whole_weights(folder):
            loaded: Any = loader.from_pretrained(
                folder, config=config, dtype=dtype, trust_remote_code=False
            )
            tokenizer = AutoTokenizer.from_pretrained(folder, trust_remote_code=False)
        recycle_memory(loaded)
        return Labeller(loaded.to(choose_device()), tokenizer, settings, labels)

    message = f"Not a labeller: its architecture is {architecture or 'unknown'}."
    endings = f"architecture ends with {_TOKENS} or {_SEQUENCE}"
    hint = f"Name a labeller that paperpool trained, or a model whose {endings}."
    raise UserError(Problem(message, f"model {model!r}", hint))


def open_labeller(
    model: str | None, settings: LabellerSettings, torch_threads: int, scheme: Scheme
) -> AnyLabeller:
    """Return the labeller of a scheme's labels: without a ``model`` it is that of headings."""
    if not model:
        return HeadingsAlone(scheme.unlabelled)
    return load_labeller(model, settings, torch_threads, scheme.labels)


def _find_columns(names: dict[int, str], labels: Sequence[str], model: str) -> list[int]:
    """Return the column of each of ``labels`` in the output of a model with these names."""
    columns = {str(name).lower().removesuffix("_label"): i for i, name in names.items()}
    if sorted(columns) != sorted(labels) or len(names) != len(labels):
        raise _refuse_labels(names.values(), labels, f"id2label of model {model!r}")
    return [int(columns[label]) for label in labels]


def _refuse_labels(found: Iterable[object], needed: Sequence[str], where: str) -> UserError:
    """Return the error of a labeller with other labels than those needed."""
    message = f"The model's labels are {', '.join(map(str, found))}."
    hint = f"A labeller needs these {len(needed)} labels: {', '.join(needed)}."
    return UserError(Problem(message, where, hint))

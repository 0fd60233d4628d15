"""A head: a linear layer that labels sentences by vectors of a frozen encoder.

Its input is the vectors of a sentence and its two neighbours on either side, and the place in the
abstract. ``labeller_files.SHIPPED_HEAD`` was trained on CSAbstruct over the embedded encoder.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError
from paperpool.io.files import write_json, writing
from paperpool.models.loading import loading_model
from paperpool.models.locating import fetch_model
from paperpool.models.number_checks import check_arrays
from paperpool.workflow.facets.labeller_files import (
    ARCHITECTURE,
    HEAD_FILES,
    encoder_of_head,
    is_head,
    labels_of_head,
)
from paperpool.workflow.facets.sentence_vectors import SentenceVectors
from paperpool.workflow.facets.sequences import LabellerSettings

_BESIDE = 2
"""Neighbours on either side whose vectors are part of the input."""

_NEAREST = 4
"""Sentences at either end of an abstract with a feature of their own."""

_PARTS = 10
"""Equal parts of an abstract with a feature each."""


class HeadLabeller:
    """A head over the vectors of an encoder.

    ``labels`` are those of the layer's rows, in order. ``weights`` are tensors by name: ``mean``
    and ``scale`` standardise vectors, ``weight`` and ``bias`` are those of the layer.
    """

    predicts = True

    def __init__(
        self,
        encoder: str,
        labels: Sequence[str],
        weights: dict[str, NDArray],
        vectors: SentenceVectors,
    ):
        self.encoder = encoder
        self.labels = tuple(labels)
        self.weights = weights
        self.vectors = vectors

    @property
    def n_cut(self) -> int:
        """The number of truncated sentences."""
        return self.vectors.n_cut

    def label(self, abstracts: Sequence[Sequence[str]]) -> list[NDArray[np.float32]]:
        """Return the label probabilities of each abstract, shape (sentences, labels)."""
        return [self.classify(rows) for rows in self.vectors.encode(abstracts)]

    def classify(self, vectors: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return the label probabilities of an abstract whose sentences have these vectors."""
        features = build_features(vectors, self.weights["mean"], self.weights["scale"])
        logits = features @ self.weights["weight"].T + self.weights["bias"]
        shares = np.exp(logits - logits.max(1, keepdims=True))
        return shares / shares.sum(1, keepdims=True)

    def save(self, folder: str | Path) -> None:
        """Write ``HEAD_FILES`` into ``folder``, each whole."""
        from safetensors.numpy import save

        folder = Path(folder)
        check_arrays(self.weights, f"labeller {str(folder)!r}")
        config = {
            "architectures": [ARCHITECTURE],
            "encoder": self.encoder,
            "id2label": dict(enumerate(self.labels)),
        }
        write_json(folder / "config.json", config)
        with writing(folder / "model.safetensors") as part:
            part.write_bytes(save(dict(sorted(self.weights.items()))))


def build_features(
    vectors: NDArray[np.float32], mean: NDArray[np.float32], scale: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return the head's input for an abstract, a row per sentence; missing neighbours are zero."""
    n = len(vectors)
    padded = np.pad((vectors - mean) / scale, ((_BESIDE, _BESIDE), (0, 0)))
    window = [padded[shift : shift + n] for shift in range(2 * _BESIDE + 1)]
    return np.concatenate([*window, describe_places(n)], 1)


def describe_places(n_sentences: int) -> NDArray[np.float32]:
    """Return the place of each sentence of an abstract, shape (n_sentences, numbers)."""
    place = np.arange(n_sentences)[:, None]
    left = n_sentences - 1 - place
    share = (place + 0.5) / max(1, n_sentences)
    near = np.arange(_NEAREST)
    columns = [
        share,
        place / 8,
        left / 8,
        np.full_like(share, n_sentences / 10),
        place == near,
        left == near,
        (share * _PARTS).astype(int) == np.arange(_PARTS),
    ]
    return np.concatenate(columns, 1).astype(np.float32)


def load_head(folder: str | Path, settings: LabellerSettings, torch_threads: int) -> HeadLabeller:
    """Load a head and its encoder; raises UserError if their tensors do not fit, or have NaN."""
    from safetensors.numpy import load_file

    with loading_model(folder):
        weights = load_file(Path(folder) / HEAD_FILES[1])
    encoder = encoder_of_head(folder)
    labels = labels_of_head(folder)
    vectors = SentenceVectors(encoder, settings, torch_threads)
    shapes = {name: tensor.shape for name, tensor in weights.items()}
    if shapes != _shapes(vectors.size, len(labels)):
        message = f"The head does not fit the vectors of its encoder {encoder}."
        hint = "Train it anew, or name the encoder that it was trained over."
        raise UserError(Problem(message, f"model {str(folder)!r}", hint))
    check_arrays(weights, f"model {str(folder)!r}, {HEAD_FILES[1]}")
    return HeadLabeller(encoder, labels, weights, vectors)


def load_head_to_extend(model: str, settings: LabellerSettings, torch_threads: int) -> HeadLabeller:
    """Load the head that ``facets.train_on`` extends, with any labels; UserError if it is none."""
    folder = fetch_model(model)
    if not is_head(folder):
        message = "facets.train_on extends a head, and this labeller is none."
        hint = "Leave facets.model null, or name a head (facets.train: head makes one)."
        raise UserError(Problem(message, f"model {model!r}", hint))
    return load_head(folder, settings, torch_threads)


def _shapes(size: int, n_labels: int) -> dict[str, tuple[int, ...]]:
    """Return the shape of each tensor of a head for vectors of ``size`` numbers."""
    n_features = (2 * _BESIDE + 1) * size + describe_places(1).shape[1]
    return {
        "mean": (size,),
        "scale": (size,),
        "weight": (n_labels, n_features),
        "bias": (n_labels,),
    }

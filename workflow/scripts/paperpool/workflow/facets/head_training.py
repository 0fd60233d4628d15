"""Train a head on labelled abstracts: a multinomial logistic regression over sentence vectors.

The frozen encoder's vectors are computed once, and labels are soft, as in ``training``. The loss is
convex, so no seed matters.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paperpool.workflow.facets.csabstruct import LabelledAbstract
from paperpool.workflow.facets.head import HeadLabeller, build_features
from paperpool.workflow.facets.sentence_vectors import SentenceVectors
from paperpool.workflow.facets.sequences import LabellerSettings
from paperpool.workflow.facets.training import soft_label

_PENALTY = 0.1
"""Weight of the squared norm beside the mean cross-entropy; chosen on CSAbstruct's train and
dev."""

_MOST_STEPS = 300
_SMALLEST_SCALE = 1e-3

Standard = tuple[NDArray[np.float32], NDArray[np.float32]]
"""The mean and the scale by which vectors are standardised."""


def train_head(
    abstracts: Sequence[LabelledAbstract],
    labels: Sequence[str],
    encoder: str,
    max_tokens: int,
    precision: str,
    torch_threads: int,
) -> HeadLabeller:
    """Return a head for ``labels`` trained on ``abstracts``; equal arguments give equal weights.

    For ``max_tokens`` and ``precision`` see ``LabellerSettings``.
    """
    reader = SentenceVectors(encoder, LabellerSettings(max_tokens, precision), torch_threads)
    vectors = reader.encode([abstract.sentences for abstract in abstracts])
    mean, scale = standardize(vectors)
    features = np.concatenate([build_features(rows, mean, scale) for rows in vectors])

    soft_labels = []
    for abstract in abstracts:
        for place in range(len(abstract.sentences)):
            soft_labels.append(soft_label(abstract, place, labels))
    weight, bias = fit_layer(features, np.array(soft_labels), _PENALTY)
    weights = {"mean": mean, "scale": scale, "weight": weight, "bias": bias}
    return HeadLabeller(encoder, labels, weights, reader)


def standardize(vectors: Sequence[NDArray[np.float32]]) -> Standard:
    """Return the mean and scale of the sentence vectors of abstracts."""
    stacked = np.concatenate(vectors)
    return stacked.mean(0), stacked.std(0) + _SMALLEST_SCALE


def fit_layer(
    features: NDArray[np.float32],
    soft_labels: NDArray[np.float64],
    penalty: float,
    start: tuple[NDArray[np.float32], NDArray[np.float32]] | None = None,
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the weights, shape (labels, features), and biases that fit soft labels best.

    ``penalty`` is the weight of the squared distance from the weights of ``start`` (weights and
    biases; zero if None) beside the mean cross-entropy.
    """
    import torch

    rows = torch.from_numpy(features).double()
    targets = torch.from_numpy(soft_labels)
    n_labels = soft_labels.shape[1]
    center = torch.zeros(n_labels, rows.shape[1], dtype=torch.double)
    bias = torch.zeros(n_labels, dtype=torch.double)
    if start is not None:
        center = torch.from_numpy(start[0]).double()
        bias = torch.from_numpy(start[1]).double()
    weight = center.clone().requires_grad_()
    bias.requires_grad_()
    optimizer = torch.optim.LBFGS(
        [weight, bias], max_iter=_MOST_STEPS, tolerance_grad=1e-6, line_search_fn="strong_wolfe"
    )

    def compute_loss() -> torch.Tensor:
        """Return the penalised loss of the present weights, with its gradients."""
        optimizer.zero_grad()
        logits = rows @ weight.T + bias
        loss = torch.nn.functional.cross_entropy(logits, targets)
        loss = loss + penalty * (weight - center).square().sum()
        loss.backward()
        return loss

    optimizer.step(compute_loss)
    return weight.detach().float().numpy(), bias.detach().float().numpy()

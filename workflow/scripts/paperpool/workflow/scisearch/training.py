"""Train a re-ranker, with early stopping.

Source: SciSearch, section 5.4; values are the presets'. ``as-published`` stops as the authors' code
does: when the training accuracy reaches 0.95, or after ``patience`` rises of the validation loss in
a row; the last weights are kept. ``honest`` stops when the lowest validation loss is ``patience``
epochs old, and keeps its weights.
"""

import copy
import math
from collections.abc import Callable
from dataclasses import dataclass

import pandas as pd
import torch
from torch import Tensor
from torch.nn import functional

from paperpool.models.precision import choose_device
from paperpool.workflow.scisearch import targets
from paperpool.workflow.scisearch.names import AS_PUBLISHED, N_GRADES, Model
from paperpool.workflow.scisearch.networks import Reranker
from paperpool.workflow.scisearch.splits import TrainingData
from paperpool.workflow.scisearch.tables import HISTORY_COLUMNS

Loss = Callable[[Tensor, Tensor], Tensor]


def make_loss(name: str, target_sd: float) -> Loss:
    """Return the loss ``name``, of ``names.LOSSES``; ``target_sd`` is the Gaussian's, in grades.

    Source: SciSearch, section 5.3. The authors' code spreads the true grade by a Gaussian filter
    (``kl``); their text also fits a Gaussian to the predicted probabilities (``kl-fitted``). A loss
    takes log-probabilities (n, grades) and true grades (n,), and is a mean over pairs.
    """
    if name == "nll":
        return functional.nll_loss
    if name == "kl":
        spread = torch.from_numpy(targets.spread_grades(target_sd)).float()
        return lambda logs, grades: functional.kl_div(
            logs, spread.to(logs.device)[grades], reduction="batchmean"
        )
    return lambda logs, grades: fitted_divergence(logs, grades, target_sd).mean()


def fit_gaussians(logs: Tensor) -> tuple[Tensor, Tensor]:
    """Fit a Gaussian to each row as ``targets.fit_gaussian`` does: means, variances, each (n,)."""
    grades = torch.arange(N_GRADES, dtype=logs.dtype, device=logs.device)
    probabilities = logs.exp()
    means = probabilities @ grades
    squares = (grades - means[:, None]) ** 2
    return means, (probabilities * squares).sum(dim=1) + targets.BAR_VARIANCE


def fitted_divergence(logs: Tensor, grades: Tensor, sd: float) -> Tensor:
    """Return the KL divergence, shape (n,), of the fitted Gaussians from those of the true grades.

    Of N(m, s^2) around the true grade m from the fitted N(f, v) it is (ln(v / s^2) + (s^2 + (m -
    f)^2) / v - 1) / 2.
    """
    means, variances = fit_gaussians(logs)
    apart = (grades - means) ** 2
    return ((variances / sd**2).log() + (sd**2 + apart) / variances - 1) / 2


ENOUGH_ACCURACY = 0.95


@dataclass(frozen=True)
class TrainingSettings:
    """The settings of a training, by default those of preset ``paper``.

    ``loss`` is one of ``names.LOSSES``; ``oversampling`` is ``smote`` or ``none``, ``start`` is
    ``random`` or ``identity``; ``target_sd`` is in grades; ``epochs`` is a maximum.
    """

    loss: str
    oversampling: str = "smote"
    start: str = "random"
    target_sd: float = math.sqrt(2 / math.pi)
    learning_rate: float = 0.01
    batch_size: int = 16
    patience: int = 4
    epochs: int = 500


def train_reranker(
    reranker: Reranker, data: TrainingData, settings: TrainingSettings, model: Model, seed: int
) -> pd.DataFrame:
    """Train ``reranker`` in place and return its history (``HISTORY_COLUMNS``).

    It runs, and stays, on a GPU if there is one. Without enough data it stays as it is.
    """
    if not data.is_enough:
        nothing = (None, None, None, None)
        row = (model.name, 0, *nothing, data.n_pairs, data.n_synthetic)
        return pd.DataFrame([row], columns=HISTORY_COLUMNS)

    device = choose_device()
    reranker.to(device)
    loss = make_loss(settings.loss, settings.target_sd)
    optimiser = torch.optim.Adam(reranker.parameters(), lr=settings.learning_rate, fused=True)
    generator = torch.Generator().manual_seed(seed)
    inputs = torch.from_numpy(data.inputs).to(device)
    grades = torch.from_numpy(data.grades).to(device)
    held_inputs = torch.from_numpy(data.validation_inputs).to(device)
    held_grades = torch.from_numpy(data.validation_grades).to(device)
    stop = StopAsPublished if model.protocol == AS_PUBLISHED else StopAtLowest
    stopping = stop(reranker, settings.patience)

    rows = []
    for epoch in range(1, settings.epochs + 1):
        total = 0.0
        n_right = 0
        order = torch.randperm(len(grades), generator=generator)
        for batch in order.split(settings.batch_size):
            logs = reranker(inputs[batch])
            value = loss(logs, grades[batch])
            optimiser.zero_grad()
            value.backward()
            optimiser.step()
            total += value.item() * len(batch)
            n_right += int((logs.argmax(dim=1) == grades[batch]).sum())
        trained = (total / len(order), n_right / len(order))

        with torch.inference_mode():
            logs = reranker(held_inputs)
            right = (logs.argmax(dim=1) == held_grades).double().mean()
            validated = (loss(logs, held_grades).item(), right.item())
        scores = (*trained, *validated)
        rows.append((model.name, epoch, *scores, data.n_pairs, data.n_synthetic))
        if stopping.is_over(trained[1], validated[0]):
            break

    stopping.restore()
    return pd.DataFrame(rows, columns=HISTORY_COLUMNS)


class StopAsPublished:
    """Stops at enough accuracy, or after ``patience`` rises of the validation loss in a row."""

    def __init__(self, reranker: Reranker, patience: int):
        self._patience = patience
        self._last = float("inf")
        self._n_rises = 0

    def is_over(self, accuracy: float, loss: float) -> bool:
        """Return whether training ends after an epoch of this accuracy and validation loss."""
        if loss > self._last:
            self._n_rises += 1
        else:
            self._n_rises = 0
        self._last = loss
        return accuracy >= ENOUGH_ACCURACY or self._n_rises >= self._patience

    def restore(self) -> None:
        """Keep the last weights."""


class StopAtLowest:
    """Stops if the lowest validation loss is ``patience`` epochs old."""

    def __init__(self, reranker: Reranker, patience: int):
        self._reranker = reranker
        self._patience = patience
        self._lowest = float("inf")
        self._age = 0
        self._weights = copy.deepcopy(reranker.state_dict())

    def is_over(self, accuracy: float, loss: float) -> bool:
        """Return whether training ends after an epoch of this accuracy and validation loss."""
        self._age += 1
        if loss < self._lowest:
            self._lowest = loss
            self._age = 0
            self._weights = copy.deepcopy(self._reranker.state_dict())
        return self._age >= self._patience

    def restore(self) -> None:
        """Load the weights of the lowest validation loss."""
        self._reranker.load_state_dict(self._weights)

"""The losses: negative log likelihood, and KL divergence to a Gaussian around the true grade.

Source: SciSearch, section 5.3. The authors' code spreads the true grade by a Gaussian filter
(``kl``). Their text fits a Gaussian to the predicted probabilities as well, which the code does
not do (``kl-fitted``). Every loss is a mean over pairs, of log-probabilities of shape (n, grades)
and true grades of shape (n,).
"""

from __future__ import annotations

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional

from paperpool.scisearch import targets
from paperpool.scisearch.networks import N_GRADES

Loss = Callable[[Tensor, Tensor], Tensor]


def make_loss(name: str, target_sd: float) -> Loss:
    """Return the loss ``name``, of ``names.LOSSES``; ``target_sd`` is the Gaussian's, in grades."""
    if name == "nll":
        return functional.nll_loss
    if name == "kl":
        spread = spread_grades(target_sd)
        return lambda logs, grades: functional.kl_div(
            logs, spread.to(logs.device)[grades], reduction="batchmean"
        )
    return lambda logs, grades: fitted_divergence(logs, grades, target_sd).mean()


def spread_grades(sd: float) -> Tensor:
    """Return the target distribution of each true grade, shape (grades, grades).

    See ``targets.spread_grades``.
    """
    return torch.from_numpy(targets.spread_grades(sd)).float()


def fit_gaussians(logs: Tensor) -> tuple[Tensor, Tensor]:
    """Return mean and variance, each (n,), of the Gaussian fitted to each row of probabilities.

    It has the moments of the histogram whose bars, a grade wide, are the probabilities: of one
    certain grade the variance is 1/12, never 0.
    """
    grades = torch.arange(N_GRADES, dtype=logs.dtype, device=logs.device)
    probabilities = logs.exp()
    means = probabilities @ grades
    squares = (grades - means[:, None]) ** 2
    return means, (probabilities * squares).sum(dim=1) + targets.BAR_VARIANCE


def fitted_divergence(logs: Tensor, grades: Tensor, sd: float) -> Tensor:
    """Return the KL divergence, shape (n,), of the fitted Gaussians from those of the true grades.

    In closed form: of N(m, s^2) around the true grade m from the fitted N(f, v),
    (ln(v / s^2) + (s^2 + (m - f)^2) / v - 1) / 2.
    """
    means, variances = fit_gaussians(logs)
    apart = (grades - means) ** 2
    return ((variances / sd**2).log() + (sd**2 + apart) / variances - 1) / 2

"""What the parts of the re-ranker are called."""

from __future__ import annotations

from dataclasses import dataclass

BENCHMARK = "scisearch"

AS_PUBLISHED = "as-published"
"""The authors' protocol: synthetic pairs first, then a random split over pairs, then every pair,
those of training too, is scored."""

HONEST = "honest"
"""Ours: no pair of a query paper of the fold that is scored reaches training."""

PROTOCOLS = (AS_PUBLISHED, HONEST)

LOSSES = ("nll", "kl", "kl-fitted")
"""Negative log likelihood; KL divergence to a Gaussian around the true grade, as the authors' code
has it; the same with a Gaussian fitted to the predicted probabilities, as their section 5.3.2."""


@dataclass(frozen=True)
class Model:
    """One of the trainings of an encoder, loss and facet; ``fold`` (from 1) is the one scored."""

    name: str
    protocol: str
    fold: int | None = None


MODELS = (
    Model(AS_PUBLISHED, AS_PUBLISHED),
    *(Model(f"{HONEST}-fold{fold}", HONEST, fold) for fold in (1, 2)),
)


def ranker_name(encoder: str, loss: str) -> str:
    """Return the name of the ranker that is trained with ``loss`` on vectors of ``encoder``."""
    return f"{encoder}-{loss}"


def split_name(name: str) -> tuple[str, str]:
    """Return the encoder and the loss of a ranker's name; an encoder itself has none."""
    for loss in sorted(LOSSES, key=len, reverse=True):
        if name.endswith(f"-{loss}"):
            return name.removesuffix(f"-{loss}"), loss
    return name, ""

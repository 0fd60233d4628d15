"""The names of protocols, losses, models and rankers."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from paperpool.collections.schemes import default_scheme

AS_PUBLISHED = "as-published"
"""The authors' protocol: synthetic pairs first, then a random split over pairs, then every pair is
scored, training pairs included."""

HONEST = "honest"
"""Ours: no pair of a query paper of the scored fold reaches training."""

PROTOCOLS = (AS_PUBLISHED, HONEST)

N_GRADES = default_scheme().n_grades
"""The grades that networks predict: CSFCube's. Other schemes have no re-rankers."""

LOSSES = ("nll", "kl", "kl-fitted")
"""Negative log likelihood; KL divergence to a Gaussian around the true grade (the authors' code);
or to it from a Gaussian fitted to the predicted probabilities (their section 5.3.2)."""

FACET = "facet"
ABSTRACT = "abstract"
"""The sources of a vector: a paper's sentences of the facet, or its whole abstract."""


@dataclass(frozen=True)
class Model:
    """One of the trainings of an encoder, loss and facet; ``fold`` (from 1) is the scored one."""

    name: str
    protocol: str
    fold: int | None = None


MODELS = (
    Model(AS_PUBLISHED, AS_PUBLISHED),
    Model(f"{HONEST}-fold1", HONEST, 1),
    Model(f"{HONEST}-fold2", HONEST, 2),
)


ENSEMBLE = "ensemble"
"""Stands for an encoder in the names of ensembles; alone it is the ensemble of untrained encoders.
"""

ANY_LOSS = "any-loss"
"""Stands for a loss if the ensemble chooses the loss too (ours)."""


def ranker_name(encoder: str, loss: str) -> str:
    """Return the name of a re-ranker, or the encoder's own without a loss."""
    if not loss:
        return encoder
    return f"{encoder}-{loss}"


def ensemble_losses(encoders: Collection[str], losses: Sequence[str]) -> list[str]:
    """Return the losses with an ensemble: the authors', and ``ANY_LOSS`` for several losses."""
    if len(encoders) < 2:
        return []
    with_ensemble = list(losses)
    if len(losses) > 1:
        with_ensemble.append(ANY_LOSS)
    return with_ensemble


def ranker_groups(encoders: Collection[str], losses: Sequence[str]) -> dict[str, list[str]]:
    """Return the rankers above each encoder, in the order of the tables; then the ensembles."""
    groups = {encoder: [ranker_name(encoder, loss) for loss in losses] for encoder in encoders}
    chosen = ensemble_losses(encoders, losses)
    if chosen:
        groups[ENSEMBLE] = [ranker_name(ENSEMBLE, loss) for loss in chosen]
    return groups


def ranker_parts(encoders: Collection[str], losses: Sequence[str]) -> dict[str, tuple[str, str]]:
    """Return encoder and loss of each re-ranker and ensemble, by its name."""
    parts = {}
    for encoder, rankers in ranker_groups(encoders, losses).items():
        for ranker in rankers:
            parts[ranker] = (encoder, ranker.removeprefix(f"{encoder}-"))
    return parts


def split_name(name: str) -> tuple[str, str]:
    """Return encoder and loss of a ranker's name; an encoder itself has no loss."""
    for loss in sorted(LOSSES, key=len, reverse=True):
        if name.endswith(f"-{loss}"):
            return name.removesuffix(f"-{loss}"), loss
    return name, ""

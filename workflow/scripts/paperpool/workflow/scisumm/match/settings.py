"""The settings of asymmetric partial matching (Ricci et al., table 1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from paperpool.scisumm.names import FORWARD, Direction

if TYPE_CHECKING:
    from paperpool.evaluation.resampling import Floats

ALPHA = 1e-4
"""The alpha of inverse frequency weights (equation 2; Arora et al., 2017)."""


@dataclass(frozen=True)
class Matching:
    """How citances are matched with sentences; the defaults are the paper's best.

    ``power`` is the d of equation 3, ``k`` the number of greedy picks, ``truncate`` the most words
    of a text. ``min_count``, markers and casing are also settings of the word vectors (see
    ``vector_settings``). The weights without stop words exclude ``[UNK]``, too.

    Rare words are all ``[UNK]`` (appendix C.1), so any two match. Our ``rare_words="own"`` keeps
    them apart: each matches itself alone, with a cosine of 1 and the weight of an unseen word.
    """

    direction: Direction = FORWARD
    similarity: Literal["cosine", "dot-product"] = "cosine"
    selection: Literal["top-k", "greedy"] = "top-k"
    k: int = 2
    weights: Literal["inverse-frequency", "uniform", "uniform-no-stop-words"] = "inverse-frequency"
    power: int = 4
    keep_markers: bool = False
    truncate: int | None = 100
    cased: bool = True
    min_count: int = 35
    rare_words: Literal["own", "unknown"] = "unknown"

    def __post_init__(self) -> None:
        if self.selection == "greedy" and self.direction != FORWARD:
            raise ValueError("sentences are chosen greedily to cover the query alone")
        if self.power < 1 or self.k < 1:
            raise ValueError("power and k are 1 at least")

    @property
    def vector_settings(self) -> dict[str, Any]:
        """The settings of word vectors that differ from the paper's, by name."""
        changed = {}
        for name in ("keep_markers", "cased", "min_count"):
            value = getattr(self, name)
            if value != getattr(Matching, name):
                changed[name] = value
        return changed


def weigh(probabilities: Floats) -> Floats:
    """Return alpha / (alpha + p) for word probabilities p (equation 2)."""
    return ALPHA / (ALPHA + probabilities)

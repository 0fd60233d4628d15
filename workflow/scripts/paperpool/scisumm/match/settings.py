"""The settings of asymmetric partial matching (Ricci et al., table 1)."""

from dataclasses import dataclass
from typing import Literal

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.names import FORWARD, Direction

ALPHA = 1e-4
"""The alpha of inverse frequency weights (equation 2; Arora et al., 2017)."""


@dataclass(frozen=True)
class Matching:
    """How a citance is matched with the sentences of its reference paper; the defaults are best.

    ``weights`` are those of the words that are summed over; without stop words, words of the list
    and ``[UNK]`` have weight 0. ``power`` is the d of equation 3 and ``k`` how many sentences the
    greedy selection picks. Texts are cut after ``truncate`` words (None: never). ``min_count`` is
    the least frequency of a word with a vector: that, the markers and the casing are properties of
    the word vectors too (see ``vectors``).

    All rare words are the one word ``[UNK]`` (appendix C.1), so that any two of them match. Ours is
    that each is its own (``rare_words="own"``): it matches itself alone, with a cosine of 1 and the
    weight of a word that was never seen.
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
    def vectors(self) -> str:
        """The variant of the word vectors that the settings are for.

        Raises ValueError if more than one setting differs from the best: no variant is trained for
        that.
        """
        differing = [
            *(["keep-markers"] if self.keep_markers else []),
            *([] if self.cased else ["uncased"]),
            *([] if self.min_count == 35 else [f"min-count-{self.min_count}"]),
        ]
        if len(differing) > 1:
            raise ValueError(f"no word vectors for {' and '.join(differing)}")
        return differing[0] if differing else "base"


def weigh(probabilities: Floats) -> Floats:
    """Return alpha / (alpha + p) of each p (equation 2), the share of a word in all tokens."""
    return ALPHA / (ALPHA + probabilities)

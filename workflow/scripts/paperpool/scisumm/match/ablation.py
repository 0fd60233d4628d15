"""The ablation study (Ricci et al., table 3) as data."""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from paperpool.scisumm.match.settings import Matching

BASE, CONTEXTUAL_BASE = "asymm-d4", "asymm-contextual-d4"
"""The rankers that variants differ from in one setting."""


@dataclass(frozen=True)
class Variant:
    """A variant of ``base``; ``published`` is its row's name in table 3; empty if it is ours.

    ``matching.vectors`` is the variant of the word vectors that it takes; a variant of
    ``CONTEXTUAL_BASE`` takes an encoder instead.
    """

    name: str
    base: str
    matching: Matching
    published: str

    @property
    def contextual(self) -> bool:
        """Whether words are the tokens of an encoder."""
        return self.base == CONTEXTUAL_BASE


_VARIANTS = (
    Variant(
        "dot-product", BASE, Matching(similarity="dot-product"), "Word Similarity: Dot Product"
    ),
    Variant("greedy", BASE, Matching(selection="greedy"), "Greedy Optimization"),
    Variant("uniform-weights", BASE, Matching(weights="uniform"), "Unif. Weights"),
    Variant(
        "uniform-no-stop-words",
        BASE,
        Matching(weights="uniform-no-stop-words"),
        "Unif. Weights, No Stop Words",
    ),
    Variant("keep-markers", BASE, Matching(keep_markers=True), "Keep Citation Markers"),
    Variant("no-truncation", BASE, Matching(truncate=None), "No Truncation"),
    Variant("truncate-50", BASE, Matching(truncate=50), "Truncate after 50 Tokens"),
    Variant("uncased", BASE, Matching(cased=False), "Uncased"),
    Variant("min-count-50", BASE, Matching(min_count=50), "Word2Vec Min. Word Count: 50"),
    Variant("min-count-100", BASE, Matching(min_count=100), "Word2Vec Min. Word Count: 100"),
    Variant("rare-words-own", BASE, Matching(rare_words="own"), ""),
    Variant("asymm-contextual-d1", CONTEXTUAL_BASE, Matching(power=1), "Asymm SciBERT (d=1)"),
    Variant(
        "asymm-contextual-uniform",
        CONTEXTUAL_BASE,
        Matching(weights="uniform"),
        "Asymm SciBERT (d=4), Unif. Weights",
    ),
)

VARIANTS = {variant.name: variant for variant in _VARIANTS}
"""The variants by name, in the order of table 3's design choices."""


def choose_variants(named: Iterable[str] | None, rankers: Container[str]) -> list[str]:
    """Return the variants of some names, all by default; contextual ones if their base ranks."""
    chosen = VARIANTS if named is None else named
    return [n for n in chosen if CONTEXTUAL_BASE in rankers or not VARIANTS[n].contextual]

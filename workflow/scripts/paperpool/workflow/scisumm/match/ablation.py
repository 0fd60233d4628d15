"""The ablation study (Ricci et al., table 3) as data."""

from collections.abc import Container, Iterable
from dataclasses import dataclass

from paperpool.workflow.scisumm.match.settings import Matching

BASE = "asymm-d4"
CONTEXTUAL_BASE = "asymm-contextual-d4"
"""The rankers that variants change in one setting."""

BASE_VECTORS = "base"
"""The name of the word vectors with the paper's settings."""


@dataclass(frozen=True)
class Variant:
    """A variant of ``base``; ``published`` is its row in table 3, empty for our own.

    It uses the word vectors ``vectors``; a variant of ``CONTEXTUAL_BASE`` uses an encoder.
    """

    name: str
    published: str
    matching: Matching
    base: str = BASE

    @property
    def vectors(self) -> str:
        """The name of its word vectors: its own if it changes their settings."""
        if self.matching.vector_settings:
            return self.name
        return BASE_VECTORS

    @property
    def contextual(self) -> bool:
        """Whether words are the tokens of an encoder."""
        return self.base == CONTEXTUAL_BASE


VARIANTS = {
    variant.name: variant
    for variant in (
        Variant("dot-product", "Word Similarity: Dot Product", Matching(similarity="dot-product")),
        Variant("greedy", "Greedy Optimization", Matching(selection="greedy")),
        Variant("uniform-weights", "Unif. Weights", Matching(weights="uniform")),
        Variant(
            "uniform-no-stop-words",
            "Unif. Weights, No Stop Words",
            Matching(weights="uniform-no-stop-words"),
        ),
        Variant("keep-markers", "Keep Citation Markers", Matching(keep_markers=True)),
        Variant("no-truncation", "No Truncation", Matching(truncate=None)),
        Variant("truncate-50", "Truncate after 50 Tokens", Matching(truncate=50)),
        Variant("uncased", "Uncased", Matching(cased=False)),
        Variant("min-count-50", "Word2Vec Min. Word Count: 50", Matching(min_count=50)),
        Variant("min-count-100", "Word2Vec Min. Word Count: 100", Matching(min_count=100)),
        Variant("rare-words-own", "", Matching(rare_words="own")),
        Variant("asymm-contextual-d1", "Asymm SciBERT (d=1)", Matching(power=1), CONTEXTUAL_BASE),
        Variant(
            "asymm-contextual-uniform",
            "Asymm SciBERT (d=4), Unif. Weights",
            Matching(weights="uniform"),
            CONTEXTUAL_BASE,
        ),
    )
}
"""The variants by name, in the order of table 3's design choices."""


def choose_variants(named: Iterable[str] | None, rankers: Container[str]) -> list[str]:
    """Return the named variants, all by default; contextual ones only if their base is ranked."""
    chosen = VARIANTS if named is None else named
    if CONTEXTUAL_BASE in rankers:
        return list(chosen)
    return [name for name in chosen if not VARIANTS[name].contextual]

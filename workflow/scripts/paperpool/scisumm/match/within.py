"""How a sentence of a reference paper stands to the paper's other texts, for any citance.

How central it is among the paper's sentences is LexRank's measure (Erkan and Radev, "LexRank:
Graph-based Lexical Centrality as Salience in Text Summarization", 2004), with likenesses as
weights. All likenesses are cosines of TF-IDF vectors over the paper's sentences.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import yaml

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.match.prepared import clean
from paperpool.text.analysis import analyze

LIKENESSES = (
    *("central", "like the abstract", "like the title"),
    *("like the other sentences", "like all citances"),
)

CUES: dict[str, str] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)
"""What a sentence may say, and the words that tell it, in lower case.

Rather more words than fewer: a cue is worth what the training papers make of it.
"""

_DAMPING = 0.85
_STEPS = 30
"""Of the walk over sentences: after 30 a share of 0.008 is not settled."""


def compare_within(
    sentences: Sequence[str], sections: Sequence[str], citances: Sequence[str]
) -> Floats:
    """Return the columns ``LIKENESSES`` and ``CUES`` of each sentence of a paper.

    The first sentence is the title; ``sections`` has the heading of each. A paper without an
    abstract is compared with its title instead.
    """
    vectors, cited = _make_vectors(sentences, citances)
    abstract = [place for place, name in enumerate(sections) if name.lower() == "abstract"]
    columns = [
        rank_centrality(vectors @ vectors.T) * len(sentences),
        vectors @ _direction(vectors[abstract or [0]]),
        vectors @ vectors[0],
        liken_to_others(vectors),
        vectors @ _direction(cited),
        *([bool(re.search(cue, text.lower())) for text in sentences] for cue in CUES.values()),
    ]
    return np.array(columns, np.float64).T


def rank_centrality(likenesses: Floats) -> Floats:
    """Return how central each sentence is, in all 1; ``likenesses`` has those of each two."""
    n_sentences = len(likenesses)
    weights = likenesses + 1e-9  # so that each leads somewhere
    np.fill_diagonal(weights, 1e-9)
    weights /= weights.sum(axis=1, keepdims=True)
    central = np.full(n_sentences, 1 / n_sentences)
    for _ in range(_STEPS):
        central = (1 - _DAMPING) / n_sentences + _DAMPING * central @ weights
    return central


def liken_to_others(vectors: Floats) -> Floats:
    """Return each sentence's cosine with the sum of the others; all are of unit length or zero."""
    total = vectors.sum(axis=0)
    own = (vectors**2).sum(axis=1)  # 1, or 0 where there are no terms
    shared = vectors @ total
    squared = total @ total - 2 * shared + own
    is_length = squared > 1e-9  # below that nothing is left but rounding
    return np.where(is_length, shared - own, 0.0) / np.sqrt(np.where(is_length, squared, 1.0))


def _make_vectors(sentences: Sequence[str], citances: Sequence[str]) -> tuple[Floats, Floats]:
    """Return TF-IDF vectors of unit length, of both; those of texts without terms are zero."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    terms = [analyze(clean(text)) for text in (*sentences, *citances)]
    if not any(terms):
        nothing = np.zeros((len(terms), 1))
        return nothing[: len(sentences)], nothing[len(sentences) :]
    vectorizer = TfidfVectorizer(analyzer=list, sublinear_tf=True)
    vectors = vectorizer.fit_transform(terms).toarray()
    return vectors[: len(sentences)], vectors[len(sentences) :]


def _direction(vectors: Floats) -> Floats:
    """Return the sum of some vectors at unit length, zero without any."""
    total = vectors.sum(axis=0)
    length = np.linalg.norm(total)
    return total / length if length else total

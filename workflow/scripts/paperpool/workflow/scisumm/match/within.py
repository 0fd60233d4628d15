"""Features of a sentence relative to its own paper, by cosines of TF-IDF vectors.

Centrality is LexRank (Erkan and Radev, "LexRank: Graph-based Lexical Centrality as Salience in Text
Summarization", 2004) with similarities as weights.
"""

import re
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import yaml

from paperpool.evaluation.resampling import Floats
from paperpool.text.analysis import analyze
from paperpool.workflow.scisumm.match.prepared import clean

SIMILARITIES = (
    "central",
    "like the abstract",
    "like the title",
    "like the other sentences",
    "like all citances",
)

CUES: dict[str, str] = yaml.safe_load(
    Path(__file__).with_suffix(".yaml").read_text(encoding="utf-8")
)
"""Cue phrases by name: regular expressions for lower-cased text.

The list is generous, as the weight of a cue is fitted on the training papers.
"""

_DAMPING = 0.85
_STEPS = 30
"""Power iterations; after 30 at most 0.008 of the weight is unsettled."""


def compare_within(
    sentences: Sequence[str], sections: Sequence[str], citances: Sequence[str]
) -> Floats:
    """Return ``SIMILARITIES`` and ``CUES`` of a paper's sentences, shape (sentences, columns).

    The first sentence is the title; ``sections`` has the heading of each sentence. A paper without
    an abstract is compared with its title instead.
    """
    vectors, cited = _make_vectors(sentences, citances)
    abstract = [place for place, name in enumerate(sections) if name.lower() == "abstract"]
    columns = [
        rank_centrality(vectors @ vectors.T) * len(sentences),
        vectors @ _unit_sum(vectors[abstract or [0]]),
        vectors @ vectors[0],
        compare_with_others(vectors),
        vectors @ _unit_sum(cited),
    ]
    for cue in CUES.values():
        columns.append(np.array([bool(re.search(cue, text.lower())) for text in sentences]))
    return np.array(columns, np.float64).T


def rank_centrality(similarities: Floats) -> Floats:
    """Return the centrality of each sentence, LexRank's stationary distribution; its sum is 1.

    ``similarities`` are those of all pairs, shape (sentences, sentences).
    """
    n_sentences = len(similarities)
    weights = similarities + 1e-9  # so that each leads somewhere
    np.fill_diagonal(weights, 1e-9)
    weights /= weights.sum(axis=1, keepdims=True)
    central = np.full(n_sentences, 1 / n_sentences)
    for _ in range(_STEPS):
        central = (1 - _DAMPING) / n_sentences + _DAMPING * central @ weights
    return central


def compare_with_others(vectors: Floats) -> Floats:
    """Return each sentence's cosine with the sum of the others; rows have length 1 or 0."""
    total = vectors.sum(axis=0)
    with_itself = (vectors**2).sum(axis=1)  # 1, or 0 without terms
    shared = vectors @ total
    squared = total @ total - 2 * shared + with_itself
    is_length = squared > 1e-9  # less is a rounding error
    products = np.where(is_length, shared - with_itself, 0.0)
    return products / np.sqrt(np.where(is_length, squared, 1.0))


def _make_vectors(sentences: Sequence[str], citances: Sequence[str]) -> tuple[Floats, Floats]:
    """Return TF-IDF vectors of unit length of sentences and citances; zero without terms."""
    from sklearn.feature_extraction.text import TfidfVectorizer

    terms = [analyze(clean(text)) for text in (*sentences, *citances)]
    if not any(terms):
        nothing = np.zeros((len(terms), 1))
        return nothing[: len(sentences)], nothing[len(sentences) :]
    vectorizer = TfidfVectorizer(analyzer=list, sublinear_tf=True)
    vectors = vectorizer.fit_transform(terms).toarray()
    return vectors[: len(sentences)], vectors[len(sentences) :]


def _unit_sum(vectors: Floats) -> Floats:
    """Return the sum of vectors at unit length; zero for an empty sum."""
    total = vectors.sum(axis=0)
    length = np.linalg.norm(total)
    return total / length if length else total

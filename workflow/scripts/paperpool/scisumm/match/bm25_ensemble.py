"""An ensemble of two BM25 searches, after Aumiller et al., "UniHD@CL-SciSumm 2020: Citation
Extraction as Search" (2020).

What is theirs: each reference paper is a search index of its own, a document per sentence; citation
markers are removed from citance and sentences and math-like text is masked by its kind; the
citance as a whole is the query of two searches over differently analysed copies of the text (BM25
with Lucene's constants and a boost by the sentence's position); scores are added up, and of the
best ``DEPTH`` of each search those that both found are the answer. They tell neither how the two
copies are analysed nor the final boost. What is ours: one copy holds stems, the other stems and
pairs of neighbouring stems; the boost is that of their first version, a factor for the first part
of the paper; sentences that both searches found come first, the others after them by their sum, so
that all are ranked.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.match.bm25 import score_terms
from paperpool.scisumm.match.prepared import clean
from paperpool.text.analysis import analyze

DEPTH = 4
"""How many sentences each search contributes."""

EARLY, BOOST = 0.3, 1.25
"""The part of a paper, from its beginning, whose sentences' scores are multiplied, and by what."""

_MATH = (
    (re.compile(r"\bO\s*\([^()]*\)"), " mathcomplexity "),
    (re.compile(r"\b[Pp]r?\s*\([^()]*\)"), " mathprobability "),
    (
        re.compile(r"[\[(<]\s*[\w.]+(?:\s*,\s*[\w.]+)+\s*[\])>](?=\s*[=^]|\s*\S?\s*R\b)"),
        " mathvector ",
    ),
    (re.compile(r"\b\w{1,3}\s*\([^()]*[=+*/][^()]*\)"), " mathfunction "),
    (re.compile(r"(?<!\S)\S{1,8}\s*[=≤≥≈∑∏]\s*\S+"), " mathequation "),
)
"""Math-like text and the term that stands for it; the first that applies wins."""


def mask_math(text: str) -> str:
    """Return the text with each complexity, probability, vector, function and equation as a word.

    So ``P(w|t)`` meets every probability and not the letters w and t.
    """
    for pattern, kind in _MATH:
        text = pattern.sub(kind, text)
    return text


def with_pairs(terms: Sequence[str]) -> list[str]:
    """Return the terms, and after them each two neighbouring ones as a term of their own."""
    return [*terms, *(f"{a} {b}" for a, b in pairwise(terms))]


def score_ensemble(papers: Sequence[Paper]) -> dict[str, Floats]:
    """Return for each paper its sentences' scores, shape (citances, sentences).

    A score is the sum of both searches'; sentences that are among the best of both get more than
    the best of the others, by what their sum is.
    """
    scores = {}
    for paper in papers:
        queries = [analyze(mask_math(clean(text))) for _, text in paper.citances]
        documents = [analyze(mask_math(clean(text))) for text in paper.texts]
        boosts = boost_positions(len(documents))
        single = score_terms(queries, documents) * boosts
        pairs = score_terms([*map(with_pairs, queries)], [*map(with_pairs, documents)]) * boosts
        both = find_best_rows(single, DEPTH) & find_best_rows(pairs, DEPTH)
        total = single + pairs
        scores[paper.paper_id] = total + both * total.max(axis=1, keepdims=True, initial=0.0)
    return scores


def boost_positions(n_sentences: int) -> Floats:
    """Return the factor of each sentence by its place in the paper, shape (n_sentences,)."""
    return np.where(np.arange(n_sentences) < EARLY * n_sentences, BOOST, 1.0)


def find_best_rows(scores: Floats, depth: int) -> np.ndarray:
    """Return which are the ``depth`` best of each row; the first of equal ones, none that is 0."""
    order = np.argsort(-scores, axis=1, kind="stable")[:, :depth]
    found = np.zeros(scores.shape, bool)
    np.put_along_axis(found, order, True, axis=1)
    return found & (scores > 0)

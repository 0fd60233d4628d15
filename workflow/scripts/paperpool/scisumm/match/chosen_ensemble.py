"""The ensemble of ``match.bm25_ensemble`` with our own settings, chosen on the training set.

One search is of stems and pairs of stems, the other of plain words, without citation markers and
with masked formulas. The authors' paper leaves analysis and boost open: of 216 readings, 38 of 40
leave-one-out folds chose this one (``docs/scisumm.md``).
"""

import re
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.match.bm25 import score_terms
from paperpool.scisumm.match.prepared import clean
from paperpool.text.analysis import analyze

EARLY, BOOST, DEPTH = 0.2, 1.25, 4
"""The first part of a paper, the factor of its scores, and the depth of each search."""

_WORD = re.compile(r"[a-z0-9]+")

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
"""Math-like text and its replacement; the first match wins."""


def split_plainly(text: str) -> list[str]:
    """Return the lower-cased words of a text, stop words and endings kept.

    >>> split_plainly("The parsers of 1999")
    ['the', 'parsers', 'of', '1999']
    """
    return _WORD.findall(text.lower())


def mask_math(text: str) -> str:
    """Replace formulas by a word of their kind, so that ``P(w|t)`` matches every probability."""
    for pattern, kind in _MATH:
        text = pattern.sub(kind, text)
    return text


def analyze_in_pairs(text: str) -> list[str]:
    """Return the stems of a text without stop words, followed by all pairs of neighbours."""
    terms = analyze(text)
    return [*terms, *(f"{a} {b}" for a, b in pairwise(terms))]


def score_chosen(papers: Sequence[Paper]) -> dict[str, Floats]:
    """Return each paper's scores, shape (citances, sentences).

    A score is the sum of both searches'. Sentences among the top ``DEPTH`` of both come before all
    others.
    """
    scores = {}
    for paper in papers:
        citances = [mask_math(clean(text)) for _, text in paper.citances]
        texts = [mask_math(clean(text)) for text in paper.texts]
        boost = np.where(np.arange(len(texts)) < EARLY * len(texts), BOOST, 1.0)
        boosted = [
            score_terms(list(map(split, citances)), list(map(split, texts))) * boost
            for split in (analyze_in_pairs, split_plainly)
        ]
        both = np.logical_and(*(find_best_rows(found, DEPTH) for found in boosted))
        total = np.sum(boosted, axis=0)
        scores[paper.paper_id] = total + both * total.max(axis=1, keepdims=True, initial=0.0)
    return scores


def find_best_rows(scores: Floats, depth: int) -> NDArray[np.bool_]:
    """Return a mask of the top ``depth`` of each row; ties go to the first, zeros never count."""
    order = np.argsort(-scores, axis=1, kind="stable")[:, :depth]
    found = np.zeros(scores.shape, bool)
    np.put_along_axis(found, order, True, axis=1)
    return found & (scores > 0)

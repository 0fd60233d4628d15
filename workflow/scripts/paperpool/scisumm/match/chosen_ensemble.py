"""The ensemble of ``match.bm25_ensemble`` with settings of ours, chosen on the training set.

Its two searches are of stems and pairs of them, and of plain words, both of texts without citation
markers and with formulas masked; scores of the first fifth of a paper are multiplied. As many
sentences as of any ranker are submitted: those that are among the best of both searches first, the
others after them, each by the sum. Of 216 readings of the authors' paper, silent on analysis and
boost, 38 of 40 training papers chose this one, each left out (``docs/scisumm.md``).
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
"""The first part of a paper, its boost, and the number of the best of each search."""

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
"""Math-like text and the term that stands for it; the first that applies wins."""


def split_plainly(text: str) -> list[str]:
    """Return the words of a text in lower case, stop words and endings kept.

    >>> split_plainly("The parsers of 1999")
    ['the', 'parsers', 'of', '1999']
    """
    return _WORD.findall(text.lower())


def mask_math(text: str) -> str:
    """Return the text with each complexity, probability, vector, function and equation as a word.

    So ``P(w|t)`` meets every probability and not the letters w and t.
    """
    for pattern, kind in _MATH:
        text = pattern.sub(kind, text)
    return text


def analyze_in_pairs(text: str) -> list[str]:
    """Return the stems of a text without stop words, and after them each two neighbouring ones."""
    terms = analyze(text)
    return [*terms, *(f"{a} {b}" for a, b in pairwise(terms))]


def score_chosen(papers: Sequence[Paper]) -> dict[str, Floats]:
    """Return for each paper its sentences' scores, shape (citances, sentences).

    A score is the sum of both searches'; sentences that are among the best of both get more than
    the best of the others, by their sum.
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
    """Return the ``depth`` best of each row; the first of equal ones, without 0."""
    order = np.argsort(-scores, axis=1, kind="stable")[:, :depth]
    found = np.zeros(scores.shape, bool)
    np.put_along_axis(found, order, True, axis=1)
    return found & (scores > 0)

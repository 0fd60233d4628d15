"""The ensemble of ``match.bm25_ensemble`` with settings of ours.

What its authors' paper leaves open (``Reading``) was chosen among readings by leaving a training
paper out at a time (``tests/scisumm/compare_ensembles.py``): stems and pairs of them beside plain
words, without markers and with formulas masked; the first fifth of the paper favoured, its scores
multiplied. As many sentences as of any ranker are submitted: those that both searches found come
first, the others after them by their sum, so that all are ranked. To submit just what both found
did worse.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.match.bm25 import score_terms
from paperpool.scisumm.match.prepared import clean
from paperpool.text.analysis import analyze

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


def with_pairs(terms: Sequence[str]) -> list[str]:
    """Return the terms, and after them each two neighbouring ones as a term of their own."""
    return [*terms, *(f"{a} {b}" for a, b in pairwise(terms))]


def analyze_in_pairs(text: str) -> list[str]:
    """Return the stems of a text without stop words, and their pairs."""
    return with_pairs(analyze(text))


ANALYSES: dict[str, Callable[[str], list[str]]] = {
    "stems": analyze,
    "pairs": analyze_in_pairs,
    "words": split_plainly,
}
"""How a copy of the text can be analysed, by name."""


@dataclass(frozen=True)
class Reading:
    """What the authors leave open.

    ``copies`` are the analyses of the two searches; the scores of the sentences of the first
    ``early`` part of a paper are multiplied by ``boost``; ``depth`` sentences of each search are
    compared.
    """

    copies: tuple[str, str] = ("pairs", "words")
    early: float = 0.2
    boost: float = 1.25
    depth: int = 4


READING = Reading()
"""The reading that training papers left out choose."""


def score_chosen(papers: Sequence[Paper], reading: Reading = READING) -> dict[str, Floats]:
    """Return for each paper its sentences' scores, shape (citances, sentences).

    A score is the sum of both searches'; sentences that are among the best of both get more than
    the best of the others, by what their sum is.
    """
    scores = {}
    for paper in papers:
        searches = [search(paper, name) for name in reading.copies]
        total, both = join_searches(searches, reading)
        scores[paper.paper_id] = total + both * total.max(axis=1, keepdims=True, initial=0.0)
    return scores


def search(paper: Paper, analysis: str) -> Floats:
    """Return the scores of one search without a boost, shape (citances, sentences)."""
    split = ANALYSES[analysis]
    queries = [split(mask_math(clean(text))) for _, text in paper.citances]
    return score_terms(queries, [split(mask_math(clean(text))) for text in paper.texts])


def join_searches(searches: Sequence[Floats], reading: Reading) -> tuple[Floats, NDArray[np.bool_]]:
    """Return the summed scores of searches, and which sentences are among the best of all."""
    boosted = [scores * boost_positions(scores.shape[1], reading) for scores in searches]
    best = [find_best_rows(scores, reading.depth) for scores in boosted]
    return np.sum(boosted, axis=0), np.logical_and.reduce(best)


def boost_positions(n_sentences: int, reading: Reading) -> Floats:
    """Return the factor of each sentence by its place in the paper, shape (n_sentences,)."""
    return np.where(np.arange(n_sentences) < reading.early * n_sentences, reading.boost, 1.0)


def find_best_rows(scores: Floats, depth: int) -> NDArray[np.bool_]:
    """Return which are the ``depth`` best of each row; the first of equal ones, none that is 0."""
    order = np.argsort(-scores, axis=1, kind="stable")[:, :depth]
    found = np.zeros(scores.shape, bool)
    np.put_along_axis(found, order, True, axis=1)
    return found & (scores > 0)

"""BM25 over the sentences of one reference paper: the baseline of exactly matching terms."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from paperpool.evaluation.resampling import Floats
from paperpool.scisumm.corpus import Paper
from paperpool.scisumm.match.prepared import clean
from paperpool.text.analysis import analyze
from paperpool.text.tokens import count_words

K1, B = 1.2, 0.75
"""Lucene's defaults."""


def score_bm25(papers: Sequence[Paper]) -> dict[str, Floats]:
    """Return for each paper its sentences' scores, shape (citances, sentences).

    Texts are stripped of citation markers; terms are stems without stop words.
    """
    return {
        paper.paper_id: score_terms(
            [analyze(clean(text)) for _, text in paper.citances],
            [analyze(clean(text)) for text in paper.texts],
        )
        for paper in papers
    }


def score_terms(
    queries: Sequence[Sequence[str]],
    documents: Sequence[Sequence[str]],
    k1: float = K1,
    b: float = B,
) -> Floats:
    """Return BM25 scores, shape (queries, documents), with the documents' own statistics.

    Lucene's formula, as in ``search.sparse_pool``: the sum over terms of idf x tf / (tf + k1 (1 - b
    + b dl / avgdl)), idf = ln(1 + (N - n + 0.5) / (n + 0.5)). (An idf is never negative, which that
    of Okapi often is in so few documents.) A term that stands m times in a query counts m times.
    """
    numbers: dict[str, int] = {}
    held = [[numbers.setdefault(term, len(numbers)) for term in terms] for terms in documents]
    known = [[numbers[term] for term in terms if term in numbers] for terms in queries]
    counts = _count(held, len(numbers)).tocsr()
    lengths = np.asarray(counts.sum(axis=1)).ravel()
    mean = lengths.mean() if len(lengths) and lengths.any() else 1.0
    frequencies = np.bincount(counts.indices, minlength=len(numbers))
    idf = np.log1p((len(documents) - frequencies + 0.5) / (frequencies + 0.5))
    norms = np.repeat(k1 * (1 - b + b * lengths / mean), np.diff(counts.indptr))
    counts.data = idf[counts.indices] * counts.data / (counts.data + norms)
    return _count(known, len(numbers)) @ counts.T.toarray()


def _count(texts: Sequence[Sequence[int]], n_terms: int):
    """Return how often each term stands in each text, shape (texts, terms)."""
    offsets = np.cumsum([0, *map(len, texts)]).astype(np.int32)
    numbers = np.array([number for text in texts for number in text], np.int32)
    return count_words(numbers, offsets, n_terms)

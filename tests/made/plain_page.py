"""The search page with everything in memory, as plainly as possible, to compare with."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy import sparse

from paperpool.extras.search_page.model import Filters
from paperpool.rankers.scoring.fusing import RANK_OFFSET
from paperpool.search import bm25
from paperpool.search.pairs import product
from paperpool.text.analysis import analyze


@dataclass(frozen=True)
class PlainPage:
    """Papers sorted by id, rows of ``tables.PAPERS``, and their embeddings, of unit length."""

    papers: list[dict[str, Any]]
    vectors: np.ndarray

    @property
    def ids(self) -> list[str]:
        return [paper["paper_id"] for paper in self.papers]

    def by_words(self, query: str) -> np.ndarray:
        """Return the BM25 score of every paper, all weights made before the query is known."""
        texts = [analyze(f"{p['title'] or ''} {p['abstract'] or ''}") for p in self.papers]
        column: dict[str, int] = {}
        for text in texts:
            for term in text:
                column.setdefault(term, len(column))
        counts = np.zeros((len(texts), len(column)), np.float32)
        for row, text in enumerate(texts):
            for term, n in Counter(text).items():
                counts[row, column[term]] = n
        stored = sparse.csc_matrix(counts)
        lengths = counts.sum(axis=1, dtype=np.float64)
        norms = bm25.norms(lengths, bm25.mean_length(lengths))
        frequencies = np.diff(stored.indptr)
        idf = np.repeat(bm25.idf(frequencies, len(texts)), frequencies)
        weights = bm25.weigh(idf, stored.data, norms[stored.indices])
        weighed = sparse.csc_matrix((weights, stored.indices, stored.indptr), shape=counts.shape)
        asked = Counter(term for term in analyze(query) if term in column)
        known = sorted(asked, key=lambda term: column[term])
        return weighed[:, [column[t] for t in known]] @ np.array([asked[t] for t in known], float)

    def by_vectors(self, query: np.ndarray) -> np.ndarray:
        """Return the cosine of every paper."""
        return np.array([product(vector, query) for vector in self.vectors])

    def passing(self, filters: Filters, without: set[str]) -> list[int]:
        """Return the rows that pass the filters and are not ``without``."""
        first, last = filters.year_from or 0, filters.year_to or 9999
        limited = filters.year_from is not None or filters.year_to is not None
        return [
            row
            for row, paper in enumerate(self.papers)
            if paper["paper_id"] not in without
            and (not limited or (paper["year"] is not None and first <= paper["year"] <= last))
            and (not filters.fields or set(filters.fields) & set(paper["fields"] or ()))
        ]

    def fuse(self, one: np.ndarray, other: np.ndarray, rows: list[int]) -> np.ndarray:
        """Return reciprocal rank fusion of two scores of ``rows``."""
        fused = np.zeros(len(one))
        for scores in (one, other):
            for rank, row in enumerate(order(scores, rows), 1):
                fused[row] += 1 / (RANK_OFFSET + rank)
        return fused


def order(scores: np.ndarray, rows: list[int]) -> list[int]:
    """Return rows by falling score, equal scores by row."""
    return sorted(rows, key=lambda row: (-scores[row], row))

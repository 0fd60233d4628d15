"""CSFCube's term-level baselines: facet sentences of the query against whole abstracts.

Source: section 5 and appendix C, fabs_tfidf and fabs_bm25. Document frequencies come from the
abstracts of all papers of the collection.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from numpy.typing import NDArray

from paperpool.csfcube.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.rankers.bm25 import BM25Index
from paperpool.rankers.tfidf import TfidfIndex


class Index(Protocol):
    """Documents that can be scored for a query text."""

    def score(self, query: str, rows: Sequence[int]) -> NDArray: ...


INDEXES: dict[str, Callable[[Sequence[str]], Index]] = {"tfidf": TfidfIndex, "bm25": BM25Index}
"""The index of each term-level ranker kind."""


def rank_by_terms(collection: Collection, kind: str) -> Run:
    """Rank the judged candidates of every (query, facet) pair with a ranker of ``INDEXES``."""
    row = {paper_id: i for i, paper_id in enumerate(collection.papers)}
    index = INDEXES[kind]([paper.abstract for paper in collection.papers.values()])
    run: Run = {}
    for query, facet in collection.pairs():
        candidates = collection.rankable(query, facet)
        text = " ".join(collection.papers[query].facet_sentences(facet))
        scores = index.score(text, [row[candidate] for candidate in candidates])
        run[query, facet] = rank_scores(zip(candidates, scores, strict=True))
    return run

"""The candidates of a collection compared by stems (Lucene's English analysis).

Term statistics are those of a body of texts, in MDCR the papers of a split, so that a ranker scores
the released benchmark and one that was built alike.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paperpool.collections.collection import Collection, Pair
from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.evaluation.trec_measures import measure
from paperpool.rankers.scoring.parameter_grid import try_grid
from paperpool.search.sparse_pool import SparsePool
from paperpool.search.term_counts import TermCounts, count_terms


@dataclass(frozen=True)
class StemPool:
    """A body of texts with its term counts, and the pairs of its topics and their candidates."""

    collection: Collection
    terms: TermCounts
    pool: SparsePool

    @cached_property
    def pairs(self) -> list[tuple[Pair, str]]:
        """Every topic's candidates."""
        pairs = []
        for pair in self.collection.pairs():
            for candidate in self.collection.rankable(*pair):
                pairs.append((pair, candidate))
        return pairs

    @cached_property
    def rows(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The rows of the pairs' queries among the papers, and of their candidates."""
        row = {paper: i for i, paper in enumerate(self.collection.papers)}
        queries = [row[query] for (query, _), _ in self.pairs]
        candidates = [row[candidate] for _, candidate in self.pairs]
        return np.array(queries, np.int32), np.array(candidates, np.int32)

    def rank(self, scores: Floats) -> Run:
        """Return the run of a score for each of ``pairs``."""
        scored: dict[Pair, list[tuple[str, float]]] = {}
        for (pair, candidate), score in zip(self.pairs, scores.tolist(), strict=True):
            scored.setdefault(pair, []).append((candidate, score))
        return {pair: rank_scores(of_pair) for pair, of_pair in scored.items()}


def count_stems(collection: Collection, folder: Path, threads: int) -> Iterator[StemPool]:
    """Yield the bodies of texts of a collection; their counts lie in new folders of ``folder``."""
    for body in collection.bodies():
        texts = map(body.document_text, body.papers)
        terms = count_terms(texts, Path(tempfile.mkdtemp(dir=folder)))
        rows = [i for i, paper in enumerate(body.papers) if paper not in body.questions]
        yield StemPool(body, terms, SparsePool(terms, np.array(rows, np.int32), threads))


def tune_on_pool(pool: StemPool, grid: Mapping[str, Sequence[float]]) -> pd.DataFrame:
    """Return the MAP of BM25 over the queries for each pair of parameters (see ``try_grid``).

    Scores and ties are as in ``trec_measures``. A paper in several fields is one query.
    """
    collection = pool.collection
    relevant: dict[str, list[str]] = {}
    for (query, _), judged in sorted(collection.judgments.items()):
        cited = relevant.setdefault(query, [])
        for candidate, grade in judged.grades().items():
            if grade >= collection.relevant:
                cited.append(candidate)

    def mean_ap(k1: float, b: float) -> float:
        """Return the MAP of the queries, whose fields have one ranking together."""
        rankings: dict[str, dict[str, float]] = {query: {} for query in relevant}
        scores = pool.pool.score_bm25(*pool.rows, k1, b).tolist()
        for ((query, _), candidate), score in zip(pool.pairs, scores, strict=True):
            rankings[query][candidate] = score
        return float(measure(rankings, relevant, ["map"]).mean())

    return try_grid(grid["k1"], grid["b"], mean_ap)

"""Scores of the benchmark's pairs: every ranker compares a query with each of its candidates.

Source: MDCR section 4.3. Statistics of terms are those of the papers of the split, so that the same
ranker scores the released benchmark and one that was built alike.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paperpool.encoders import Encoder
from paperpool.mdcr.benchmark_pairs import Pairs
from paperpool.mdcr.measures import measure
from paperpool.mdcr.tuning import try_grid
from paperpool.rankers.similarity import SIMILARITIES
from paperpool.search.sparse_pool import SparsePool
from paperpool.search.term_counts import TermCounts, write_term_counts

_BATCH_TEXTS = 16_384


@dataclass(frozen=True)
class KnownVectors:
    """Embeddings that were made before: ``vectors`` has a row for each of ``ids``."""

    ids: pa.ChunkedArray
    vectors: NDArray[np.float32]

    def find(self, papers: Sequence[str]) -> NDArray[np.int64]:
        """Return the row of each of ``papers``, -1 of one that has none."""
        rows = pc.index_in(pa.array(papers, pa.string()), self.ids)
        return rows.fill_null(-1).to_numpy().astype(np.int64)


def count_terms(pairs: Pairs, folder: str | Path) -> TermCounts:
    """Return the term counts of the papers, held in files of ``folder``."""
    names = ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")
    files = [Path(folder) / name for name in names]
    texts = pairs.joined()
    batches = (texts[i : i + _BATCH_TEXTS] for i in range(0, len(texts), _BATCH_TEXTS))
    write_term_counts(batches, *files)
    return TermCounts(*files)


def score_by_tfidf(pairs: Pairs, terms: TermCounts, threads: int) -> NDArray[np.float64]:
    """Return the cosine of TF-IDF vectors of each pair."""
    return _all_papers(terms, threads).score_tfidf(*pairs.rows)


def score_by_bm25(
    pairs: Pairs, terms: TermCounts, k1: float, b: float, threads: int
) -> NDArray[np.float64]:
    """Return the BM25 score of each pair."""
    return _all_papers(terms, threads).score_bm25(*pairs.rows, k1, b)


def _all_papers(terms: TermCounts, threads: int) -> SparsePool:
    return SparsePool(terms, np.arange(len(terms), dtype=np.int32), threads)


def tune_on_pairs(
    pairs: Pairs, terms: TermCounts, k1: Sequence[float], b: Sequence[float], threads: int
) -> pd.DataFrame:
    """Return the MAP of BM25 over the queries for each pair of parameters (see ``try_grid``).

    As the evaluation has it (``measures``): scores are 32-bit floats, equal ones by falling id.
    """
    pool = _all_papers(terms, threads)
    relevant: dict[str, list[str]] = {query: [] for query, _ in pairs.pairs}
    for (query, candidate), is_cited in zip(pairs.pairs, pairs.relevant, strict=True):
        if is_cited:
            relevant[query].append(candidate)

    def mean_ap(k1: float, b: float) -> float:
        rankings: dict[str, dict[str, float]] = {query: {} for query in relevant}
        scores = pool.score_bm25(*pairs.rows, k1, b).tolist()
        for (query, candidate), score in zip(pairs.pairs, scores, strict=True):
            rankings[query][candidate] = score
        return float(measure(rankings, relevant, ["map"]).mean())

    return try_grid(k1, b, mean_ap)


def encode_splits(
    splits: Mapping[str, Pairs], encoder: Encoder, joint: str, known: KnownVectors | None = None
) -> dict[str, NDArray[np.float32]]:
    """Return the embeddings of each split's papers, in the order of its ``ids``.

    Those that are ``known`` are taken from there; the others are encoded, each once.
    """
    texts = {
        paper: text
        for pairs in splits.values()
        for paper, text in zip(pairs.ids, pairs.joined(joint), strict=True)
    }
    ids = sorted(texts)
    rows = np.full(len(ids), -1) if known is None else known.find(ids)
    missing = np.flatnonzero(rows < 0)
    encoded = encoder.encode([texts[ids[i]] for i in missing])
    n_dimensions = encoded.shape[1] if known is None else known.vectors.shape[1]
    vectors = np.zeros((len(ids), n_dimensions), np.float32)
    if len(missing):
        vectors[missing] = encoded
    if known is not None:
        vectors[rows >= 0] = known.vectors[rows[rows >= 0]]
    place = {paper: i for i, paper in enumerate(ids)}
    return {split: vectors[[place[i] for i in pairs.ids]] for split, pairs in splits.items()}


def score_by_vectors(
    pairs: Pairs, vectors: NDArray[np.floating], similarity: str
) -> NDArray[np.float64]:
    """Return how near the vectors of each pair are; ``vectors`` has a row for each of ``ids``."""
    exact = vectors.astype(np.float64)
    queries, candidates = pairs.rows
    scores = np.zeros(len(queries))
    for places in pairs.by_query:
        query = exact[queries[places[0]]]
        scores[places] = SIMILARITIES[similarity](query, exact[candidates[places]])
    return scores

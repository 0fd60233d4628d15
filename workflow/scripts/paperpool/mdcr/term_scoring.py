"""Scores of the benchmark's pairs by terms: BM25, tuned on the validation split, and TF-IDF.

Source: MDCR section 4.3. Statistics of terms are those of the papers of the split, so that the same
ranker scores the released benchmark and one that was built alike.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd

from paperpool.evaluation.resampling import Floats
from paperpool.mdcr.benchmark_pairs import Pairs
from paperpool.mdcr.measures import measure
from paperpool.mdcr.tuning import chosen_parameters, try_grid
from paperpool.search.sparse_pool import SparsePool
from paperpool.search.term_counts import TermCounts, write_term_counts

_BATCH_TEXTS = 16_384


@dataclass(frozen=True)
class TermScores:
    """BM25's parameters, and by split and kind the score of each pair."""

    k1: float
    b: float
    by_split: dict[str, dict[str, Floats]]


def score_splits(
    splits: Mapping[str, Pairs],
    kinds: Collection[str],
    grid: Mapping[str, Sequence[float]],
    folder: str | Path,
    threads: int,
) -> TermScores:
    """Return the scores of each split's pairs by each of ``kinds``, bm25 or tfidf.

    BM25's parameters are those of ``grid`` (k1 and b, lists) that are best on the split ``val``,
    wherever it stands among ``splits``. Term counts are held in files of ``folder``.
    """
    counted = {split: count_terms(pairs, Path(folder, split)) for split, pairs in splits.items()}
    tried = tune_on_pairs(splits["val"], counted["val"], grid["k1"], grid["b"], threads)
    k1, b = chosen_parameters(tried)
    scores = {
        split: {
            kind: score_by_bm25(pairs, counted[split], k1, b, threads)
            if kind == "bm25"
            else score_by_tfidf(pairs, counted[split], threads)
            for kind in kinds
        }
        for split, pairs in splits.items()
    }
    return TermScores(k1, b, scores)


def count_terms(pairs: Pairs, folder: str | Path) -> TermCounts:
    """Return the term counts of the papers, held in files of ``folder``, which may be new."""
    Path(folder).mkdir(parents=True, exist_ok=True)
    names = ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")
    files = [Path(folder) / name for name in names]
    texts = pairs.joined()
    batches = (texts[i : i + _BATCH_TEXTS] for i in range(0, len(texts), _BATCH_TEXTS))
    write_term_counts(batches, *files)
    return TermCounts(*files)


def score_by_tfidf(pairs: Pairs, terms: TermCounts, threads: int) -> Floats:
    """Return the cosine of TF-IDF vectors of each pair."""
    return _all_papers(terms, threads).score_tfidf(*pairs.rows)


def score_by_bm25(pairs: Pairs, terms: TermCounts, k1: float, b: float, threads: int) -> Floats:
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

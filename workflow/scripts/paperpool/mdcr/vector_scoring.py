"""Scores of the benchmark's pairs by embeddings: every query against each of its candidates.

Source: MDCR section 4.3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paperpool.mdcr.benchmark_pairs import Pairs
from paperpool.models.encoders import Encoder
from paperpool.rankers.similarity import SIMILARITIES


@dataclass(frozen=True)
class KnownVectors:
    """Embeddings that were made before: ``vectors`` has a row for each of ``ids``."""

    ids: pa.ChunkedArray
    vectors: NDArray[np.float32]

    def find(self, papers: Sequence[str]) -> NDArray[np.int64]:
        """Return the row of each of ``papers``, -1 of one that has none."""
        rows = pc.index_in(pa.array(papers, pa.string()), self.ids)
        return rows.fill_null(-1).to_numpy().astype(np.int64)


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

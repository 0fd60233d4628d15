"""Dense rankers over MDCR's large pools: a vector for each paper, made once and sliced per pool.

Source: MDCR section 3: title and abstract, joined, are one text; nearest neighbours are exact.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.mdcr.large_pools import Search
from paperpool.mdcr.paper_texts import read_texts
from paperpool.mdcr.retrieval import Rank, Ranked
from paperpool.models.encoders import Encoder, joining_text
from paperpool.models.precision import choose_device
from paperpool.rankers.scoring.vector_files import PART_PAPERS
from paperpool.search.dense_search import search_dense


def encode_texts(
    papers: str | Path, encoder: Encoder, separator: str
) -> Iterable[NDArray[np.float32]]:
    """Yield the embeddings of the papers of a table (MDCR_PAPERS), in its order, in batches.

    Each batch goes through the encoder's cache, so that one that was stopped goes on from there.
    """
    joint = joining_text(encoder, separator)
    for texts in read_texts(papers, joint, PART_PAPERS):
        yield encoder.encode(texts).astype(np.float32)


def search_by_vectors(vectors: NDArray[np.float32], similarity: str, threads: int) -> Rank:
    """Return how vectors, a row for each paper, rank a search: exactly, by cosine or l2."""
    device = choose_device()

    def rank(search: Search, depth: int) -> Ranked:
        return search_dense(
            vectors,
            search.rows,
            vectors[search.queries],
            similarity,
            depth,
            search.exclude,
            threads,
            device,
        )

    return rank

"""The vectors of the sentences of large pools' papers: titles and abstracts, encoded in context.

Source: MDCR section 3, for Aspire: title and abstract are encoded together, and a vector is made
for each sentence of the two.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.mdcr.large_pools import Search
from paperpool.mdcr.paper_texts import read_papers
from paperpool.mdcr.retrieval import Rank, Ranked
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.precision import choose_device
from paperpool.rankers.scoring.vector_files import PART_PAPERS, write_sentence_vectors
from paperpool.search.sentence_search import search_sentences


def encode_sentences(
    papers: str | Path, encoder: ContextualEncoder, vectors: str | Path, starts: str | Path
) -> int:
    """Encode the papers of a table (MDCR_PAPERS), in its order; return the number of sentences.

    All sentences count, titles too; see ``write_sentence_vectors``.
    """
    parts = (
        [((paper.title, *paper.sentences), np.ones(1 + len(paper.sentences), bool)) for paper in of]
        for of in read_papers(papers, PART_PAPERS)
    )
    return write_sentence_vectors(parts, encoder, vectors, starts)


def search_by_sentences(
    vectors: NDArray[np.float32], starts: NDArray[np.int64], threads: int
) -> Rank:
    """Return how the sentences of papers rank a search: exactly, each paper at its best pair."""
    device = choose_device()

    def rank(search: Search, depth: int) -> Ranked:
        return search_sentences(
            vectors, starts, search.rows, search.queries, depth, search.exclude, threads, device
        )

    return rank

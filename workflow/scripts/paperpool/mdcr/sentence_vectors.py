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
from paperpool.mdcr.vector_search import PART_PAPERS
from paperpool.models.cached_model import choose_device
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.search.appended_arrays import appending
from paperpool.search.sentence_search import search_sentences


def write_sentence_vectors(
    papers: str | Path, encoder: ContextualEncoder, vectors: str | Path, starts: str | Path
) -> int:
    """Encode the papers of a table (MDCR_PAPERS), in its order; return the number of sentences.

    ``vectors`` gets a row for each sentence within the encoder's limit, shape (sentences,
    dimensions); those of paper i are rows starts[i] to starts[i + 1]. Memory holds the vectors of
    PART_PAPERS papers.
    """
    n_sentences = 0
    with (
        appending(vectors, np.dtype(np.float32)) as rows,
        appending(starts, np.dtype(np.int64)) as ends,
    ):
        ends.append(np.zeros(1, np.int64))
        for batch in read_papers(papers, PART_PAPERS):
            encoded = encoder.encode([(paper.title, *paper.sentences) for paper in batch])
            known = [of_paper[~np.isnan(of_paper).any(axis=1)] for of_paper in encoded]
            rows.append(np.concatenate(known))
            ends.append(n_sentences + np.cumsum([len(of_paper) for of_paper in known]))
            n_sentences += sum(map(len, known))
    return n_sentences


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

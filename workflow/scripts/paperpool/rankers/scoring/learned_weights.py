"""Compare texts by learned weights of terms: the sum of the products over the terms of both.

The search is that of BM25's terms, so scores depend on neither blocks nor threads.
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.models.sparse_encoder import SparseEncoder
from paperpool.rankers.scoring.searching import Rank, Search
from paperpool.rankers.scoring.vector_files import split_parts
from paperpool.search.sparse_search import score_terms, search_terms
from paperpool.search.term_weights import TermWeights, write_term_weights
from paperpool.search.top_rows import Ranked, TopRows


def weigh_texts(
    collection: Collection, papers: Sequence[str], encoder: SparseEncoder, folder: Path
) -> TermWeights:
    """Encode papers as documents and, behind them, the topics, to files in ``folder``."""
    texts = [collection.document_text(i) for i in papers]
    texts += [collection.query_text(*pair) for pair in collection.pairs()]
    batches = map(encoder.encode, split_parts(texts))
    return write_term_weights(batches, encoder.n_terms, folder)


def search_by_weights(weights: TermWeights, threads: int) -> Rank:
    """Return a search by the weights of terms; a text that shares no term is not found."""

    def rank(search: Search, depth: int) -> Ranked:
        """Sum the products of weights; a query is a row behind the documents."""
        queries = weights.take(search.queries).astype(np.float64)
        top = TopRows(len(search.queries), depth, search.exclude)
        norms = np.ones(len(search.rows))  # weights count as they are
        search_terms(weights, search.rows, norms, False, queries, top, threads)
        return top.ranked()

    return rank


def rank_by_weights(collection: Collection, encoder: SparseEncoder, folder: Path) -> Run:
    """Rank every topic's candidates by the weights of terms; the scores are the search's."""
    papers = list(collection.papers)
    row = {paper: i for i, paper in enumerate(papers)}
    weights = weigh_texts(collection, papers, encoder, folder)
    pairs = collection.pairs()
    queries = weights.take(np.arange(len(papers), len(weights))).astype(np.float64)

    run: Run = {}
    for number, pair in enumerate(pairs):
        candidates = collection.rankable(*pair)
        rows = np.array([row[candidate] for candidate in candidates], np.int32)
        query_of = np.full(len(rows), number)
        scores = score_terms(weights, rows, np.ones(len(rows)), False, queries, query_of)
        run[pair] = rank_scores(zip(candidates, scores.tolist(), strict=True))
    return run

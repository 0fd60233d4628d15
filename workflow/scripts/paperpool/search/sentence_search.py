"""Exact nearest neighbours among papers by their sentences: the nearest pair of two decides.

The nearest sentences of the pool are found for each sentence of a query. A paper's best pair is
known if it is nearer than the last of these for every sentence. If too few papers are known, twice
as many sentences are requested.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paperpool.search.appended_arrays import rows_of
from paperpool.search.dense_search import search_dense
from paperpool.search.pairs import Vectors
from paperpool.search.top_rows import Ranked

HELD_PAIRS = 2**22
"""Pairs of sentences that are held at once, about; they take 200 MB."""


def search_sentences(
    sentences: Vectors,
    starts: NDArray[np.integer],
    pool: NDArray[np.integer],
    queries: NDArray[np.integer],
    depth: int,
    exclude: Sequence[NDArray[np.integer]] | None = None,
    threads: int = 1,
    device: str = "cpu",
    query_vectors: Sequence[Vectors] | None = None,
) -> Ranked:
    """Return for each query the ``depth`` papers of the pool with the nearest sentences.

    Paper i has the rows ``starts[i]`` to ``starts[i + 1]`` of ``sentences``, shape (sentences,
    dimensions), which may be a memory map; ``pool``, ``queries`` and ``exclude`` (for each query)
    are papers. ``query_vectors`` are the sentences' vectors of each query, if they differ from its
    paper's. A score is the negative L2 distance of the nearest pair; a paper without sentences
    has no results and is never found. For ``threads``, ``device`` and requirements of the vectors
    see search_dense.
    """
    found = np.full((len(queries), depth), -1, np.int32)
    found_scores = np.full((len(queries), depth), -np.inf)
    if query_vectors is None:
        query_vectors = [sentences[starts[i] : starts[i + 1]] for i in queries]
    n_sentences = np.array([len(vectors) for vectors in query_vectors], np.int64)
    offered = rows_of(starts, pool)
    left = np.flatnonzero(n_sentences) if len(offered) else np.zeros(0, np.int64)

    # queries whose best papers are not all known yet are searched again, twice as deep
    n_nearest = 2 * depth
    while len(left):
        n_nearest = min(n_nearest, len(offered))
        again = []
        for chunk in _split_queries(left, n_sentences, max(1, HELD_PAIRS // n_nearest)):
            vectors = np.concatenate([query_vectors[i] for i in chunk])
            rows, scores = search_dense(
                sentences, offered, vectors, "l2", n_nearest, threads=threads, device=device
            )
            edges = np.cumsum(n_sentences[chunk])[:-1]
            of_queries = zip(chunk, np.split(rows, edges), np.split(scores, edges), strict=True)
            for i, query_rows, query_scores in of_queries:
                never = np.zeros(0, np.int64) if exclude is None else exclude[i]
                papers, best = _nearest_papers(starts, query_rows, query_scores, never)

                # a paper that was not found is no nearer than the last sentence of any
                n_known = np.count_nonzero(best > query_scores[:, -1].max())
                if n_known < depth and n_nearest < len(offered):
                    again.append(i)
                    continue
                n_found = len(papers[:depth])
                found[i, :n_found] = papers[:depth]
                found_scores[i, :n_found] = best[:depth]
        left = np.array(again, np.int64)
        n_nearest *= 2
    return found, found_scores


def _split_queries(
    queries: NDArray[np.int64], n_sentences: NDArray[np.int64], most: int
) -> list[NDArray[np.int64]]:
    """Split queries into chunks of about ``most`` sentences."""
    numbers = np.cumsum(n_sentences[queries]) // most
    cuts = np.flatnonzero(np.diff(numbers)) + 1
    return np.split(queries, cuts)


def _nearest_papers(
    starts: NDArray[np.integer],
    rows: NDArray[np.int32],
    scores: NDArray[np.float64],
    never: NDArray[np.integer],
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the papers of sentences, from best to worst, and the best score of each."""
    papers = np.searchsorted(starts, rows.ravel(), side="right") - 1
    order = np.lexsort((papers, -scores.ravel()))
    order = order[~np.isin(papers[order], never)]
    first = np.sort(np.unique(papers[order], return_index=True)[1])
    return papers[order][first], scores.ravel()[order][first]

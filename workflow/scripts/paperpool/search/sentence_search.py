"""Exact nearest neighbours among papers by their sentences: the nearest pair of two decides.

The nearest sentences of the pool are found for each sentence of a query. A paper's best pair is
known if it is nearer than the last of these for every sentence. If too few papers are known, twice
as many sentences are requested.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from paperpool.search.appended_arrays import rows_of
from paperpool.search.dense_search import Vectors, search_dense
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
    asking: Sequence[Vectors] | None = None,
) -> Ranked:
    """Return for each query the ``depth`` papers of the pool with the nearest sentences.

    Paper i has the rows ``starts[i]`` to ``starts[i + 1]`` of ``sentences``, shape (sentences,
    dimensions), which may be a memory map; ``pool``, ``queries`` and ``exclude`` (for each query)
    are papers. ``asking`` are the sentences' vectors of each query, if they differ from its
    paper's. A score is the negative L2 distance of the nearest pair; a paper without sentences
    has no results and is never found. For ``threads``, ``device`` and requirements of the vectors
    see search_dense.
    """
    found = np.full((len(queries), depth), -1, np.int32), np.full((len(queries), depth), -np.inf)
    if asking is None:
        asking = [sentences[starts[i] : starts[i + 1]] for i in queries]
    offered, n_asked = rows_of(starts, pool), np.array([len(of) for of in asking], np.int64)
    left = np.flatnonzero(n_asked) if len(offered) else np.zeros(0, np.int64)
    n_nearest = 2 * depth
    while len(left):
        n_nearest = min(n_nearest, len(offered))
        again = []
        most = max(1, HELD_PAIRS // n_nearest)  # sentences of a chunk, about
        cuts = np.flatnonzero(np.diff(np.cumsum(n_asked[left]) // most)) + 1
        for chunk in np.split(left, cuts):
            asked = np.concatenate([asking[i] for i in chunk])
            rows, scores = search_dense(
                sentences, offered, asked, "l2", n_nearest, threads=threads, device=device
            )
            edges = np.cumsum(n_asked[chunk])[:-1]
            of_queries = zip(chunk, np.split(rows, edges), np.split(scores, edges), strict=True)
            for i, rows, scores in of_queries:
                never = np.zeros(0, np.int64) if exclude is None else exclude[i]
                papers, best = _nearest_papers(starts, rows, scores, never)
                n_known = np.count_nonzero(best > scores[:, -1].max())
                if n_known < depth and n_nearest < len(offered):
                    again.append(i)
                else:
                    n_found = len(papers[:depth])
                    found[0][i, :n_found], found[1][i, :n_found] = papers[:depth], best[:depth]
        left, n_nearest = np.array(again, np.int64), 2 * n_nearest
    return found


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

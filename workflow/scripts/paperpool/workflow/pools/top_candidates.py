"""The best candidates of each query, collected from batches of a corpus, and their table."""

from collections.abc import Iterable, Mapping, Sequence, Set
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from paperpool.io.mapped_files import release_pages
from paperpool.io.parquet_files import read_table
from paperpool.io.tables import POOL_RUN, write_rows
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.rankers.scoring.searching import Rank, Search
from paperpool.rankers.scoring.vector_files import PART_PAPERS
from paperpool.search.dense_search import search_dense
from paperpool.search.lacking import find_missing_vectors
from paperpool.search.pairs import Vectors

Rankings = dict[str, list[tuple[str, float]]]
"""The candidates of each query, best first, with their scores (higher is better)."""


class TopCandidates:
    """Keeps the ``depth`` best candidates of each query; equal scores are ordered by id.

    ``excluded`` maps a query to the ids that are never its candidates. The result does not depend
    on batches or their order. Memory holds ``depth`` candidates per query and one batch.
    """

    def __init__(self, queries: Sequence[str], depth: int, excluded: Mapping[str, Set[str]]):
        self._depth = depth
        self._excluded = {query: np.array(sorted(excluded[query])) for query in queries}
        self._ids = {query: np.zeros(0, np.str_) for query in queries}
        self._scores = {query: np.zeros(0) for query in queries}

    def add(self, query: str, ids: NDArray[np.str_], scores: NDArray[np.float64]) -> None:
        """Add candidates and their scores, both of shape (n,), to one query."""
        if len(self._scores[query]) == self._depth:
            contenders = scores >= self._scores[query][-1]
            ids = ids[contenders]
            scores = scores[contenders]
        allowed = ~np.isin(ids, self._excluded[query])
        ids = np.concatenate([self._ids[query], ids[allowed]])
        scores = np.concatenate([self._scores[query], scores[allowed]])

        best = np.lexsort((ids, -scores))[: self._depth]
        self._ids[query] = ids[best]
        self._scores[query] = scores[best]

    def rankings(self) -> Rankings:
        """Return the candidates so far, best first."""
        rankings = {}
        for query, ids in self._ids.items():
            scores = self._scores[query].tolist()
            rankings[query] = list(zip(ids.tolist(), scores, strict=True))
        return rankings


def add_nearest(
    top: TopCandidates,
    queries: Sequence[str],
    vectors: Vectors,
    ids: NDArray[np.str_],
    batch: Vectors,
    similarity: str,
    depth: int,
    threads: int,
) -> None:
    """Add the ``depth`` nearest papers of a batch to each query (see search_dense).

    ``vectors`` has a row per query and ``batch`` one per id. ``depth`` must allow for excluded ids,
    dropped by ``top``. Papers without a vector are skipped.
    """
    order = np.argsort(ids)  # equal scores are ordered by id
    ids = ids[order]
    rows = np.flatnonzero(~find_missing_vectors(batch)[order])
    found, scores = search_dense(batch[order], rows, vectors, similarity, depth, threads=threads)
    for query, found_rows, row_scores in zip(queries, found, scores, strict=True):
        is_found = found_rows >= 0  # there may be fewer papers than ``depth``
        top.add(query, ids[found_rows[is_found]], row_scores[is_found])


def write_rankings(rankings: Rankings, path: str | Path) -> None:
    """Write rankings as a table of schema POOL_RUN, by query and rank (from 1)."""
    rows = []
    for query, ranking in sorted(rankings.items()):
        for rank, (candidate, score) in enumerate(ranking, 1):
            rows.append((query, candidate, score, rank))
    write_rows(path, rows, POOL_RUN)


def read_ranked_ids(path: str | Path, queries: Iterable[str] = ()) -> dict[str, list[str]]:
    """Return the candidates of each query, best first; ``queries`` may have no candidates."""
    table = read_table(path, ["query_id", "candidate_id"])
    asking = table["query_id"].to_pylist()
    candidates = table["candidate_id"].to_pylist()
    ranked: dict[str, list[str]] = {query: [] for query in queries}
    for query, candidate in zip(asking, candidates, strict=True):
        ranked.setdefault(query, []).append(candidate)
    return ranked


def rank_by_encoder(
    papers: KnownVectors,
    similarity: str,
    excluded: Mapping[str, Set[str]],
    depth: int,
    threads: int = 1,
    asking: Mapping[int, NDArray[np.float32]] | None = None,
) -> Rankings:
    """Rank the candidates of pools for each query of ``excluded``; queries are candidates, too.

    ``similarity`` is "cosine" or "l2". ``asking`` are the vectors of queries by row, if they differ
    from those of the same papers. Memory holds the vectors of PART_PAPERS. Raises ValueError if a
    query is no candidate.
    """
    queries, rows = _find_queries(papers, excluded)
    wanted = papers.vectors[rows]
    if asking is not None:
        wanted = np.stack([asking[row] for row in rows.tolist()])

    top = TopCandidates(queries, depth, excluded)
    enough = depth + max((len(ids) for ids in excluded.values()), default=0)
    for start in range(0, len(papers.ids), PART_PAPERS):
        ids = np.array(papers.ids.slice(start, PART_PAPERS).to_pylist(), dtype=np.str_)
        vectors = papers.vectors[start : start + PART_PAPERS]
        add_nearest(top, queries, wanted, ids, vectors, similarity, enough, threads)
        release_pages(papers.vectors)
    return top.rankings()


def rank_by_search(
    papers: KnownVectors, rank: Rank, excluded: Mapping[str, Set[str]], depth: int
) -> Rankings:
    """Rank the candidates of pools by one search of them all, as ``rank_by_encoder``."""
    queries, rows = _find_queries(papers, excluded)
    never = [np.sort(papers.find(sorted(excluded[query]))).astype(np.int32) for query in queries]
    everything = np.arange(len(papers.ids), dtype=np.int32)
    found, scores = rank(Search(everything, rows.astype(np.int32), never), depth)

    top = TopCandidates(queries, depth, excluded)
    for query, found_rows, row_scores in zip(queries, found, scores, strict=True):
        is_found = found_rows >= 0  # there may be fewer papers than ``depth``
        ids = papers.ids.take(pa.array(found_rows[is_found])).to_pylist()
        top.add(query, np.array(ids, np.str_), row_scores[is_found])
    return top.rankings()


def _find_queries(
    papers: KnownVectors, excluded: Mapping[str, Set[str]]
) -> tuple[list[str], NDArray[np.int64]]:
    """Return the queries in order, and their rows."""
    queries = sorted(excluded)
    rows = papers.find(queries)
    if rows.min(initial=0) < 0:
        raise ValueError("a query is not among the candidates of pools")
    return queries, rows

"""Runs over MDCR's large pools: the best candidates of every pool for each of its queries.

Dense rankers compare a vector per paper, or per sentence. Source: MDCR section 3: nearest
neighbours are exact.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray
from tqdm import tqdm

from paperpool.io import tables
from paperpool.mdcr.large_pools import LargePools, Pool, Search
from paperpool.models.precision import choose_device
from paperpool.search.dense_search import search_dense
from paperpool.search.lacking import find_missing_vectors
from paperpool.search.sentence_search import search_sentences

Ranked = tuple[NDArray[np.int32], NDArray[np.float64]]
"""Rows and scores, shape (queries, depth), best first; row -1 pads."""

Rank = Callable[[Search, int], Ranked]

RANKED_SPLITS = ("test", "val")
"""The splits to rank at each level: candidates come from both, weights from validation pools."""


def write_run(
    pools: LargePools, level: str, splits: Sequence[str], rank: Rank, depth: int, path: str | Path
) -> int:
    """Rank every pool of a level; write the run (MDCR_RUN) and return its number of rows."""
    written = 0
    with tables.writing_table(path, tables.MDCR_RUN) as writer:
        for pool in tqdm(list(pools.of_level(level, splits)), desc=level, unit="pool"):
            table = pa.Table.from_batches(rank_pool(pools, pool, rank, depth), tables.MDCR_RUN)
            table = table.sort_by([("query_id", "ascending"), ("rank", "ascending")])
            writer.write_table(table)
            written += table.num_rows
    return written


def rank_pool(pools: LargePools, pool: Pool, rank: Rank, depth: int) -> Iterator[pa.RecordBatch]:
    """Yield a pool's ranking for the queries of one year after another."""
    for queries, search in pools.searches(pool):
        rows, scores = rank(search, depth)
        query, place = np.nonzero(rows >= 0)
        n = len(query)
        yield pa.record_batch(
            [
                pa.array([pool.split] * n, pa.string()),
                pa.array([pool.part] * n, pa.string()),
                pa.array(np.full(n, pool.sampling, np.int32)),
                pa.array(queries, pa.string()).take(pa.array(query)),
                pools.ids.take(pa.array(rows[query, place])).combine_chunks(),
                pa.array(scores[query, place]),
                pa.array((place + 1).astype(np.int32)),
            ],
            schema=tables.MDCR_RUN,
        )


def search_by_vectors(
    vectors: NDArray[np.float32],
    similarity: str,
    threads: int,
    asking: Mapping[int, NDArray[np.float32]] | None = None,
) -> Rank:
    """Return an exact search of paper vectors by cosine or l2, skipping missing vectors.

    ``asking`` are the vectors of queries by row, if they differ from those of the same papers.
    """
    device, lacking = choose_device(), find_missing_vectors(vectors)

    def rank(search: Search, depth: int) -> Ranked:
        rows, wanted = search.rows[~lacking[search.rows]], vectors[search.queries]
        if asking is not None:
            wanted = np.stack([asking[row] for row in search.queries.tolist()])
        return search_dense(
            vectors, rows, wanted, similarity, depth, search.exclude, threads, device
        )

    return rank


def search_by_sentences(
    vectors: NDArray[np.float32], starts: NDArray[np.int64], threads: int
) -> Rank:
    """Return an exact search by sentences, with a paper's score that of its best sentence pair.

    Rows starts[i] to starts[i + 1] of ``vectors`` belong to paper i.
    """
    device = choose_device()

    def rank(search: Search, depth: int) -> Ranked:
        return search_sentences(
            vectors, starts, search.rows, search.queries, depth, search.exclude, threads, device
        )

    return rank

"""Runs over MDCR's large pools: the best candidates of every pool for each of its queries."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np
import pyarrow as pa
from tqdm import tqdm

from paperpool.io import tables
from paperpool.mdcr.large_pools import LargePools, Pool
from paperpool.rankers.scoring.searching import Rank

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

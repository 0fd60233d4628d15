"""Fuse several rankers' runs over MDCR's large pools, pool by pool.

Kind ``fusion`` uses its own method. Kind ``best`` sums standard scores with weights fitted on
validation pools (``weigh_members``): for each size of the dataset level, and once for all fields.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import groupby, islice
from pathlib import Path

import numpy as np
import pandas as pd
import pyarrow as pa

from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Ranking
from paperpool.io import tables
from paperpool.mdcr.large_scale import NOTHING, PoolRun, read_pools
from paperpool.mdcr.names import ALL
from paperpool.rankers.scoring.fusing import Fused, tabulate
from paperpool.rankers.scoring.member_weights import (
    TRIED_COLUMNS,
    Judged,
    choose_weights,
    mean_average_precision,
)

Weights = Mapping[str | None, Floats]
"""The members' weights by part, shape (members,); None stands for all other parts."""

_QUERIES = 200
"""Queries whose rankings are written at once."""


def fuse_pools(
    runs: Mapping[str, str | Path],
    splits: Sequence[str],
    method: str,
    weights: Weights,
    depth: int,
    path: str | Path,
) -> None:
    """Write the fusion of runs (MDCR_RUN) over the pools of some splits.

    ``weights`` have an entry for each run, ``method`` is a key of FUSIONS. Memory holds one pool.
    """
    with tables.writing_table(path, tables.MDCR_RUN) as writer:
        for split in splits:
            for part, sampling, members in read_together(runs, split):
                of_part = weights.get(part, weights[None])
                rankings = (
                    _as_table((split, part, sampling, query), fused.rank(of_part)[:depth])
                    for query, fused in fuse_queries(members, method)
                )
                while some := list(islice(rankings, _QUERIES)):
                    writer.write_table(pa.concat_tables(some).combine_chunks())
                del members, rankings


def _as_table(key: tuple[str, str, int, str], ranking: Ranking) -> pa.Table:
    n = len(ranking)
    ids, scores = [candidate for candidate, _ in ranking], [score for _, score in ranking]
    columns = [*([value] * n for value in key), ids, scores, range(1, n + 1)]
    return pa.table(columns, schema=tables.MDCR_RUN)


def weigh_members(
    runs: Mapping[str, str | Path],
    level: str,
    split: str,
    relevant: Mapping[str, Set[str]],
    method: str,
) -> tuple[Weights, pd.DataFrame]:
    """Fit the members' weights; return them and the table of all candidates tried.

    Weights maximise the MAP over the pools of ``split`` (see ``choose_weights``): for each size of
    the dataset level, or once for all fields. Without such pools all weights are equal.
    ``relevant`` has the papers that each query cites. Memory holds the members' results for all
    queries of a size or of all fields.
    """
    by_size = level == "dataset"
    weights: dict[str | None, Floats] = {None: np.ones(len(runs))}
    tried: list[pd.DataFrame] = []
    pools = read_together(runs, split)
    for part, of_part in groupby(pools, key=lambda pool: pool[0] if by_size else None):
        judged = []
        for _, _, members in of_part:
            for query, fused in fuse_queries(members, method):
                cited = set(relevant.get(query, ()))
                judged.append(Judged(fused, cited, len(cited)))
        measure = partial(mean_average_precision, judged)
        weights[part], table = choose_weights(list(runs), measure, len(judged))
        tried.append(table.assign(level=level, part=part or ALL))
    columns = ["level", "part", *TRIED_COLUMNS]
    return weights, pd.concat(tried)[columns] if tried else pd.DataFrame(columns=columns)


def read_together(
    runs: Mapping[str, str | Path], split: str
) -> Iterator[tuple[str, int, list[PoolRun]]]:
    """Yield (part, sampling, rankings of each run) pool by pool, in the order of the runs.

    A run without results in a pool has no rankings there.
    """
    readers = [read_pools(path, split) for path in runs.values()]
    waiting = [next(reader, None) for reader in readers]
    while any(waiting):
        key = min(pool[0] for pool in waiting if pool)
        members = [pool[1] if pool and pool[0] == key else NOTHING for pool in waiting]
        is_read = [pool is not None and pool[0] == key for pool in waiting]
        waiting = [None if read else pool for pool, read in zip(waiting, is_read, strict=True)]
        yield *key, members
        del members  # or it would be held while the next pool is read
        for i, read in enumerate(is_read):
            if read:
                waiting[i] = next(readers[i], None)


def fuse_queries(members: Sequence[PoolRun], method: str) -> Iterator[tuple[str, Fused]]:
    """Yield each query that some member answers, sorted, with the fusion of its runs."""
    for query in sorted({query for member in members for query in member.rows}):
        yield query, tabulate([member.ranking(query) for member in members], method)

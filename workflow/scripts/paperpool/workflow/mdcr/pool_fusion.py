"""Fuse several rankers' runs over MDCR's large pools, pool by pool.

Kind ``fusion`` uses its own method. Kind ``best`` sums standard scores with weights fitted on
validation pools (``weigh_members``): for each size of the dataset level, and once for all fields.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import groupby
from operator import itemgetter
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

QUERIES_AT_ONCE = 200
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
                weights_of_part = weights.get(part, weights[None])
                batch = []
                for query, fused in fuse_queries(members, method):
                    ranking = fused.rank(weights_of_part)[:depth]
                    batch.append(_as_table((split, part, sampling, query), ranking))
                    if len(batch) == QUERIES_AT_ONCE:
                        writer.write_table(pa.concat_tables(batch).combine_chunks())
                        batch.clear()
                if batch:
                    writer.write_table(pa.concat_tables(batch).combine_chunks())
                del members  # or it would be held while the next pool is read


def _as_table(key: tuple[str, str, int, str], ranking: Ranking) -> pa.Table:
    """Return a query's rows of a run (MDCR_RUN)."""
    n = len(ranking)
    split, part, sampling, query = key
    columns = [
        [split] * n,
        [part] * n,
        [sampling] * n,
        [query] * n,
        [candidate for candidate, _ in ranking],
        [score for _, score in ranking],
        range(1, n + 1),
    ]
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
    weights: dict[str | None, Floats] = {None: np.ones(len(runs))}
    tried: list[pd.DataFrame] = []
    pools = read_together(runs, split)
    find_part = itemgetter(0) if level == "dataset" else _find_no_part
    for part, pools_of_part in groupby(pools, key=find_part):
        judged = []
        for _, _, members in pools_of_part:
            for query, fused in fuse_queries(members, method):
                cited = set(relevant.get(query, ()))
                judged.append(Judged(fused, cited, len(cited)))
        measure = partial(mean_average_precision, judged)
        weights[part], table = choose_weights(list(runs), measure, len(judged))
        tried.append(table.assign(level=level, part=part or ALL))

    columns = ["level", "part", *TRIED_COLUMNS]
    if not tried:
        return weights, pd.DataFrame(columns=columns)
    return weights, pd.concat(tried)[columns]


def _find_no_part(pool: tuple[str, int, list[PoolRun]]) -> None:
    """Return None, the key of the weights of all fields, for the pool of any field."""


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
        members, positions = _take_pool(waiting, key)
        part, sampling = key
        yield part, sampling, members
        del members  # or it would be held while the next pool is read
        for position in positions:
            waiting[position] = next(readers[position], None)


def _take_pool(
    waiting: list[tuple[tuple[str, int], PoolRun] | None], key: tuple[str, int]
) -> tuple[list[PoolRun], list[int]]:
    """Take the pool of a key out of those that wait, one of each run.

    Returns the rankings of each run, NOTHING of a run without the pool, and the positions of the
    runs that have it.
    """
    members = []
    positions = []
    for position, pool in enumerate(waiting):
        if pool and pool[0] == key:
            members.append(pool[1])
            positions.append(position)
            waiting[position] = None
        else:
            members.append(NOTHING)
    return members, positions


def fuse_queries(members: Sequence[PoolRun], method: str) -> Iterator[tuple[str, Fused]]:
    """Yield each query that some member answers, sorted, with the fusion of its runs."""
    queries: set[str] = set()
    for member in members:
        queries.update(member.rows)
    for query in sorted(queries):
        yield query, tabulate([member.ranking(query) for member in members], method)

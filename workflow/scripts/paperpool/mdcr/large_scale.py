"""Measure runs over MDCR's large pools, one pool in memory at a time.

Source: MDCR section 3: the 500 best candidates of every query; relevant are the papers of the
prefiltered set that it cites, all of which are in the pool.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.trec_measures import LARGE_SCALE, Rankings, measure
from paperpool.io.tables import read_batches

_COLUMNS = ["split", "part", "sampling", "query_id", "candidate_id", "score"]


def read_queries(path: str | Path, level: str, split: str) -> dict[str | None, list[str]]:
    """Return the queries of a level and split by field, which is None at dataset level.

    ``path`` is a table of MDCR_QUERIES, whose order they keep.
    """
    queries: dict[str | None, list[str]] = {}
    chosen = [("level", "=", level), ("split", "=", split)]
    for row in pq.read_table(path, columns=["field", "query_id"], filters=chosen).to_pylist():
        queries.setdefault(row["field"], []).append(row["query_id"])
    return queries


def read_relevant(path: str | Path) -> dict[str, set[str]]:
    """Return the papers of the prefiltered set that each query cites (a table of MDCR_CITED)."""
    relevant: dict[str, set[str]] = {}
    for row in pq.read_table(path, filters=[("in_corpus", "=", True)]).to_pylist():
        relevant.setdefault(row["query_id"], set()).add(row["cited_id"])
    return relevant


def read_rankings(path: str | Path, split: str) -> Iterator[tuple[str, int, Rankings]]:
    """Yield (part, sampling, rankings) pool by pool of a run (MDCR_RUN), in its order."""
    pool: tuple[str, int] | None = None
    rankings: dict[str, dict[str, float]] = {}
    for batch in read_batches([path], _COLUMNS):
        batch = batch.filter(pc.equal(batch["split"], split))
        candidates, scores = batch["candidate_id"].to_pylist(), batch["score"].to_pylist()
        for start, stop in find_spans(batch, ["part", "sampling", "query_id"]):
            part: str = batch["part"][start].as_py()
            sampling: int = batch["sampling"][start].as_py()
            query: str = batch["query_id"][start].as_py()
            if pool and pool != (part, sampling):
                yield *pool, rankings
                rankings = {}
            pool = part, sampling
            of_query = zip(candidates[start:stop], scores[start:stop], strict=True)
            rankings.setdefault(query, {}).update(of_query)
    if pool:
        yield *pool, rankings


def find_spans(batch: pa.RecordBatch, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield where rows start and stop that have the same values in the columns of some names."""
    ends = [pc.run_end_encode(batch[name]).run_ends.to_numpy() for name in names]
    return pairwise([0, *np.unique(np.concatenate(ends)).tolist()])


def measure_run(
    path: str | Path,
    split: str,
    queries: Mapping[str | None, Sequence[str]],
    relevant: Mapping[str, Set[str]],
    measures: Sequence[str] = LARGE_SCALE,
) -> dict[str, Floats]:
    """Return, by part, the measures of a run: shape (queries, samplings, measures).

    ``queries`` are those of each field, or of None where all parts have the same ones. A query
    that a pool's run lacks scores 0 there.
    """
    parts: dict[str, list[Floats]] = {}
    for part, _, rankings in read_rankings(path, split):
        of_part = queries[None] if None in queries else queries[part]
        wanted = {query: relevant.get(query, set()) for query in of_part}
        parts.setdefault(part, []).append(measure(rankings, wanted, measures))
        del rankings  # or it would be held while the next pool is read
    return {part: np.stack(values, axis=1) for part, values in parts.items()}

"""Read and measure runs over MDCR's large pools, with one pool in memory at a time.

Source: MDCR section 3: the 500 best candidates of every query. Relevant are the papers of the
prefiltered set that it cites; all of them are in the pool.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from itertools import pairwise
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from paperpool.evaluation.resampling import Floats
from paperpool.evaluation.runs import Ranking
from paperpool.evaluation.trec_measures import LARGE_SCALE, measure
from paperpool.io.parquet_files import read_table
from paperpool.io.tables import read_batches

_KEPT = ["query_id", "candidate_id", "score"]


def read_queries(path: str | Path, level: str, split: str) -> dict[str | None, list[str]]:
    """Return the queries of a level and split (a table of MDCR_QUERIES) by field, in its order.

    At the dataset level the only key is None.
    """
    queries: dict[str | None, list[str]] = {}
    chosen = [("level", "=", level), ("split", "=", split)]
    for row in read_table(path, columns=["field", "query_id"], filters=chosen).to_pylist():
        queries.setdefault(row["field"], []).append(row["query_id"])
    return queries


def read_relevant(path: str | Path) -> dict[str, set[str]]:
    """Return the papers of the prefiltered set that each query cites (MDCR_CITED)."""
    relevant: dict[str, set[str]] = {}
    for row in read_table(path, filters=[("in_corpus", "=", True)]).to_pylist():
        relevant.setdefault(row["query_id"], set()).add(row["cited_id"])
    return relevant


class PoolRun:
    """The rankings of one pool, as a table with the rows of each query."""

    def __init__(self, batches: Sequence[pa.RecordBatch]):
        self._table = pa.Table.from_batches(batches).combine_chunks()

        # a query's rows are next to each other: its place is the start and the stop of its span
        ends = pc.run_end_encode(self._table.column("query_id").combine_chunks())
        spans = pairwise([0, *ends.run_ends.to_pylist()])
        self.rows = dict(zip(ends.values.to_pylist(), spans, strict=True))

    def ranking(self, query: str) -> Ranking:
        """Return the candidates of a query with their scores, best first."""
        start, stop = self.rows.get(query, (0, 0))
        part = self._table.slice(start, stop - start)
        candidates = part.column("candidate_id").to_pylist()
        scores = part.column("score").to_pylist()
        return list(zip(candidates, scores, strict=True))


_NO_ROWS = pa.RecordBatch.from_pylist([], pa.schema([(name, pa.string()) for name in _KEPT]))

NOTHING = PoolRun([_NO_ROWS])
"""The rankings of a pool that a run lacks."""


def read_pools(path: str | Path, split: str) -> Iterator[tuple[tuple[str, int], PoolRun]]:
    """Yield ((part, sampling), rankings) pool by pool of a split of a run (MDCR_RUN)."""
    key: tuple[str, int] | None = None
    batches: list[pa.RecordBatch] = []
    for batch in read_batches([path], ["split", "part", "sampling", *_KEPT]):
        batch = batch.filter(pc.equal(batch["split"], split))
        for start, stop in _find_spans(batch, ["part", "sampling"]):
            found: tuple[str, int] = (
                batch["part"][start].as_py(),
                batch["sampling"][start].as_py(),
            )
            if key is not None and found != key:
                run = PoolRun(batches)
                batches = []
                yield key, run
                del run  # or it would be held while the next pool is read

            key = found
            batches.append(batch.slice(start, stop - start).select(_KEPT))
    if key is not None:
        yield key, PoolRun(batches)


def _find_spans(batch: pa.RecordBatch, names: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Yield start and stop of each span of rows with equal values in some columns."""
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

    ``queries`` are given by field, or under None if all parts share them; unranked ones score 0.
    """
    parts: dict[str, list[Floats]] = {}
    for (part, _), run in read_pools(path, split):
        wanted_queries = queries[None] if None in queries else queries[part]
        wanted = {query: relevant.get(query, set()) for query in wanted_queries}
        rankings = {query: dict(run.ranking(query)) for query in run.rows}
        parts.setdefault(part, []).append(measure(rankings, wanted, measures))
        del run, rankings  # or they would be held while the next pool is read
    return {part: np.stack(values, axis=1) for part, values in parts.items()}

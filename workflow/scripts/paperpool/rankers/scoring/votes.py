"""Rank by the votes of papers that are near to the query (``workflow.mdcr.references``)."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.io.parquet_files import read_table
from paperpool.io.tables import make_schema, make_table

_ASKED = make_schema("query_id candidate_id", place=pa.int64())


def rank_by_votes(collection: Collection, votes: str | Path) -> Run:
    """Rank by the counted votes, a table; a candidate without one has 0."""
    pairs = collection.pairs()
    candidates = {pair: collection.rankable(*pair) for pair in pairs}
    numbered = []
    for query, field in pairs:
        for candidate in candidates[query, field]:
            numbered.append((query, candidate, len(numbered)))

    # a join does not keep the order of rows, so that it is sorted by their places again
    table = make_table(numbered, _ASKED)
    voted = table.join(read_table(votes), ["query_id", "candidate_id"])
    counted = iter(pc.fill_null(voted.sort_by("place")["score"], 0.0).to_pylist())
    run: Run = {}
    for pair in pairs:
        run[pair] = rank_scores((candidate, next(counted)) for candidate in candidates[pair])
    return run

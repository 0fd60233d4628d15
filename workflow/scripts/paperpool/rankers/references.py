"""Rank by the citations of the papers nearest to the query (``workflow.mdcr.references``)."""

import pyarrow as pa
import pyarrow.compute as pc

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.io.parquet_files import read_table
from paperpool.io.tables import make_schema, make_table
from paperpool.rankers.ranker import Context, Ranker
from paperpool.settings import setting

_ASKED = make_schema("query_id candidate_id", place=pa.int64())


class References(Ranker, group="Citations", needs={"citations"}):
    """The papers cited by those nearest to the query: each of these, of the years before the
    query's and no query itself, votes for its cited papers, the r-th nearest with 1/r. Ranks MDCR
    alone, large pools too.
    """

    like: str = setting(
        "the ranker whose vectors tell what is near: one that searches large pools by vectors",
        {"description": "the name of a ranker", "$ref": "#/$defs/name"},
    )
    nearest: int = setting(
        "how many papers vote",
        {"description": "papers from 1", "type": "integer", "minimum": 1},
        40,
    )

    def order(self, collection: Collection, context: Context) -> Run:
        """Rank by the counted votes; a candidate without one has 0."""
        pairs = collection.pairs()
        candidates = {pair: collection.rankable(*pair) for pair in pairs}
        numbered = []
        for query, field in pairs:
            for candidate in candidates[query, field]:
                numbered.append((query, candidate, len(numbered)))

        # a join does not keep the order of rows, so that it is sorted by their places again
        table = make_table(numbered, _ASKED)
        voted = table.join(read_table(context.votes), ["query_id", "candidate_id"])
        votes = iter(pc.fill_null(voted.sort_by("place")["score"], 0.0).to_pylist())
        run: Run = {}
        for pair in pairs:
            run[pair] = rank_scores((candidate, next(votes)) for candidate in candidates[pair])
        return run

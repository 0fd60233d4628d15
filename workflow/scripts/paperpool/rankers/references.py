"""Rank by the citations of the papers nearest to the query (see ``paperpool.mdcr.references``)."""

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.rankers.ranker import Ranker, Tools
from paperpool.settings import setting

_PAIR = ["query_id", "candidate_id"]


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

    def order(self, collection: Collection, tools: Tools) -> Run:
        pairs = collection.pairs()
        candidates = {pair: collection.rankable(*pair) for pair in pairs}
        asked = [(query, c) for query, field in pairs for c in candidates[query, field]]
        columns = {name: [pair[i] for pair in asked] for i, name in enumerate(_PAIR)}
        table = pa.table(columns, schema=pa.schema([(name, pa.string()) for name in _PAIR]))
        table = table.append_column("place", pa.array(range(len(asked)), pa.int64()))
        table = table.join(pq.read_table(tools.votes), _PAIR).sort_by("place")
        votes = iter(pc.fill_null(table.column("score"), 0.0).to_pylist())
        return {pair: rank_scores((c, next(votes)) for c in candidates[pair]) for pair in pairs}

"""Rank by the citations of the papers nearest to the query (``workflow.mdcr.references``)."""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.ranker import Context, Ranker
from paperpool.settings import setting


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
        from paperpool.rankers.scoring.votes import rank_by_votes  # imports pyarrow

        return rank_by_votes(collection, context.votes)

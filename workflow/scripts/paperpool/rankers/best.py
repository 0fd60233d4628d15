"""Rank by the fusions that do best on the fold that is not scored (see ``designs``)."""

from __future__ import annotations

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.ranker import Ranker, Tools
from paperpool.rankers.scoring.designs import choose_designs
from paperpool.settings import setting


class Best(Ranker, group="Fusions", needs={"folds", "runs"}):
    """Fuses by zscore the subsets of its members that do best: the tenth of all subsets with
    the highest NDCG%20 on the test fold that is not scored, query papers with a pair in the
    scored fold left out. A member weighs as much as there are such subsets with it.
    csfcube/designs/<ranker>.csv lists every subset with its figures.
    """

    members: list[str] = setting(
        "two to eight names; none of kind run, command or best",
        {
            "description": "a list of the names of two to eight rankers",
            "type": "array",
            "minItems": 2,
            "maxItems": 8,
            "uniqueItems": True,
            "items": {"$ref": "#/$defs/name"},
        },
    )

    def order(self, collection: Collection, tools: Tools) -> Run:
        members = {name: tools.members[name] for name in self.members}
        run, tools.tables["designs"] = choose_designs(collection, members)
        return run

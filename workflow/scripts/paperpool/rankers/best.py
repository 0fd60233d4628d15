"""Rank by the fusions that do best on the fold that is not scored, or on the validation split.

See ``designs`` for the one and ``member_weights`` for the other.
"""

from __future__ import annotations

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.ranker import Ranker, Tools
from paperpool.rankers.scoring.designs import choose_designs
from paperpool.rankers.scoring.member_weights import fuse_by_validation
from paperpool.settings import setting


class Best(Ranker, group="Fusions", needs={"folds", "runs"}):
    """Fuses by zscore the subsets of its members that do best: the tenth of all subsets with
    the highest NDCG%20 on the test fold that is not scored, query papers with a pair in the
    scored fold left out. A member weighs as much as there are such subsets with it. For MDCR
    each member counts as much as the MAP of the validation split wants; large pools are fused
    by reciprocal ranks. designs/<ranker>.csv lists all that was tried, with its figures.
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
        choose = choose_designs if collection.validation is None else fuse_by_validation
        run, tools.tables["designs"] = choose(collection, members)
        return run

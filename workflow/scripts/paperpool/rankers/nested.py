"""Rank as ``best`` does, with every choice made inside the fold that is not scored.

See ``nested_designs``, and ``member_weights`` for collections with a validation split.
"""

from __future__ import annotations

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.ranker import Ranker, Tools
from paperpool.rankers.scoring.member_weights import fuse_by_validation
from paperpool.rankers.scoring.nested_designs import MOST_MEMBERS, choose_nested
from paperpool.settings import setting


class Nested(Ranker, group="Fusions", needs={"folds", "runs"}):
    """As best, but how many members a subset has at most, and how many subsets are summed, is
    chosen too, on the test fold that is not scored, one of its query papers left out after the
    other. For MDCR the same as best. designs/<ranker>.csv lists every way to choose.
    """

    members: list[str] = setting(
        f"two to {MOST_MEMBERS} names; none of kind run, command, best or nested",
        {
            "description": f"a list of the names of two to {MOST_MEMBERS} rankers",
            "type": "array",
            "minItems": 2,
            "maxItems": MOST_MEMBERS,
            "uniqueItems": True,
            "items": {"$ref": "#/$defs/name"},
        },
    )

    def order(self, collection: Collection, tools: Tools) -> Run:
        members = {name: tools.members[name] for name in self.members}
        choose = choose_nested if collection.validation is None else fuse_by_validation
        run, tools.tables["designs"] = choose(collection, members)
        return run

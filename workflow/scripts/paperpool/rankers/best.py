"""Rank by the fusions that do best on the other fold, or on the validation split.

See ``designs`` and ``member_weights``.
"""

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.ranker import Context, Ranker
from paperpool.settings import setting

MOST_MEMBERS = 14
"""Members at most: their subsets are all measured on every pair."""


class Best(Ranker, group="Fusions", needs={"folds", "runs"}):
    """Fuses by zscore the subsets of its members that do best, by NDCG%20, on the test fold that
    is not scored, query papers with a pair in the scored fold left out. How many members a subset
    has at most, and how many subsets are summed, is chosen there too, one query paper left out
    after the other. A member weighs as much as there are such subsets with it. For MDCR each
    member counts as much as the MAP of the validation split wants, in large pools that of
    validation pools. designs/<ranker>.csv lists all that was tried, with its scores.
    """

    members: list[str] = setting(
        f"two to {MOST_MEMBERS} names; none of kind run, command or best",
        {
            "description": f"a list of the names of two to {MOST_MEMBERS} rankers",
            "type": "array",
            "minItems": 2,
            "maxItems": MOST_MEMBERS,
            "uniqueItems": True,
            "items": {"$ref": "#/$defs/name"},
        },
    )

    def order(self, collection: Collection, context: Context) -> Run:
        """Return the run of the chosen fusions; the table ``designs`` has all that was tried."""
        from paperpool.rankers.scoring.designs import choose_designs  # imports pandas
        from paperpool.rankers.scoring.member_weights import fuse_by_validation

        members = {name: context.members[name] for name in self.members}
        choose = choose_designs if collection.validation is None else fuse_by_validation
        run, context.tables["designs"] = choose(collection, members)
        return run

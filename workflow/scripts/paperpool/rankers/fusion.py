"""Rank by the rankings of several rankers, all counting alike (see ``fusing``)."""

import logging

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.evaluation.score_checks import check_run_scores
from paperpool.rankers.ranker import Context, Ranker, one_of
from paperpool.settings import setting

logger = logging.getLogger("paperpool")

METHODS = ("rrf", "zscore")
"""The ways to fuse (``fusing.FUSIONS``)."""


class Fusion(Ranker, group="Fusions", needs={"runs"}):
    """The rankings of other rankers made one, all counting alike."""

    members: list[str] = setting(
        "their names; any kind, another fusion too",
        {
            "description": "a list of the names of two or more rankers",
            "type": "array",
            "minItems": 2,
            "uniqueItems": True,
            "items": {"$ref": "#/$defs/name"},
        },
    )
    method: str = setting(
        "rrf (reciprocal ranks, k = 60) or zscore (the sum of their scores, each ranker's brought "
        "to mean 0 and deviation 1 for each query)",
        one_of(*METHODS),
        "rrf",
    )

    def order(self, collection: Collection, context: Context) -> Run:
        """Fuse the members' runs; a warning names those that searched less deep than others."""
        from paperpool.rankers.scoring.fusing import describe_short_members, fuse_runs  # numpy

        members = {name: context.members[name] for name in self.members}
        for name, run in members.items():
            check_run_scores(run, f"Member {name!r}", collection.topic_names())
        if collection.is_searched:  # elsewhere the checks of runs name what is left out
            for line in describe_short_members(members):
                logger.warning("%s", line)
        return fuse_runs(list(members.values()), self.method, self.find_weights())

    def find_weights(self) -> list[float] | None:
        """Return the weights of the members, None if all count alike."""
        return None

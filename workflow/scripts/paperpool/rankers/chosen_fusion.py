"""What the fusions have in common that choose what they fuse: their members, and who chooses."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.rankers.ranker import Ranker, Tools
from paperpool.rankers.scoring.member_weights import fuse_by_validation
from paperpool.settings import setting

Choose = Callable[[Collection, Mapping[str, Run]], tuple[Run, pd.DataFrame]]
"""Makes one run of those of the members, and the table of all that was tried."""


def setting_of_members(most: int, written: str) -> Any:
    """Return the setting ``members`` of a kind that takes two to ``most``, ``written`` as text."""
    return setting(
        f"two to {written} names; none of kind run, command, best or nested",
        {
            "description": f"a list of the names of two to {written} rankers",
            "type": "array",
            "minItems": 2,
            "maxItems": most,
            "uniqueItems": True,
            "items": {"$ref": "#/$defs/name"},
        },
    )


class ChosenFusion(Ranker, group="Fusions", needs={"folds", "runs"}, abstract=True):
    """Fuses what ``by_folds`` chooses on CSFCube, what the validation split tells elsewhere."""

    by_folds: ClassVar[Choose]
    members: list[str]

    def order(self, collection: Collection, tools: Tools) -> Run:
        members = {name: tools.members[name] for name in self.members}
        choose = type(self).by_folds if collection.validation is None else fuse_by_validation
        run, tools.tables["designs"] = choose(collection, members)
        return run

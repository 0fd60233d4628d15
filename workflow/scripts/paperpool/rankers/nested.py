"""Rank as ``best`` does, with every choice made inside the fold that is not scored.

See ``nested_designs``, and ``member_weights`` for collections with a validation split.
"""

from __future__ import annotations

from paperpool.rankers.chosen_fusion import ChosenFusion, setting_of_members
from paperpool.rankers.scoring.nested_designs import MOST_MEMBERS, choose_nested


class Nested(ChosenFusion):
    """As best, but how many members a subset has at most, and how many subsets are summed, is
    chosen too, on the test fold that is not scored, one of its query papers left out after the
    other. For MDCR the same as best. designs/<ranker>.csv lists every way to choose.
    """

    by_folds = staticmethod(choose_nested)
    members: list[str] = setting_of_members(MOST_MEMBERS, f"{MOST_MEMBERS}")

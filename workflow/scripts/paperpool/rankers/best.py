"""Rank by the fusions that do best on the fold that is not scored, or on the validation split.

See ``designs`` for the one and ``member_weights`` for the other.
"""

from __future__ import annotations

from paperpool.rankers.chosen_fusion import ChosenFusion, setting_of_members
from paperpool.rankers.scoring.designs import choose_designs


class Best(ChosenFusion):
    """Fuses by zscore the subsets of its members that do best: the tenth of all subsets with
    the highest NDCG%20 on the test fold that is not scored, query papers with a pair in the
    scored fold left out. A member weighs as much as there are such subsets with it. For MDCR
    each member counts as much as the MAP of the validation split wants, in large pools that of
    validation pools. designs/<ranker>.csv lists all that was tried, with its figures.
    """

    by_folds = staticmethod(choose_designs)
    members: list[str] = setting_of_members(8, "eight")

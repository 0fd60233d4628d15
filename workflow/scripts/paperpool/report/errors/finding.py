"""What a ranker gets wrong for one query: false positives and false negatives.

Source: CSFCube, appendix G: "false positive top retrievals (FP), or false negative lower ranked
retrievals (FN)". What a ranker retrieves are its first 20 candidates, those that P@20 and R@20
count; a candidate is relevant from grade 2 on.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from paperpool.collections.facets import RELEVANT_GRADE
from paperpool.evaluation.csfcube_measures import CUTOFF


@dataclass(frozen=True)
class Errors:
    """The errors of one ranker for one query, all of them, the worst first.

    ``false_positives`` are irrelevant and retrieved, by rank; ``false_negatives`` relevant and not
    retrieved, the lowest-ranked first, before them those that are not ranked at all.
    ``ranks`` has every ranked candidate, from 1.
    """

    false_positives: list[str]
    false_negatives: list[str]
    ranks: dict[str, int]


def find_errors(ranking: Sequence[str], grades: Mapping[str, int]) -> Errors:
    """Return the errors of ``ranking``, distinct candidates from best to worst.

    ``grades`` are those of every judged candidate; both leave the query itself out.
    """
    ranks = {candidate: rank for rank, candidate in enumerate(ranking, 1)}
    missed = [
        (-ranks.get(candidate, math.inf), candidate)
        for candidate, grade in grades.items()
        if grade >= RELEVANT_GRADE and ranks.get(candidate, math.inf) > CUTOFF
    ]
    return Errors(
        [candidate for candidate in ranking[:CUTOFF] if grades[candidate] < RELEVANT_GRADE],
        [candidate for _, candidate in sorted(missed)],
        ranks,
    )

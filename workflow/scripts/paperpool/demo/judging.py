"""Grades of demo candidates: what is adjudicated, and what two annotators said before.

The rates follow the release: about 70% of the grades are 0, 22% are 1, 8% are higher, and two
annotators agree on 57% (background) to 70% (method, result) of the candidates (Table 2).
"""

import numpy as np
import numpy.typing as npt

from paperpool.collections.facets import MAX_GRADE, RELEVANT_GRADE
from paperpool.demo.latent import area_of
from paperpool.demo.plan import Plan

Grades = npt.NDArray[np.int64]

ANNOTATORS = ("ann1", "ann2", "ann3")

ERROR_RATES = (0.27, 0.19, 0.20)
"""How often an annotator's grade differs from the adjudicated one, by facet."""

_TWO_GRADES_OFF = 0.1

# Chance of each grade 0-3, by how a candidate is related to the query in the facet.
_GRADE_CHANCES = np.array(
    [
        (0.94, 0.06, 0.00, 0.00),  # unrelated
        (0.82, 0.17, 0.01, 0.00),  # another facet's topic is shared
        (0.45, 0.52, 0.03, 0.00),  # the area is shared
        (0.10, 0.35, 0.50, 0.05),  # the topic is shared
        (0.06, 0.19, 0.52, 0.23),  # the topic is shared, and another facet's
    ]
)


def adjudicated_grades(
    plan: Plan, query: int, facet: int, candidates: Grades, generator: np.random.Generator
) -> Grades:
    """Return a grade per candidate (indices): higher where topics are shared.

    At least one candidate is relevant.
    """
    mine, theirs = plan.latent.topics[query], plan.latent.topics[candidates]
    same = theirs == mine
    near = area_of(theirs[:, facet]) == area_of(mine[facet])
    also = np.delete(same, facet, axis=1).any(axis=1)
    relation = np.select([same[:, facet] & also, same[:, facet], near, also], [4, 3, 2, 1], 0)
    cumulated = np.cumsum(_GRADE_CHANCES, axis=1)[relation]
    grades = (generator.random((len(candidates), 1)) >= cumulated[:, :-1]).sum(axis=1)
    if grades.max() < RELEVANT_GRADE:
        grades[np.argmax(relation)] = RELEVANT_GRADE
    return grades


def annotator_grades(adjudicated: Grades, facet: int, generator: np.random.Generator) -> Grades:
    """Return one annotator's grades: mostly the adjudicated ones, else mostly one off."""
    n = len(adjudicated)
    off = np.where(generator.random(n) < _TWO_GRADES_OFF, 2, 1)
    off *= np.where(generator.random(n) < 0.5, -1, 1)
    wrong = adjudicated + off
    wrong = np.where((wrong < 0) | (wrong > MAX_GRADE), adjudicated - off, wrong)
    return np.where(generator.random(n) < ERROR_RATES[facet], wrong, adjudicated)

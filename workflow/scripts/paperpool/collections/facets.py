"""The facets, folds and grades of CSFCube.

Source: Mysore et al., "CSFCube" (2021), sections 2 and 3, and the README of its release.
"""

FACETS = ("background", "method", "result")
"""The facets of queries; ``objective`` sentences count as background (section 3)."""

SLICES = (*FACETS, "all")
"""The slices that scores are reported for; ``all`` pools the pairs of every facet."""

LABELS = ("background", "objective", "method", "result", "other")
"""The labels of sentences."""

FOLDS = ("fold1_dev", "fold2_dev", "fold1_test", "fold2_test")

MAX_GRADE = 3

UNGRADED = -1
"""The grade of an annotator's empty cell (17 cells of the release)."""

RELEVANT_GRADE = 2
"""The least grade of relevant candidates (``ranking_eval.py``)."""

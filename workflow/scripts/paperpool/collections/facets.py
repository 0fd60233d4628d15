"""The facets of CSFCube's collection, its folds and grades.

Source: Mysore et al., "CSFCube: A Test Collection of Computer Science Research Articles for
Faceted Query by Example" (2021), sections 2 and 3, and the README of its release.
"""

FACETS = ("background", "method", "result")
"""The facets that are queried; ``objective`` sentences count as background (section 3)."""

SLICES = (*FACETS, "all")
"""The slices that scores are reported for; ``all`` pools the (query, facet) pairs of every facet.
"""

LABELS = ("background", "objective", "method", "result", "other")
"""The labels a sentence can have."""

FOLDS = ("fold1_dev", "fold2_dev", "fold1_test", "fold2_test")

MAX_GRADE = 3

UNGRADED = -1
"""The grade of an annotator's empty cell (17 cells of the release)."""

RELEVANT_GRADE = 2
"""Grades run from 0 to 3; a candidate is relevant from this grade on (``ranking_eval.py``)."""

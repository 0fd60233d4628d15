"""Grades of the candidates that were judged for two facets of one paper (CSFCube, Figure 2)."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.collections.facets import FACETS, MAX_GRADE

COLUMNS = "facet_a facet_b grade_a grade_b n n_queries".split()

FACET_PAIRS = tuple(combinations(FACETS, 2))


def count_facet_pairs(collection: Collection) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: for each two facets and two grades, how many candidates.

    ``n`` candidates were given ``grade_a`` for ``facet_a`` and ``grade_b`` for ``facet_b`` of one
    query paper; those judged for one of the facets only are left out. ``n_queries`` papers were
    judged for both facets. Every cell is there, those without a candidate too.
    """
    grades = range(MAX_GRADE + 1)
    rows = []
    for facet_a, facet_b in FACET_PAIRS:
        both = [
            query
            for query, _ in collection.pairs(facet_a)
            if (query, facet_b) in collection.judgments
        ]
        cells: Counter[tuple[int, int]] = Counter()
        for query in both:
            other = collection.judgments[query, facet_b].grades()
            for candidate, grade in collection.judgments[query, facet_a].grades().items():
                if candidate in other:
                    cells[grade, other[candidate]] += 1
        rows += [(facet_a, facet_b, a, b, cells[a, b], len(both)) for a in grades for b in grades]
    return pd.DataFrame(rows, columns=COLUMNS)

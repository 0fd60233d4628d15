"""The grades of what each source put into the pools (CSFCube, appendix D for ``cited``)."""

from __future__ import annotations

from collections import Counter

import pandas as pd

from paperpool.annotation.pool_sources import UNKNOWN, list_sources, read_sources
from paperpool.collections.collection import Collection
from paperpool.collections.facets import FACETS, MAX_GRADE, RELEVANT_GRADE
from paperpool.pools.names import CITED

COLUMNS = "facet source grade n share".split()


def count_source_grades(collection: Collection) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: per facet and source, how many candidates have each grade.

    A candidate counts for every source that found it (see ``pool_sources``), one of which the pool
    says nothing for ``unknown``. ``share`` is of the source's candidates of that facet; a source
    without any has no rows for the facet.
    """
    sources = read_sources(collection)
    cells: Counter[tuple[str, str, int]] = Counter()
    for (query, facet), judgments in collection.judgments.items():
        for candidate, grade in judgments.grades().items():
            for source in sources[query].get(candidate) or (UNKNOWN,):
                cells[facet, source, grade] += 1
    rows = []
    for facet in FACETS:
        for source in (*list_sources(collection), UNKNOWN):
            counts = [cells[facet, source, grade] for grade in range(MAX_GRADE + 1)]
            rows += [
                (facet, source, grade, n, n / sum(counts))
                for grade, n in enumerate(counts)
                if any(counts)
            ]
    return pd.DataFrame(rows, columns=COLUMNS)


def share_cited_below_relevant(table: pd.DataFrame) -> dict[str, float]:
    """Return, by facet, the share of cited candidates that are graded 0 or 1 (appendix D)."""
    below = table[(table["source"] == CITED) & (table["grade"] < RELEVANT_GRADE)]
    return {
        str(facet): float(share) for facet, share in below.groupby("facet")["share"].sum().items()
    }

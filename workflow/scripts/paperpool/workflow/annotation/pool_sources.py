"""The sources that found a candidate, as far as a pool can be believed, and its grades.

In the release all ``cited`` candidates of a query carry the same list of sources: a copy that hides
the ranked source of each. If the lists differ in some pool, they are true.
"""

from collections import Counter

import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.workflow.pools.names import CITED

UNKNOWN = "unknown"
"""The source of a judged candidate without a source in the pool."""


def has_copied_provenance(collection: Collection) -> bool:
    """Return whether every pool gives all its cited candidates one and the same list of sources."""
    for pool in collection.pools.values():
        lists = {frozenset(sources) for sources in pool.sources if CITED in sources}
        if len(lists) > 1:
            return False
    return True


def read_sources(collection: Collection) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return, by query paper, the sources of each candidate in its pool, each named once.

    If provenance is copied, a cited candidate has the one source ``cited``.
    """
    is_copied = has_copied_provenance(collection)
    of_queries = {}
    for query, pool in collection.pools.items():
        of_queries[query] = {}
        for candidate, sources in zip(pool.candidates, pool.sources, strict=True):
            named = tuple(dict.fromkeys(sources))
            if is_copied and CITED in sources:
                named = (CITED,)
            of_queries[query][candidate] = named
    return of_queries


def list_sources(collection: Collection) -> list[str]:
    """Return every source that a pool names, sorted, ``cited`` first."""
    named: set[str] = set()
    for pool in collection.pools.values():
        for sources in pool.sources:
            named.update(sources)
    return sorted(named, key=lambda source: (source != CITED, source))


COLUMNS = "facet source grade n share".split()


def count_source_grades(collection: Collection) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: per facet and source, how many candidates have each grade.

    A candidate counts for every source that found it, or for ``unknown``. ``share`` is of the
    source's candidates of that facet; a source without any has no rows for the facet.
    """
    sources = read_sources(collection)
    cells: Counter[tuple[str, str, int]] = Counter()
    for (query, facet), judgments in collection.judgments.items():
        for candidate, grade in judgments.grades().items():
            for source in sources[query].get(candidate) or (UNKNOWN,):
                cells[facet, source, grade] += 1

    scheme = collection.scheme
    rows = []
    for facet in scheme.facet_names:
        for source in (*list_sources(collection), UNKNOWN):
            counts = [cells[facet, source, grade] for grade in range(scheme.n_grades)]
            total = sum(counts)
            if not total:
                continue
            for grade, n in enumerate(counts):
                rows.append((facet, source, grade, n, n / total))
    return pd.DataFrame(rows, columns=COLUMNS)


def share_cited_below_relevant(table: pd.DataFrame, relevant: int) -> dict[str, float]:
    """Return, by facet, the share of cited candidates with grades below ``relevant`` (appendix D).

    ``table`` is that of ``count_source_grades``.
    """
    below = table[(table["source"] == CITED) & (table["grade"] < relevant)]
    shares = below.groupby("facet")["share"].sum()
    return {str(facet): float(share) for facet, share in shares.items()}

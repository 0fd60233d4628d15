"""Candidates that their query cites, beside the others of its pool: how many people call relevant.

A pool marks the candidates that the query cites if ``cited`` is among their sources, as that of
every one of CSFCube's does.
"""

import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.evaluation.paired_draws import Resampling
from paperpool.extras.citations_and_relevance.ratios import RatioDraws
from paperpool.workflow.pools.names import CITED

CITED_CANDIDATES = "cited"
OTHERS = "others"
DIFFERENCE = "difference"

COLUMNS = "slice candidates share ci_low ci_high n_topics n_candidates".split()
"""``share`` is that of candidates with a relevant grade; a difference has no candidates."""

_STREAM = 910


def measure_known_citations(collection: Collection, resampling: Resampling) -> pd.DataFrame:
    """Return the table of COLUMNS: of each part of queries, and of all.

    The query itself is passed over. Intervals draw topics: queries and their parts.
    """
    rows: list[tuple[object, ...]] = []
    parts = sorted({part for _, part in collection.pairs()})
    for stream, name in enumerate([*parts, "all"]):
        pairs = collection.pairs(None if name == "all" else name)
        cited = []
        others = []
        for query, part in pairs:
            known = _find_cited(collection, query)
            grades = collection.judgments[query, part].grades()
            grades.pop(query, None)
            cited.append(_count({i: g for i, g in grades.items() if i in known}, collection))
            others.append(_count({i: g for i, g in grades.items() if i not in known}, collection))

        draws = RatioDraws(len(pairs), resampling, _STREAM + stream)
        n_cited = sum(of_pair[1] for of_pair in cited)
        n_others = sum(of_pair[1] for of_pair in others)
        rows.append((name, CITED_CANDIDATES, *draws.estimate(cited), len(pairs), n_cited))
        rows.append((name, OTHERS, *draws.estimate(others), len(pairs), n_others))
        rows.append((name, DIFFERENCE, *draws.compare(cited, others), len(pairs), None))
    return pd.DataFrame(rows, columns=COLUMNS).astype({"n_candidates": "Int64"})


def _find_cited(collection: Collection, query: str) -> set[str]:
    """Return the candidates of a query's pool that it cites."""
    pool = collection.pools[query]
    cited = set()
    for candidate, sources in zip(pool.candidates, pool.sources, strict=True):
        if CITED in sources:
            cited.add(candidate)
    return cited


def _count(grades: dict[str, int], collection: Collection) -> tuple[int, int]:
    """Return how many candidates are relevant, and how many there are."""
    return sum(grade >= collection.relevant for grade in grades.values()), len(grades)

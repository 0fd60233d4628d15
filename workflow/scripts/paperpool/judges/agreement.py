"""How far a judge agrees with people: over all, by facet, and by the source of a candidate."""

from collections.abc import Iterator, Mapping

import numpy as np
import pandas as pd

from paperpool.annotation.pool_sources import UNKNOWN, list_sources, read_sources
from paperpool.collections.collection import Collection
from paperpool.collections.facets import FACETS
from paperpool.evaluation.resampling import Floats, interval_where_defined
from paperpool.judges.confusions import MEASURES, count_confusions
from paperpool.judges.ground import NONE, Grades, Ground

COLUMNS = "part slice measure value ci_low ci_high n_pairs".split()

ALL, FACET, SOURCE = "all", "facet", "source"
"""The parts of the table: everything, one facet, or one source of the pools."""


def compare_grades(
    ground: Ground,
    judge: Grades,
    sources: Mapping[str, np.ndarray],
    weights: Floats,
    confidence: float,
) -> pd.DataFrame:
    """Return the table of ``COLUMNS``: each measure of the grades that both sides gave.

    ``sources`` tell of each source which items it found, shape (n,). Intervals are of bootstrap
    samples of the (query, facet) pairs, ``weights`` of shape (samples, pairs); samples in which a
    measure is undefined are left out. What is undefined is empty.
    """
    rows = []
    for part, name, chosen in _slices(ground, sources):
        known = np.flatnonzero(chosen & (judge != NONE))
        tables = count_confusions(
            ground.grades[known], judge[known], ground.place[known], len(ground.pairs)
        )
        sampled = np.einsum("sp,pab->sab", weights, tables, optimize=True)
        for measure, function in MEASURES.items():
            [value] = function(tables.sum(axis=0)[None])
            figures = interval_where_defined(value, function(sampled), confidence)
            rows.append((part, name, measure, *figures, len(known)))
    return pd.DataFrame(rows, columns=COLUMNS)


def _slices(
    ground: Ground, sources: Mapping[str, np.ndarray]
) -> Iterator[tuple[str, str, np.ndarray]]:
    yield ALL, ALL, np.ones(len(ground.items), dtype=bool)
    facets = np.array([item.facet for item in ground.items])
    yield from ((FACET, facet, facets == facet) for facet in FACETS)
    yield from ((SOURCE, source, found) for source, found in sources.items())


def find_sources(collection: Collection, ground: Ground) -> dict[str, np.ndarray]:
    """Return for each source of the pools which items it found, shape (n,); last the unknown.

    A source that found none of them is left out.
    """
    sources = read_sources(collection)
    named = [
        sources.get(item.query_id, {}).get(item.candidate_id) or (UNKNOWN,) for item in ground.items
    ]
    found = {
        source: np.array([source in names for names in named], dtype=bool)
        for source in (*list_sources(collection), UNKNOWN)
    }
    return {source: rows for source, rows in found.items() if rows.any()}

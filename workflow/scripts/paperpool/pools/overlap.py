"""How much the rankings of two sources have in common (CSFCube, section 3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

import pandas as pd

TOP = 25
"""The paper counts what the first 25 candidates of two sources share: 1 to 4 papers."""

COLUMNS = ["source_a", "source_b", "mean_common_top_25"]


def measure_overlap(rankings: Mapping[str, Mapping[str, Sequence[str]]]) -> pd.DataFrame:
    """Return the mean number of common papers of every two sources, over all queries.

    ``rankings`` has for each source and query the candidates from best to worst.
    """
    queries = sorted({query for ranked in rankings.values() for query in ranked})
    tops = {
        source: {query: set(ranked.get(query, ())[:TOP]) for query in queries}
        for source, ranked in rankings.items()
    }
    rows = [
        (a, b, sum(len(tops[a][q] & tops[b][q]) for q in queries) / max(len(queries), 1))
        for a, b in combinations(tops, 2)
    ]
    return pd.DataFrame(rows, columns=COLUMNS)

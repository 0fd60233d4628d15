"""How well sources find again what a released pool says that they found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

import pandas as pd

from paperpool.collections.collection import Collection
from paperpool.pools.names import CITED

TOP = 100

COLUMNS = ["source", "n", "share_top_100", "n_all", "share_top_100_all"]


def measure_fidelity(
    collection: Collection,
    rankings: Mapping[str, Mapping[str, Sequence[str]]],
    queries: Iterable[str] | None = None,
) -> pd.DataFrame:
    """Return for each source the share of its released candidates that it ranks in its top 100.

    ``rankings`` has for each source and query the candidates from best to worst. ``n`` counts the
    candidates that the collection attributes to the source and not to ``cited``; ``n_all`` the
    cited ones too, whose attribution in the release is a list copied from paper to paper. Of
    ``queries``, else those that a source ranks, one that it cannot read counts as not found.
    Sources that no pool names, the query itself, and ids that stand in a pool but were never judged
    do not count.
    """
    rows = []
    for source, ranked in rankings.items():
        found: dict[bool, list[bool]] = {False: [], True: []}
        for query in sorted(set(queries or ranked) & set(collection.pools)):
            top = set(ranked.get(query, ())[:TOP])
            judged = _judged(collection, query)
            pool = collection.pools[query]
            for candidate, sources in zip(pool.candidates, pool.sources, strict=True):
                if source in sources and candidate in judged and candidate != query:
                    found[CITED in sources].append(candidate in top)
        both = found[False] + found[True]
        if both:
            rows.append((source, *_share(found[False]), *_share(both)))
    return pd.DataFrame(rows, columns=COLUMNS)


def _judged(collection: Collection, query: str) -> set[str]:
    return {
        candidate
        for (judged, _), judgments in collection.judgments.items()
        if judged == query
        for candidate in judgments.candidates
    }


def _share(found: Sequence[bool]) -> tuple[int, float | None]:
    return len(found), sum(found) / len(found) if found else None

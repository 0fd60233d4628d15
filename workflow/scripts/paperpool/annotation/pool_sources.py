"""Which sources found a candidate, as far as a pool's provenance can be believed.

In the release the candidates of ``cited`` carry one source list per query, the same for every
cited candidate: it is a copy and does not say which ranked source held which of them. A collection
in which the cited candidates of some pool carry different lists has true ones.
"""

from __future__ import annotations

from paperpool.collections.collection import Collection, Pool
from paperpool.pools.names import CITED

UNKNOWN = "unknown"
"""The source of a judged candidate for which the pool names none."""


def has_copied_provenance(collection: Collection) -> bool:
    """Tell whether every pool gives all its cited candidates one and the same list of sources."""
    return all(len(_cited_lists(pool)) <= 1 for pool in collection.pools.values())


def _cited_lists(pool: Pool) -> set[frozenset[str]]:
    return {frozenset(sources) for sources in pool.sources if CITED in sources}


def read_sources(collection: Collection) -> dict[str, dict[str, tuple[str, ...]]]:
    """Return, by query paper, the sources of each candidate in its pool, none named twice.

    Where provenance is copied, a cited candidate has the one source ``cited``: no ranked source is
    known to have found it.
    """
    copied = has_copied_provenance(collection)
    return {
        query: {
            candidate: (CITED,) if copied and CITED in sources else tuple(dict.fromkeys(sources))
            for candidate, sources in zip(pool.candidates, pool.sources, strict=True)
        }
        for query, pool in collection.pools.items()
    }


def list_sources(collection: Collection) -> list[str]:
    """Return every source that a pool names, sorted, ``cited`` first."""
    named = {source for pool in collection.pools.values() for s in pool.sources for source in s}
    return sorted(named, key=lambda source: (source != CITED, source))

"""Whom a paper cites: by the corpus, or where there is none by the pools of the collection."""

from __future__ import annotations

from collections.abc import Sequence, Set
from functools import lru_cache
from pathlib import Path

import pyarrow.parquet as pq

from paperpool.collections.collection import Collection
from paperpool.pools.names import CITED

_CACHED_PAPERS = 1024


class Citations:
    """Looks citations up in the corpus's tables, which stay on the disk."""

    def __init__(self, files: Sequence[Path], collection: Collection | None):
        self._files = files
        self._pools = {} if files or collection is None else collection.pools
        self._read = lru_cache(_CACHED_PAPERS)(self._read_cited)

    def __bool__(self) -> bool:
        """Whether it is known of any paper whom it cites."""
        return bool(self._files) or bool(self._pools)

    def cited(self, ids: Set[str]) -> frozenset[str]:
        """Return the ids that a paper cites; ``ids`` are its own, of all its twins."""
        found = {
            candidate
            for paper_id in ids & self._pools.keys()
            for candidate, sources in zip(
                self._pools[paper_id].candidates, self._pools[paper_id].sources, strict=True
            )
            if CITED in sources
        }
        return self._read(frozenset(ids)) | found

    def _read_cited(self, ids: frozenset[str]) -> frozenset[str]:
        if not ids:  # of a pasted paper: pyarrow has no empty list of texts
            return ids
        wanted = [("citing_id", "in", sorted(ids))]
        tables = (pq.read_table(f, columns=["cited_id"], filters=wanted) for f in self._files)
        return frozenset(i for table in tables for i in table["cited_id"].to_pylist())

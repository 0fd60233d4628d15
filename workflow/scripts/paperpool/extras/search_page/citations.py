"""Whom a paper cites: by the corpus, or without one by the pools of the collection."""

from collections.abc import Mapping, Sequence, Set
from functools import lru_cache
from pathlib import Path

from paperpool.collections.collection import Collection, Pool
from paperpool.extras.search_page.papers import connect_sorting
from paperpool.workflow.corpus.neighbours import CITING, Neighbours, sort_citations
from paperpool.workflow.pools.names import CITED

_FILE = "citations.parquet"
_CACHED_PAPERS = 1024


def store_citations(files: Sequence[Path], folder: Path) -> None:
    """Write the citations of ``files`` to ``folder``, those of a paper together."""
    with connect_sorting(folder) as database:
        database.add_files("citations", files)
        sort_citations(database, CITING, folder / _FILE)
    (folder / "sorting").rmdir()


class Citations:
    """Looks citations up in the table of ``store_citations``, if any, without loading it whole."""

    def __init__(self, folder: Path | None, collection: Collection | None):
        self._cites: Neighbours | None = None
        self._pools: Mapping[str, Pool] = {}
        if folder is not None:
            self._cites = Neighbours(folder / _FILE, CITING)
        elif collection is not None:
            self._pools = collection.pools
        self._read = lru_cache(_CACHED_PAPERS)(self._read_cited)

    def __bool__(self) -> bool:
        """Whether it is known of any paper whom it cites."""
        return self._cites is not None or bool(self._pools)

    def cited(self, ids: Set[str]) -> frozenset[str]:
        """Return the ids that a paper cites; ``ids`` are its own, of all its twins."""
        cited_in_pools = set[str]()
        for paper_id in ids & self._pools.keys():
            pool = self._pools[paper_id]
            for candidate, sources in zip(pool.candidates, pool.sources, strict=True):
                if CITED in sources:
                    cited_in_pools.add(candidate)

        return self._read(frozenset(ids)) | cited_in_pools

    def _read_cited(self, ids: frozenset[str]) -> frozenset[str]:
        cited: set[str] = set()
        if self._cites is not None:
            for batch in self._cites.read(ids):
                cited.update(batch["cited_id"].to_pylist())
        return frozenset(cited)

"""Search by an index in place of exact search, and measure on a sample what it finds.

A search is widened until half a sample of its own queries finds ENOUGH of what exact search finds.
The other half measures the recall. If exact search is as quick by then, it is taken.
"""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import astuple, dataclass, fields, replace
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from paperpool.io.tables import write_csv
from paperpool.rankers.scoring.searching import Rows, Search, search_by_vectors, take_queries
from paperpool.search.lacking import find_missing_vectors
from paperpool.search.top_rows import Ranked
from paperpool.search.vector_index import INDEXES

logger = logging.getLogger("paperpool")

ENOUGH = 0.95
"""The share of the best papers by exact search that the sample has to find."""

LEAST_SAMPLED = 40
SAMPLED = 200
"""Queries of a sample, at least and at most; it has a tenth of them between these."""


@dataclass(frozen=True)
class IndexRow:
    """What the searches of a ``level`` found by an index, beside exact search.

    ``recall`` is the mean share of the best ``depth`` papers that the ``sampled`` queries found,
    ``lowest`` that of the search with the least; both None if no search went by the index.
    """

    level: str
    index: str
    papers: int
    searches: int
    by_index: int
    queries: int
    queries_by_index: int
    sampled: int
    depth: int
    recall: float | None
    lowest: float | None
    widest: int


INDEX_COLUMNS = [field.name for field in fields(IndexRow)]


class _Searched(NamedTuple):
    """A search that went by the index, and what its sample found."""

    n_queries: int
    sampled: int
    recall: float
    width: int


class IndexedSearch:
    """A search of paper vectors by cosine or l2, with an index of those papers that have one.

    A search is exact if it would be as quick so: in small pools, and of few queries.
    ``query_vectors`` are those of queries by row, if they differ from those of the same papers.
    """

    def __init__(
        self,
        kind: str,
        vectors: NDArray[np.float32],
        similarity: str,
        threads: int,
        query_vectors: Mapping[int, NDArray[np.float32]] | None = None,
    ):
        self._vectors = vectors
        self._query_vectors = query_vectors
        self._threads = threads
        self._search_exactly = search_by_vectors(vectors, similarity, threads, query_vectors)
        rows = np.flatnonzero(~find_missing_vectors(vectors))
        self._index = INDEXES[kind](vectors, rows, similarity)
        self._n_searches = 0
        self._n_queries = 0
        self._searched: list[_Searched] = []
        self._seconds = 0.0  # of the index
        self._exact_seconds = 0.0  # of exact search for the same queries, by those of samples

    def rank(self, search: Search, depth: int) -> Ranked:
        """Return the best rows of a search, as ``searching.Rank``."""
        self._n_searches += 1
        self._n_queries += len(search.queries)
        rows = np.intersect1d(search.rows, self._index.rows)
        if not len(rows):
            return self._search_exactly(search, depth)
        share = len(rows) / len(self._index)
        width = self._index.first_width(depth, share)
        sample = draw_sample(len(search.queries))
        sought = None
        exact_seconds = 0.0
        while len(sample) and len(rows) > self._index.count_pairs(width, share):
            if sought is None:
                one = replace(_choose(search, sample[:1]), rows=search.rows[:1])
                self._search_exactly(one, 1)  # compiles what it needs, which is not its own time
                start = perf_counter()
                sought, _ = self._search_exactly(_choose(search, sample), depth)
                exact_seconds = (perf_counter() - start) / len(sample) * len(search.queries)

            # one half of the sample chooses the width, the other is asked what it finds
            choosing = _choose(search, sample[::2])
            found, _ = self._search_index(choosing, rows, depth, width)
            if measure_recall(found, sought[::2]) >= ENOUGH:
                ranked = self._search_index(search, rows, depth, width)
                recall = measure_recall(ranked[0][sample[1::2]], sought[1::2])
                self._note(search, len(sample) // 2, recall, width, exact_seconds)
                return ranked
            width *= 2
        return self._search_exactly(search, depth)

    def _note(
        self, search: Search, sampled: int, recall: float, width: int, exact_seconds: float
    ) -> None:
        """Note a search that went by the index."""
        self._searched.append(_Searched(len(search.queries), sampled, recall, width))
        self._exact_seconds += exact_seconds

    def _search_index(self, search: Search, rows: Rows, depth: int, width: int) -> Ranked:
        """Search by the index, which the first such search builds."""
        start = perf_counter()
        queries = take_queries(search, self._vectors, self._query_vectors)
        found = self._index.search(rows, queries, depth, width, search.exclude, self._threads)
        self._seconds += perf_counter() - start
        return found

    def tell(self, level: str, depth: int) -> IndexRow:
        """Return what the searches since the last call found, and warn that they are not exact."""
        row = IndexRow(
            level=level,
            index=self._index.kind,
            papers=len(self._index),
            searches=self._n_searches,
            by_index=len(self._searched),
            queries=self._n_queries,
            queries_by_index=sum(search.n_queries for search in self._searched),
            sampled=sum(search.sampled for search in self._searched),
            depth=depth,
            recall=_average(self._searched),
            lowest=min((search.recall for search in self._searched), default=None),
            widest=max((search.width for search in self._searched), default=0),
        )
        self._n_searches = 0
        self._n_queries = 0
        self._searched = []
        logger.warning("%s", describe(row, self._seconds, self._exact_seconds))
        return row


def draw_sample(n_queries: int) -> NDArray[np.int64]:
    """Return the places of a sample, evenly over the queries; empty if it would be all of them."""
    n = min(SAMPLED, max(LEAST_SAMPLED, n_queries // 10))
    if n >= n_queries:
        return np.zeros(0, np.int64)
    return np.arange(n) * n_queries // n


def _choose(search: Search, places: NDArray[np.int64]) -> Search:
    """Return the search for some of its queries."""
    exclude = [search.exclude[place] for place in places.tolist()]
    return replace(search, queries=search.queries[places], exclude=exclude)


def _average(searched: Sequence[_Searched]) -> float | None:
    """Return the mean recall over the sampled queries of all searches."""
    n = sum(search.sampled for search in searched)
    return sum(search.recall * search.sampled for search in searched) / n if n else None


def measure_recall(found: Rows, sought: Rows) -> float:
    """Return the mean share of the ``sought`` rows of each query that are found; -1 is no row."""
    shares = []
    for of_query, wanted in zip(found, sought, strict=True):
        wanted = wanted[wanted >= 0]
        if len(wanted):
            shares.append(np.isin(wanted, of_query).mean())
    return float(np.mean(shares)) if shares else 1.0


def describe(row: IndexRow, seconds: float, exact_seconds: float) -> str:
    """Return what went by the index, how much it found, and what it cost so far."""
    name = f"the {row.index} index of {row.papers:,} papers"
    if row.recall is None or row.lowest is None:
        return f"No search ({row.level}) went by {name}: exact search, as quick there, was taken."
    text = (
        f"{row.queries_by_index:,} of {row.queries:,} queries ({row.level}) went by {name}. It "
        f"found {row.recall:.1%} of the best {row.depth} papers of exact search, on a sample of "
        f"{row.sampled:,} queries; {row.lowest:.1%} in the search with the least."
    )
    if row.by_index < row.searches:
        text += " The others were searched exactly, which is as quick for them."
    text += f" It took {seconds:,.0f} s until now, exact search would about {exact_seconds:,.0f} s."
    if seconds > exact_seconds:
        text += " Without the ranker's key index this is quicker."
    return text


def write_index_rows(rows: Sequence[IndexRow], path: str | Path) -> None:
    """Write the rows as a CSV table."""
    write_csv(path, pd.DataFrame(map(astuple, rows), columns=INDEX_COLUMNS))

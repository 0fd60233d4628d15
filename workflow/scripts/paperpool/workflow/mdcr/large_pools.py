"""The large pools for searches: rows of papers, their texts, queries, and runs over them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray
from tqdm import tqdm

from paperpool.io.parquet_files import read_ids, read_table
from paperpool.io.tables import MDCR_RUN, list_texts, read_batches, writing_table
from paperpool.mdcr.large_scale import read_relevant
from paperpool.rankers.scoring.searching import Rank, Rows, Search
from paperpool.workflow.corpus.twins import find_excluded, read_same_papers

WRITTEN_ROWS = 1 << 20
"""Rows of a run that are written at once, some 100 MB: a row group by pyarrow's default."""

RANKED_SPLITS = ("test", "val")
"""The splits to rank at each level: candidates come from both, weights from validation pools."""


@dataclass(frozen=True)
class Pool:
    """One sampling of a pool: its papers as ascending rows of ``steps/papers.parquet``."""

    level: str
    split: str
    part: str
    sampling: int
    rows: Rows


class LargePools:
    """Pools with their papers and queries; memory holds years, one pool, and ids once asked for."""

    def __init__(self, files: Any):
        """Read ``files``: ``papers``, ``pools``, ``queries``, ``cited`` and ``twins``."""
        same = read_same_queries(files)
        cited = read_relevant(files.cited)
        named = set(same).union(*same.values(), *cited.values())
        row_of, self._years = _read_papers(files.papers, named)
        self._papers = files.papers
        self._pools = files.pools
        self._queries = read_table(files.queries)
        self._query_rows = {query: row_of[query] for query in same}
        self._same = _find_rows(row_of, same)
        self._cited = _find_rows(row_of, cited)

    @cached_property
    def ids(self) -> pa.ChunkedArray:
        """The id of each paper."""
        return read_ids(self._papers)

    def of_level(self, level: str, splits: Sequence[str]) -> Iterator[Pool]:
        """Yield the pools of a level, in the order of the table, where each stands in one piece."""
        for key, pieces in groupby(self._read_pieces(level, splits), key=itemgetter(0)):
            split, part, sampling = key
            rows = np.concatenate([rows for _, rows in pieces])
            yield Pool(level, split, part, sampling, rows)

    def _read_pieces(self, level: str, splits: Sequence[str]) -> Iterator[tuple[tuple, Rows]]:
        """Yield the key and the rows of each piece of a pool, batch by batch."""
        names = ["split", "part", "sampling"]
        wanted = (pc.field("level") == level) & pc.field("split").isin(splits)
        for batch in read_batches([self._pools]):
            groups = pa.table(batch).filter(wanted).group_by(names, use_threads=False)
            found = groups.aggregate([("row", "list")])
            columns = [found.column(name).to_pylist() for name in names]
            keys = zip(*columns, strict=True)
            for key, rows in zip(keys, found.column("row_list"), strict=True):
                yield key, rows.values.to_numpy()

    def query_ids(self, pool: Pool) -> list[str]:
        """Return the queries of a pool, sorted."""
        wanted = (pc.field("level") == pool.level) & (pc.field("split") == pool.split)
        if pool.level == "field":
            wanted &= pc.field("field") == pool.part
        return sorted(self._queries.filter(wanted).column("query_id").to_pylist())

    def query_rows(self) -> list[int]:
        """Return the row of each query paper."""
        return list(self._query_rows.values())

    def cited_rows(self, query: str) -> Rows:
        """Return the ascending rows of the papers that a query cites."""
        return self._cited.get(query, np.zeros(0, np.int32))

    def searches(self, pool: Pool) -> Iterator[tuple[list[str], Search]]:
        """Yield the queries of a pool, by year, and the search that answers them.

        Papers newer than a query are no candidates for it, unless it cites them.
        """
        queries = np.array(self.query_ids(pool))
        query_rows = np.array([self._query_rows[query] for query in queries.tolist()], np.int32)
        query_years = self._years[query_rows]
        years = self._years[pool.rows]
        read = np.union1d(pool.rows, query_rows)
        for year in np.unique(query_years):
            is_of_year = query_years == year
            queries_of_year = queries[is_of_year].tolist()
            cited = [self.cited_rows(query) for query in queries_of_year]
            all_cited = np.unique(np.concatenate(cited))
            newer = all_cited[self._years[all_cited] > year]
            rows = pool.rows[(years <= year) | np.isin(pool.rows, newer)]

            # a newer paper is a candidate of those queries alone that cite it
            exclude = []
            for query, cited_by_query in zip(queries_of_year, cited, strict=True):
                cited_by_others = np.setdiff1d(newer, cited_by_query)
                exclude.append(np.union1d(self._same[query], cited_by_others))
            yield queries_of_year, Search(rows, query_rows[is_of_year], exclude, read)


def _read_papers(papers: str | Path, named: Iterable[str]) -> tuple[dict[str, int], NDArray]:
    """Return the row of each known paper of ``named``, and the year of every paper."""
    wanted = pa.array(named, pa.string())
    row_of: dict[str, int] = {}
    years = []
    begin = 0
    for batch in read_batches([papers], ["paper_id", "year"]):
        # ids are looked up in Arrow: as Python's texts those of a whole corpus would fill memory
        rows = np.flatnonzero(pc.is_in(batch["paper_id"], wanted))
        known = batch["paper_id"].take(rows).to_pylist()
        row_of |= zip(known, (begin + rows).tolist(), strict=True)
        years.append(batch["year"].to_numpy())
        begin += len(batch)
    return row_of, np.concatenate(years)


def _find_rows(row_of: Mapping[str, int], papers: Mapping[str, Set[str]]) -> dict[str, Rows]:
    """Return the ascending rows of each query's papers, without unknown ones."""
    rows = {}
    for query, ids in papers.items():
        known = sorted(row_of[paper] for paper in row_of.keys() & ids)
        rows[query] = np.array(known, np.int32)
    return rows


def write_run(
    pools: LargePools, level: str, splits: Sequence[str], rank: Rank, depth: int, path: str | Path
) -> None:
    """Rank every pool of a level; write the run (MDCR_RUN)."""
    n_pools = sum(1 for _ in pools.of_level(level, splits))
    with writing_table(path, MDCR_RUN) as writer:
        for pool in tqdm(pools.of_level(level, splits), level, n_pools, unit="pool"):
            for batch in _rank_pool(pools, pool, rank, depth):
                writer.write_batch(batch)


def _rank_pool(pools: LargePools, pool: Pool, rank: Rank, depth: int) -> Iterator[pa.RecordBatch]:
    """Yield a pool's ranking by query and rank; memory holds rows and scores, and one batch."""
    rows_of: dict[str, NDArray] = {}
    scores_of: dict[str, NDArray] = {}
    for queries, search in pools.searches(pool):
        rows, scores = rank(search, depth)
        rows_of |= zip(queries, rows, strict=True)
        scores_of |= zip(queries, scores, strict=True)

    order = sorted(rows_of)
    n_queries = max(1, WRITTEN_ROWS // depth)
    for start in range(0, len(order), n_queries):
        queries = order[start : start + n_queries]
        rows = np.stack([rows_of[query] for query in queries])
        scores = np.stack([scores_of[query] for query in queries])
        query, place = np.nonzero(rows >= 0)  # shorter rankings are padded with -1
        n = len(query)
        yield pa.record_batch(
            [
                pa.array([pool.split] * n, pa.string()),
                pa.array([pool.part] * n, pa.string()),
                pa.array(np.full(n, pool.sampling, np.int32)),
                pa.array(queries, pa.string()).take(pa.array(query)),
                pools.ids.take(pa.array(rows[query, place])).combine_chunks(),
                pa.array(scores[query, place]),
                pa.array((place + 1).astype(np.int32)),
            ],
            schema=MDCR_RUN,
        )


def read_same_queries(files: Any) -> dict[str, set[str]]:
    """Return the ids of each query and its twins, from ``files.queries`` and ``files.twins``."""
    queries = read_table(files.queries, columns=["query_id"]).column("query_id").unique()
    return find_excluded(queries.to_pylist(), read_same_papers(files.twins))


def read_texts(papers: str | Path, rows: int = 16_384) -> Iterator[list[str]]:
    """Yield the texts of a table of schema MDCR_PAPERS in its order, in batches."""
    for batch in read_batches([papers], ["title", "abstract"], rows):
        yield [" ".join(texts) for texts in list_texts(batch)]

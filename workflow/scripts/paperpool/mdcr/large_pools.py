"""The large pools for searches: rows of papers, their texts, queries, and runs over them."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from tqdm import tqdm

from paperpool.corpus.twins import find_excluded, read_same_papers
from paperpool.io.parquet_files import read_table
from paperpool.io.tables import MDCR_RUN, list_texts, read_batches, writing_table
from paperpool.rankers.scoring.searching import Rank, Rows, Search

_WRITTEN_ROWS = 1 << 20
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
    """The pools of a level, with papers and queries; memory holds ids, years and one pool."""

    def __init__(self, files: Any):
        """Read ``files``: ``papers``, ``pools``, ``queries``, ``cited`` and ``twins``."""
        same = read_same_queries(files)
        table = read_table(files.papers, columns=["paper_id", "year"])
        self.ids: pa.ChunkedArray = table.column("paper_id")
        self._years = table.column("year").to_numpy()
        self._pools = files.pools
        self._queries = read_table(files.queries)
        self._same = self._find_rows((query, i) for query, ids in same.items() for i in ids)
        self._own = {q: rows[0] for q, rows in self._find_rows((q, q) for q in same).items()}
        pairs = read_table(files.cited, filters=pc.field("in_corpus"))
        columns = (pairs.column(name).to_pylist() for name in ("query_id", "cited_id"))
        self._cited = self._find_rows(zip(*columns, strict=True))

    def _find_rows(self, pairs: Iterable[tuple[str, str]]) -> dict[str, Rows]:
        """Return the ascending rows of the papers paired with each query, without unknown ones."""
        queries, papers = map(list, zip(*pairs, strict=True))
        is_named = pc.is_in(self.ids, pa.array(set(papers), pa.string()))
        row_of = dict(
            zip(
                self.ids.filter(is_named).to_pylist(),
                np.flatnonzero(is_named).tolist(),
                strict=True,
            )
        )
        groups: dict[str, list[int]] = {query: [] for query in queries}
        for query, paper in zip(queries, papers, strict=True):
            if paper in row_of:
                groups[query].append(row_of[paper])
        return {query: np.array(sorted(of_query), np.int32) for query, of_query in groups.items()}

    def of_level(self, level: str, splits: Sequence[str]) -> Iterator[Pool]:
        """Yield the pools of a level, in the order of the table."""
        for key in self._keys():
            if key["level"] == level and key["split"] in splits:
                wanted = pc.scalar(True)
                for name, value in key.items():
                    wanted &= pc.field(name) == value
                rows = read_table(self._pools, columns=["row"], filters=wanted).column("row")
                yield Pool(rows=rows.to_numpy(), **key)

    def _keys(self) -> list[dict[str, Any]]:
        """Return the key of each pool, in the order of the table."""
        names = ["level", "split", "part", "sampling"]
        keys: dict[tuple, dict[str, Any]] = {}
        for batch in read_batches([self._pools], names):
            groups = pa.Table.from_batches([batch]).group_by(names, use_threads=False)
            keys |= {tuple(key.values()): key for key in groups.aggregate([]).to_pylist()}
        return list(keys.values())

    def query_ids(self, pool: Pool) -> list[str]:
        wanted = (pc.field("level") == pool.level) & (pc.field("split") == pool.split)
        if pool.level == "field":
            wanted &= pc.field("field") == pool.part
        return sorted(self._queries.filter(wanted).column("query_id").to_pylist())

    def query_rows(self) -> list[int]:
        """Return the row of each query paper."""
        return [int(row) for row in self._own.values()]

    def cited_rows(self, query: str) -> Rows:
        """Return the ascending rows of the papers that a query cites."""
        return self._cited.get(query, np.zeros(0, np.int32))

    def searches(self, pool: Pool) -> Iterator[tuple[list[str], Search]]:
        """Yield the queries of a pool, by year, and the search that answers them.

        Papers newer than a query are no candidates for it, unless it cites them.
        """
        by_year: dict[int, list[str]] = {}
        every = self.query_ids(pool)
        for query in every:
            by_year.setdefault(int(self._years[self._own[query]]), []).append(query)
        read = np.union1d(pool.rows, np.array([self._own[query] for query in every], np.int32))
        years = self._years[pool.rows]
        for year, queries in sorted(by_year.items()):
            cited = np.unique(np.concatenate([self.cited_rows(query) for query in queries]))
            newer = cited[self._years[cited] > year]
            rows = pool.rows[(years <= year) | np.isin(pool.rows, newer)]
            exclude = [
                np.union1d(self._same[query], np.setdiff1d(newer, self.cited_rows(query)))
                for query in queries
            ]
            asked = np.array([self._own[query] for query in queries], np.int32)
            yield queries, Search(rows, asked, exclude, read)


def write_run(
    pools: LargePools, level: str, splits: Sequence[str], rank: Rank, depth: int, path: str | Path
) -> int:
    """Rank every pool of a level; write the run (MDCR_RUN) and return its number of rows."""
    written = 0
    with writing_table(path, MDCR_RUN) as writer:
        for pool in tqdm(list(pools.of_level(level, splits)), desc=level, unit="pool"):
            for batch in _rank_pool(pools, pool, rank, depth):
                writer.write_batch(batch)
                written += batch.num_rows
    return written


def _rank_pool(pools: LargePools, pool: Pool, rank: Rank, depth: int) -> Iterator[pa.RecordBatch]:
    """Yield a pool's ranking by query and rank; memory holds rows and scores, and one batch."""
    ranked = {}
    for queries, search in pools.searches(pool):
        rows, scores = rank(search, depth)
        ranked |= dict(zip(queries, zip(rows, scores, strict=True), strict=True))
    order, at_once = sorted(ranked), max(1, _WRITTEN_ROWS // depth)
    for start in range(0, len(order), at_once):
        queries = order[start : start + at_once]
        rows, scores = (np.stack([ranked[query][i] for query in queries]) for i in range(2))
        query, place = np.nonzero(rows >= 0)
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

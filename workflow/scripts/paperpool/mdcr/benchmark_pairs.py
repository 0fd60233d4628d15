"""The pairs of a benchmark that rankers score, with their papers' texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.mdcr.benchmark import iterate_pools, read_benchmark, read_texts
from paperpool.mdcr.names import SPLITS
from paperpool.mdcr.paper_texts import join_text
from paperpool.mdcr.scores import pair_key, write_scores

Rows = NDArray[np.int32]


@dataclass(frozen=True)
class SplitFiles:
    """The files of a split in the official format."""

    pools: str | Path
    texts: str | Path


@dataclass(frozen=True)
class Pairs:
    """The pairs of a split, each once, by query.

    ``ids`` are its papers, sorted, and ``texts`` their titles and abstracts. ``relevant`` tells
    which candidates their query cites.
    """

    ids: Sequence[str]
    texts: Sequence[tuple[str, str]]
    pairs: Sequence[tuple[str, str]]
    relevant: NDArray[np.bool_]

    @cached_property
    def rows(self) -> tuple[Rows, Rows]:
        """The places among ``ids`` of the pairs' queries, and of their candidates."""
        place = {paper: i for i, paper in enumerate(self.ids)}
        queries = np.array([place[query] for query, _ in self.pairs], np.int32)
        return queries, np.array([place[candidate] for _, candidate in self.pairs], np.int32)

    @cached_property
    def by_query(self) -> list[NDArray[np.intp]]:
        """The places of the pairs of each query."""
        queries = self.rows[0]
        sizes = np.unique(queries, return_counts=True)[1]
        return np.split(np.argsort(queries, kind="stable"), np.cumsum(sizes)[:-1])

    def joined(self, joint: str = " ") -> list[str]:
        """Return the papers' texts, in the order of ``ids``."""
        return [join_text(*text, joint) for text in self.texts]


def read_pairs(files: SplitFiles) -> Pairs:
    """Read the pairs of a split; see ``read_benchmark`` and ``read_texts`` for what is checked."""
    benchmark = read_benchmark(files.pools)
    texts = read_texts(files.texts, benchmark)
    relevant: dict[tuple[str, str], bool] = {}
    for _, query, pool in iterate_pools(benchmark):
        for candidate in pool.candidates():
            relevant[query, candidate] = candidate in pool.positives
    ids = sorted({paper for pair in relevant for paper in pair})
    return Pairs(
        ids, [texts[paper] for paper in ids], list(relevant), np.array(list(relevant.values()))
    )


def read_splits(files: Mapping[str, str | Path]) -> dict[str, Pairs]:
    """Read the pairs of every split; ``files`` has its pools as ``<split>``, its texts as
    ``<split>_data``."""
    return {split: read_pairs(SplitFiles(files[split], files[f"{split}_data"])) for split in SPLITS}


def write_pair_scores(pairs: Pairs, scores: NDArray[np.float64], path: str | Path) -> None:
    """Write a score for each pair in the official format."""
    keys = (pair_key(*pair) for pair in pairs.pairs)
    write_scores(dict(zip(keys, scores.tolist(), strict=True)), path)

"""Search by an index of vectors beside exact search: processor seconds, memory, and what it finds.

`make bench PARTS=index VECTORS=n` generates so many vectors instead of ``VECTORS``. By hand on the
vectors of a run, results/RUN/encode/corpus/RANKER.npy:

    $ PYTHONPATH=workflow/scripts .venv/bin/python bench/index_bench.py FILE
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from measuring import CORES, Row, measure

VECTORS, DIMENSIONS, TOPICS, LATENT = 200_000, 384, 2_000, 24
BATCH = 50_000
"""Vectors that are written at once."""

QUERIES, DEPTH = 1_000, 100
KINDS = ("ivf", "hnsw")


@dataclass(frozen=True)
class Measured:
    """Processor seconds of building an index and of its searches, and what these find.

    ``recall`` is the share of the best by exact search, ``sampled`` that of the half sample
    that a job measures it by.
    """

    built: float
    searched: float
    recall: float
    sampled: float
    width: int


def bench_index(folder: Path, n: int = VECTORS) -> list[Row]:
    """Return the rows of ``n`` generated vectors, which lie around topics in a few dimensions."""
    path = folder / "vectors.npy"
    measure(partial(write_vectors, path, n))
    return compare_indexes(path)


def compare_indexes(path: Path) -> list[Row]:
    """Return the rows of each kind of index of the vectors in a file."""
    (exact_seconds, sought), _, exact_peak = measure(partial(search_exactly, path))
    n, dimensions = np.load(path, mmap_mode="r").shape
    n_queries = len(sought)
    rows = []
    for kind in KINDS:
        found, seconds, peak = measure(partial(search_by_index, kind, path, sought))
        name = f"{kind}, {dimensions} dimensions, the best {DEPTH}"
        rates = n_queries / found.searched, n_queries / exact_seconds
        end = (seconds, peak, n)
        width = f"{name} for {n_queries} queries, width {found.width}"
        rows += [
            Row(f"{width}, queries a processor second; exact", *rates, rates[0] / rates[1], *end),
            Row(
                f"{name}, share found, all queries; the sample that the job tells",
                found.recall,
                found.sampled,
                found.recall / found.sampled,
                *end,
            ),
            Row(
                f"{name}, processor seconds to build; exact search of all queries",
                found.built,
                exact_seconds,
                found.built / exact_seconds,
                *end,
            ),
            Row(f"{name}, peak MB; exact", peak, exact_peak, peak / exact_peak, *end),
        ]
    return rows


def write_vectors(path: Path, n: int) -> None:
    """Write ``n`` vectors of unit length: latent ones around topics, mapped to all dimensions.

    Memory holds the latent ones, and ``BATCH`` of the others.
    """
    chance = np.random.default_rng(13)
    topics = chance.standard_normal((TOPICS, LATENT), np.float32)
    latent = topics[chance.integers(0, TOPICS, n)]
    latent += 0.7 * chance.standard_normal(latent.shape, np.float32)
    mapping = chance.standard_normal((LATENT, DIMENSIONS), np.float32)
    written = np.lib.format.open_memmap(path, "w+", np.float32, (n, DIMENSIONS))
    for start in range(0, n, BATCH):
        vectors = latent[start : start + BATCH] @ mapping
        vectors += 0.5 * chance.standard_normal(vectors.shape, np.float32)
        vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
        written[start : start + BATCH] = vectors
    written.flush()


def list_queries(n: int) -> np.ndarray:
    """Return the rows of the queries, the first papers; they do not find themselves.

    Rows far apart would map all of the file.
    """
    return np.arange(min(QUERIES, n // 10), dtype=np.int32)


def search_exactly(path: Path) -> tuple[float, np.ndarray]:
    """Return the processor seconds of exact search, and the rows it finds."""
    from paperpool.search.dense_search import search_dense

    vectors = np.load(path, mmap_mode="r")
    queries = list_queries(len(vectors))
    rows = np.arange(len(vectors), dtype=np.int32)
    exclude = [queries[i : i + 1] for i in range(len(queries))]
    search_dense(vectors, rows, vectors[queries[:2]], "cosine", DEPTH, exclude[:2], CORES)
    start = time.process_time()
    found, _ = search_dense(vectors, rows, vectors[queries], "cosine", DEPTH, exclude, CORES)
    return time.process_time() - start, found


def search_by_index(kind: str, path: Path, sought: np.ndarray) -> Measured:
    """Return what a search of the width that a job chooses costs and finds."""
    from paperpool.rankers.scoring.indexed_search import ENOUGH, measure_recall
    from paperpool.search.vector_index import INDEXES

    vectors = np.load(path, mmap_mode="r")
    queries = list_queries(len(vectors))
    rows = np.arange(len(vectors), dtype=np.int32)
    exclude = [queries[i : i + 1] for i in range(len(queries))]
    index = INDEXES[kind](vectors, rows, "cosine")
    width = index.first_width(DEPTH, 1.0)

    def search(every: slice, width: int) -> np.ndarray:
        """Search for some queries."""
        asking = vectors[queries[every]]
        return index.search(rows, asking, DEPTH, width, exclude[every], CORES)[0]

    start = time.process_time()
    search(slice(2), width)  # builds the index
    built = time.process_time() - start
    choosing = slice(None, None, 10)  # as a job, by half of a sample
    while measure_recall(search(choosing, width), sought[choosing]) < ENOUGH:
        width *= 2

    start = time.process_time()
    found = search(slice(None), width)
    searched = time.process_time() - start
    measuring = slice(5, None, 10)
    sampled = measure_recall(found[measuring], sought[measuring])
    return Measured(built, searched, measure_recall(found, sought), sampled, width)


if __name__ == "__main__":
    for row in compare_indexes(Path(sys.argv[1])):
        print(f"{row.name}: {row.ours:.4g}; {row.other:.4g}; {row.ratio:.3g}")

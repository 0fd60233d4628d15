"""Exact search of many long queries beside bm25s and rank_bm25, and of vectors beside FAISS.

Queries are whole papers (title and abstract) of the corpus; each is given its 500 best papers. What
is timed is the search, after what is compiled at a first call; by terms without the indexing, by
vectors with what is done to them first. bm25s is
given fewer queries, and rank_bm25 three: it takes seconds for one, so its rate is extrapolated.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from corpus_bench import find_shards
from measuring import CORES, DATA, Row, measure
from vector_searches import (
    BATCH,
    DEPTH,
    SENTENCES,
    use_faiss,
    use_minima,
    use_numpy,
    use_ours,
    use_sentences,
)

QUERIES = 3_800
SOME, FEW = 400, 3
VECTORS, DIMENSIONS = 200_000, (384, 768)
K1, B = 1.2, 0.75


@dataclass(frozen=True)
class Found:
    """Queries answered a second, and the rows and scores found for the first of them."""

    rate: float
    rows: np.ndarray
    scores: np.ndarray
    index: float = 0.0
    """Documents indexed a second."""


def bench_search(folder: Path) -> list[Row]:
    """Return the rates of searching by terms and by vectors, and how far the results differ."""
    by_vectors = [row for n in DIMENSIONS for row in bench_vectors(folder, n)]
    return [*bench_terms(folder), *by_vectors, bench_sentences(folder, DIMENSIONS[0])]


def bench_terms(folder: Path) -> list[Row]:
    texts = folder / "texts"
    n = write_papers(texts, folder)
    chosen = np.random.default_rng(13).permutation(n)[:QUERIES].astype(np.int32)
    ours, seconds, peak = measure(partial(search_ours, "bm25", texts, folder, chosen))
    cosine, tfidf_seconds, tfidf_peak = measure(
        partial(search_ours, "tfidf", texts, folder, chosen)
    )
    sparse, _, _ = measure(partial(search_bm25s, texts, chosen[:SOME]))
    plain, _, _ = measure(partial(search_rank_bm25, texts, chosen[:FEW]))
    name = f"whole papers as queries, the best {DEPTH}"
    many = f"{len(chosen)} {name}, queries/s on {CORES} cores"
    differ = np.abs(ours.scores[:SOME] / sparse.scores - 1).max()
    return [
        Row(
            "BM25, documents indexed/s; bm25s",
            ours.index,
            sparse.index,
            ours.index / sparse.index,
            seconds,
            peak,
            n,
        ),
        Row(
            f"BM25, {many}; bm25s, {SOME} of them",
            ours.rate,
            sparse.rate,
            ours.rate / sparse.rate,
            seconds,
            peak,
            n,
        ),
        Row(
            f"BM25, {many}; rank_bm25, extrapolated from {FEW}",
            ours.rate,
            plain.rate,
            ours.rate / plain.rate,
            seconds,
            peak,
            n,
        ),
        Row(
            f"BM25, {name}, largest relative difference of a score from bm25s's; none",
            differ,
            0.0,
            1.0,
            seconds,
            peak,
            n,
        ),
        Row(
            f"TF-IDF, {many}; BM25",
            cosine.rate,
            ours.rate,
            cosine.rate / ours.rate,
            tfidf_seconds,
            tfidf_peak,
            n,
        ),
    ]


def bench_vectors(folder: Path, dimensions: int) -> list[Row]:
    vectors, queries = folder / "vectors.npy", folder / "queries.npy"
    write_vectors(vectors, VECTORS, dimensions, 13)
    write_vectors(queries, QUERIES, dimensions, 14)
    ours, seconds, peak = measure(partial(search_vectors, use_ours, vectors, queries, QUERIES))
    faiss, _, _ = measure(partial(search_vectors, use_faiss, vectors, queries, QUERIES))
    plain, _, _ = measure(partial(search_vectors, use_numpy, vectors, queries, SOME))
    same = np.mean(
        [len(np.intersect1d(a, b)) / DEPTH for a, b in zip(ours.rows, faiss.rows, strict=True)]
    )
    name = f"{QUERIES} random vectors of {dimensions} dimensions, the best {DEPTH}"
    many = f"{name}, queries/s on {CORES} cores"
    return [
        Row(
            f"{many}; faiss.IndexFlatIP",
            ours.rate,
            faiss.rate,
            ours.rate / faiss.rate,
            seconds,
            peak,
            VECTORS,
        ),
        Row(
            f"{many}; numpy, {SOME} of them",
            ours.rate,
            plain.rate,
            ours.rate / plain.rate,
            seconds,
            peak,
            VECTORS,
        ),
        Row(
            f"{name}, share of faiss.IndexFlatIP's rows; itself",
            same,
            1.0,
            same,
            seconds,
            peak,
            VECTORS,
        ),
    ]


def bench_sentences(folder: Path, dimensions: int) -> Row:
    """Return the rate of searching a tenth of the papers that vectors stand for, by sentences."""
    vectors = folder / "sentences.npy"
    write_vectors(vectors, VECTORS, dimensions, 13)
    ours, seconds, peak = measure(partial(search_vectors, use_sentences, vectors, None, SOME))
    plain, _, _ = measure(partial(search_vectors, use_minima, vectors, None, SOME))
    if not (ours.rows == plain.rows).mean() > 0.99:
        raise AssertionError("Papers by sentences differ from those of a plain product.")
    name = f"{SOME} papers of {SENTENCES} sentences of {dimensions} dimensions, the best {DEPTH}"
    return Row(
        f"{name}, queries/s on {CORES} cores; numpy",
        ours.rate,
        plain.rate,
        ours.rate / plain.rate,
        seconds,
        peak,
        VECTORS // SENTENCES,
    )


def write_vectors(path: Path, n: int, dimensions: int, seed: int) -> None:
    """Write random vectors of unit length."""
    chance = np.random.default_rng(seed)
    file = np.lib.format.open_memmap(path, "w+", np.float32, (n, dimensions))
    for start in range(0, n, BATCH):
        part = chance.standard_normal((min(BATCH, n - start), dimensions), np.float32)
        file[start : start + BATCH] = part / np.linalg.norm(part, axis=1, keepdims=True)


def write_papers(path: Path, folder: Path) -> int:
    """Write title and abstract of each paper a line; return the number of papers with both."""
    import orjson

    shards = find_shards(folder / "demo") + sorted(
        (DATA / "s2orc-csfcube" / "metadata").glob("*.jsonl.gz")
    )
    seen: set[str] = set()
    with path.open("w", encoding="utf-8") as file:
        for shard in shards:
            with gzip.open(shard) as lines:
                for row in map(orjson.loads, lines):
                    if row["title"] and row["abstract"] and row["paper_id"] not in seen:
                        seen.add(row["paper_id"])
                        file.write(" ".join(f"{row['title']} {row['abstract']}".split()) + "\n")
    return len(seen)


def read_papers(path: Path) -> Iterator[list[str]]:
    """Yield the papers in batches."""
    from itertools import islice

    with path.open(encoding="utf-8") as lines:
        while batch := list(islice(lines, BATCH)):
            yield batch


def timed(work: Callable[[], object]) -> tuple[object, float]:
    start = time.perf_counter()
    return work(), time.perf_counter() - start


def search_ours(kind: str, texts: Path, folder: Path, chosen: np.ndarray) -> Found:
    from paperpool.search.sparse_pool import SparsePool
    from paperpool.search.term_counts import TermCounts, write_term_counts

    files = [folder / name for name in ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")]

    def search(queries: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if kind == "bm25":
            return pool.search_bm25(queries, K1, B, DEPTH)
        return pool.search_tfidf(queries, DEPTH)

    n, indexing = timed(lambda: write_term_counts(read_papers(texts), *files))
    terms = TermCounts(*files)
    pool = SparsePool(terms, np.arange(n, dtype=np.int32), CORES)
    search(chosen[:2])
    (rows, scores), seconds = timed(lambda: search(chosen))
    return Found(len(chosen) / seconds, rows, scores, n / indexing)


def search_bm25s(texts: Path, chosen: np.ndarray) -> Found:
    """Search with its fastest backend, on the same terms."""
    from bm25s import BM25

    from paperpool.text.analysis import analyze

    index = BM25(k1=K1, b=B, method="lucene", backend="numba")

    def make() -> list[list[str]]:
        documents = [analyze(text) for batch in read_papers(texts) for text in batch]
        index.index(documents, show_progress=False)
        return documents

    documents, indexing = timed(make)
    n = len(documents)
    queries = [documents[row] for row in chosen]
    del documents
    search = partial(index.retrieve, k=DEPTH, n_threads=CORES, show_progress=False)
    search(queries[:2])
    (rows, scores), seconds = timed(lambda: search(queries))
    return Found(len(queries) / seconds, rows, scores, n / indexing)


def search_rank_bm25(texts: Path, chosen: np.ndarray) -> Found:
    from rank_bm25 import BM25Okapi

    from paperpool.text.analysis import analyze

    documents = [analyze(text) for batch in read_papers(texts) for text in batch]
    index = BM25Okapi(documents, k1=K1, b=B)
    queries = [documents[row] for row in chosen]

    def search() -> list[np.ndarray]:
        return [np.argsort(-index.get_scores(query))[:DEPTH] for query in queries]

    rows, seconds = timed(search)
    return Found(len(queries) / seconds, np.array(rows), np.zeros(0))


def search_vectors(use: Callable, vectors: Path, queries: Path | None, n_queries: int) -> Found:
    """Return what a search finds; ``use`` takes the vectors and returns how to search them.

    Without ``queries`` these are the first papers.
    """
    mapped = np.load(vectors, mmap_mode="r")
    wanted = np.arange(n_queries) if queries is None else np.load(queries)[:n_queries]
    use(mapped)(wanted[:2])
    (rows, scores), seconds = timed(lambda: use(mapped)(wanted))
    return Found(len(wanted) / seconds, rows, scores)

"""Exact search of many long queries beside bm25s and rank_bm25, and of vectors beside FAISS.

Queries are whole papers (title and abstract) of the corpus; each is given its 500 best papers. What
is timed is the search, after what is compiled at a first call; by terms without the indexing, by
vectors with what is done to them first. BM25 and bm25s answer in turn, so that what else the
machine does slows both alike. rank_bm25 is given three queries: it takes seconds for one, so its
rate is extrapolated.
"""

from __future__ import annotations

import gzip
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median

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
ROUNDS = 5
"""Rounds in which BM25 and bm25s answer all queries in turn."""
VECTORS, DIMENSIONS = 200_000, (384, 768)
K1, B = 1.2, 0.75


Search = Callable[[np.ndarray], tuple[np.ndarray, np.ndarray]]
"""Returns the rows found for queries, which are rows themselves, and their scores."""


@dataclass(frozen=True)
class Found:
    """The rows and scores found for queries, and how fast."""

    rates: list[float]
    """Queries answered a second, in each round."""
    rows: np.ndarray
    scores: np.ndarray
    index: float = 0.0
    """Documents indexed a second."""

    @property
    def rate(self) -> float:
        return median(self.rates)


def bench_search(folder: Path) -> list[Row]:
    """Return the rates of searching by terms and by vectors, and how far the results differ.

    Vectors are written by other processes: the peak of a process counts what the one held that
    started it.
    """
    by_vectors = [row for n in DIMENSIONS for row in bench_vectors(folder, n)]
    return [*bench_terms(folder), *by_vectors, bench_sentences(folder, DIMENSIONS[0])]


def bench_terms(folder: Path) -> list[Row]:
    texts = folder / "texts"
    n = write_papers(texts, folder)
    chosen = np.random.default_rng(13).permutation(n)[:QUERIES].astype(np.int32)
    alone, seconds, peak = measure(partial(search_ours, "bm25", texts, folder, chosen))
    (ours, sparse), _, _ = measure(partial(search_in_turn, texts, folder, chosen))
    cosine, tfidf_seconds, tfidf_peak = measure(
        partial(search_ours, "tfidf", texts, folder, chosen)
    )
    plain, _, _ = measure(partial(search_rank_bm25, texts, chosen[:FEW]))
    name = f"whole papers as queries, the best {DEPTH}"
    many = f"{len(chosen)} {name}, queries/s on {CORES} cores"
    differ = np.abs(ours.scores / sparse.scores - 1).max()
    ratio = median(rate / other for rate, other in zip(ours.rates, sparse.rates, strict=True))
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
            f"BM25, {many}, median of {ROUNDS} rounds; bm25s in turn",
            ours.rate,
            sparse.rate,
            ratio,
            seconds,
            peak,
            n,
        ),
        Row(
            f"BM25, {many}; rank_bm25, extrapolated from {FEW}",
            alone.rate,
            plain.rate,
            alone.rate / plain.rate,
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
            alone.rate,
            cosine.rate / alone.rate,
            tfidf_seconds,
            tfidf_peak,
            n,
        ),
    ]


def bench_vectors(folder: Path, dimensions: int) -> list[Row]:
    vectors, queries = folder / "vectors.npy", folder / "queries.npy"
    measure(partial(write_vectors, vectors, VECTORS, dimensions, 13))
    measure(partial(write_vectors, queries, QUERIES, dimensions, 14))
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
    measure(partial(write_vectors, vectors, VECTORS, dimensions, 13))
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
    search, index = index_ours(kind, texts, folder)
    search(chosen[:2])
    (rows, scores), seconds = timed(lambda: search(chosen))
    return Found([len(chosen) / seconds], rows, scores, index)


def search_in_turn(texts: Path, folder: Path, chosen: np.ndarray) -> list[Found]:
    """Return what BM25 and bm25s find; both answer all queries in each round."""
    indexed = [index_ours("bm25", texts, folder), index_bm25s(texts, chosen)]
    for search, _ in indexed:
        search(chosen[:2])

    found: list[tuple[np.ndarray, np.ndarray]] = []
    rates: list[list[float]] = [[] for _ in indexed]
    for _ in range(ROUNDS):
        found = []
        for (search, _), of_index in zip(indexed, rates, strict=True):
            rows_and_scores, seconds = timed(partial(search, chosen))
            found.append(rows_and_scores)
            of_index.append(len(chosen) / seconds)

    return [
        Found(of_index, rows, scores, index)
        for of_index, (rows, scores), (_, index) in zip(rates, found, indexed, strict=True)
    ]


def index_ours(kind: str, texts: Path, folder: Path) -> tuple[Search, float]:
    """Return how to search by BM25 or TF-IDF, and the documents indexed a second."""
    from paperpool.search.sparse_pool import SparsePool
    from paperpool.search.term_counts import TermCounts, write_term_counts

    files = [folder / name for name in ("indptr.npy", "indices.npy", "counts.npy", "words.parquet")]
    n, seconds = timed(lambda: write_term_counts(read_papers(texts), *files))
    pool = SparsePool(TermCounts(*files), np.arange(n, dtype=np.int32), CORES)

    def search(queries: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        if kind == "bm25":
            return pool.search_bm25(queries, K1, B, DEPTH)
        return pool.search_tfidf(queries, DEPTH)

    return search, n / seconds


def index_bm25s(texts: Path, chosen: np.ndarray) -> tuple[Search, float]:
    """Return how to search for the chosen papers by its fastest backend, on the same terms."""
    from bm25s import BM25

    from paperpool.text.analysis import analyze

    index = BM25(k1=K1, b=B, method="lucene", backend="numba")

    def make() -> list[list[str]]:
        documents = [analyze(text) for batch in read_papers(texts) for text in batch]
        index.index(documents, show_progress=False)
        return documents

    documents, seconds = timed(make)
    rate = len(documents) / seconds
    terms = {row: documents[row] for row in chosen.tolist()}
    del documents

    def search(queries: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        asked = [terms[row] for row in queries.tolist()]
        return index.retrieve(asked, k=DEPTH, n_threads=CORES, show_progress=False)

    return search, rate


def search_rank_bm25(texts: Path, chosen: np.ndarray) -> Found:
    from rank_bm25 import BM25Okapi

    from paperpool.text.analysis import analyze

    documents = [analyze(text) for batch in read_papers(texts) for text in batch]
    index = BM25Okapi(documents, k1=K1, b=B)
    queries = [documents[row] for row in chosen]

    def search() -> list[np.ndarray]:
        return [np.argsort(-index.get_scores(query))[:DEPTH] for query in queries]

    rows, seconds = timed(search)
    return Found([len(queries) / seconds], np.array(rows), np.zeros(0))


def search_vectors(use: Callable, vectors: Path, queries: Path | None, n_queries: int) -> Found:
    """Return what a search finds; ``use`` takes the vectors and returns how to search them.

    Without ``queries`` these are the first papers.
    """
    mapped = np.load(vectors, mmap_mode="r")
    wanted = np.arange(n_queries) if queries is None else np.load(queries)[:n_queries]
    use(mapped)(wanted[:2])
    (rows, scores), seconds = timed(lambda: use(mapped)(wanted))
    return Found([len(wanted) / seconds], rows, scores)

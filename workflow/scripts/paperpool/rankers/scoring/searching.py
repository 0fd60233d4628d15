"""Search papers exactly, by terms, vectors or sentences: whole collections, and MDCR's large pools.

In a collection a topic is one more text, or one more paper, behind the documents; statistics are of
the documents alone. A query paper does not find itself. Source of exactness: MDCR section 3.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoders import Encoder
from paperpool.models.precision import choose_device
from paperpool.rankers.ranker import Context, Ranker
from paperpool.rankers.scoring import vector_files
from paperpool.search.dense_search import search_dense
from paperpool.search.lacking import find_missing_vectors
from paperpool.search.sentence_search import search_sentences
from paperpool.search.sparse_pool import SparsePool
from paperpool.search.term_counts import TermCounts, count_terms
from paperpool.search.top_rows import Ranked

Rows = NDArray[np.int32]


@dataclass(frozen=True)
class Search:
    """Queries that one search over some rows answers.

    Per query, ``queries`` has its row and ``exclude`` the rows that it must not find. ``read`` has
    the rows and queries of all searches of a pool, and is the same object in each of them.
    """

    rows: Rows
    queries: Rows
    exclude: Sequence[Rows]
    read: Rows | None = None


Rank = Callable[[Search, int], Ranked]
"""Returns the best rows of a search down to a depth."""


def search_by_terms(
    ranker: Ranker, terms: TermCounts, threads: int, parameters: Mapping[str, float]
) -> Rank:
    """Return a search by a ranker's terms; ``parameters`` are BM25's k1 and b.

    Rows of ``terms`` are those of the papers. It holds the terms of a small pool until the next.
    """

    held = terms
    held_rows = None

    def rank(search: Search, depth: int) -> Ranked:
        """Search by the terms of a pool, which are read once for all its searches."""
        nonlocal held, held_rows
        if search.read is not held_rows:
            held_rows = search.read
            held = terms  # frees the last pool's terms before those of the next are read
            if held_rows is not None:
                held = terms.hold(held_rows)
        pool = SparsePool(held, search.rows, threads)
        return ranker.search_terms(pool, search.queries, depth, search.exclude, parameters)

    return rank


def search_by_vectors(
    vectors: NDArray[np.float32],
    similarity: str,
    threads: int,
    query_vectors: Mapping[int, NDArray[np.float32]] | None = None,
) -> Rank:
    """Return a search of paper vectors by cosine or l2, skipping missing vectors.

    ``query_vectors`` are those of queries by row, if they differ from those of the same papers.
    """
    device = choose_device()
    is_missing = find_missing_vectors(vectors)

    def rank(search: Search, depth: int) -> Ranked:
        """Search the rows that have a vector."""
        rows = search.rows[~is_missing[search.rows]]
        queries = take_queries(search, vectors, query_vectors)
        return search_dense(
            vectors, rows, queries, similarity, depth, search.exclude, threads, device
        )

    return rank


def take_queries(
    search: Search,
    vectors: NDArray[np.float32],
    query_vectors: Mapping[int, NDArray[np.float32]] | None,
) -> NDArray[np.float32]:
    """Return the vectors of a search's queries: ``query_vectors`` by row, or those of papers."""
    if query_vectors is None:
        return vectors[search.queries]
    return np.stack([query_vectors[row] for row in search.queries.tolist()])


def search_by_sentences(
    vectors: NDArray[np.float32],
    starts: NDArray[np.int64],
    threads: int,
    query_vectors: Mapping[int, NDArray[np.float32]] | None = None,
) -> Rank:
    """Return a search by sentences, with a paper's score that of its best sentence pair.

    Rows starts[i] to starts[i + 1] of ``vectors`` belong to paper i. ``query_vectors`` are the
    sentences' vectors of queries by row, if they differ from those of the same papers.
    """
    device = choose_device()

    def rank(search: Search, depth: int) -> Ranked:
        """Search the sentences of the rows."""
        of_queries = None
        if query_vectors is not None:
            of_queries = [query_vectors[row] for row in search.queries.tolist()]
        return search_sentences(
            vectors,
            starts,
            search.rows,
            search.queries,
            depth,
            search.exclude,
            threads,
            device,
            of_queries,
        )

    return rank


def search_collection(collection: Collection, rank: Rank) -> Run:
    """Search the documents for every topic; of equal scores the smaller id stands first.

    Rows are those of the documents and, behind them, of the topics.
    """
    if collection.depth is None:
        raise ValueError("The collection has no depth of its runs.")
    ids = collection.documents
    pairs = collection.pairs()
    rows = np.arange(len(ids) + len(pairs), dtype=np.int32)

    # a query paper that is a document too does not find itself
    row = {paper: i for i, paper in enumerate(ids)}
    exclude = []
    for query, _ in pairs:
        excluded = [row[query]] if query in row else []
        exclude.append(np.array(excluded, np.int32))

    depth = min(collection.depth, len(ids))  # memory grows with it
    found, scores = rank(Search(rows[: len(ids)], rows[len(ids) :], exclude), depth)
    run: Run = {}
    for pair, best, best_scores in zip(pairs, found.tolist(), scores.tolist(), strict=True):
        ranked = zip(best, best_scores, strict=True)
        run[pair] = [(ids[i], score) for i, score in ranked if i >= 0]  # -1: fewer were found
    return run


def search_texts(collection: Collection, context: Context, ranker: Ranker) -> Run:
    """Search with a ranker by terms, with its default parameters."""
    terms = count_whole(collection, context)
    return search_collection(collection, search_by_terms(ranker, terms, context.threads, {}))


def count_whole(collection: Collection, context: Context) -> TermCounts:
    """Count the terms of the documents and, behind them, of the topics."""
    documents = map(collection.document_text, collection.documents)
    topics = (collection.query_text(*pair) for pair in collection.pairs())
    return count_terms(chain(documents, topics), context.folder)


def encode_whole(
    collection: Collection, encoder: Encoder, separator: str, folder: Path
) -> NDArray[np.float32]:
    """Encode the documents and, behind them, the topics' papers, to a file in ``folder``."""
    joint = encoder.separator(separator)
    papers = [collection.papers[paper_id] for paper_id in collection.documents]
    queries = [collection.papers[query] for query, _ in collection.pairs()]
    groups = [(encoder.encode, papers), (encoder.encode_queries, queries)]
    if not encoder.encodes_queries_apart:
        groups = [(encoder.encode, papers + queries)]  # fewer, fuller batches

    def encode_parts() -> Iterator[NDArray[np.float32]]:
        """Yield the vectors of one part after another: memory never holds those of all."""
        for encode, group in groups:
            for part in vector_files.split_parts(group):
                yield encode([f"{paper.head(joint)}{paper.abstract}" for paper in part])

    path = folder / "vectors.npy"
    vector_files.write_vectors(encode_parts(), len(papers) + len(queries), path)
    return np.load(path, mmap_mode="r", allow_pickle=False)


def search_by_nearest(collection: Collection, encoder: ContextualEncoder, context: Context) -> Run:
    """Search by the nearest pairs of sentences, encoded within their paper."""
    papers = [(i, np.array(collection.paper_mask(i))) for i in collection.documents]
    queries = []
    for query, part in collection.pairs():
        mask = np.array(collection.facet_mask(query, part)) & collection.paper_mask(query)
        queries.append((query, mask))
    groups = [(encoder, papers), (encoder.of_queries, queries)]
    if not encoder.encodes_queries_apart:
        groups = [(encoder, papers + queries)]  # fewer, fuller batches

    def encode_parts() -> Iterator[list[NDArray[np.float32]]]:
        """Yield the vectors of offered sentences, a part of the papers after another."""
        for model, group in groups:
            for part in vector_files.split_parts(group):
                ids = [paper_id for paper_id, _ in part]
                encoded = model.encode(collection.list_sentences(ids))
                yield [rows[mask] for rows, (_, mask) in zip(encoded, part, strict=True)]

    vectors_path = context.folder / "sentences.npy"
    starts_path = context.folder / "starts.npy"
    vector_files.write_sentence_vectors(encode_parts(), vectors_path, starts_path)
    vectors = np.load(vectors_path, mmap_mode="r", allow_pickle=False)
    starts = np.load(starts_path, mmap_mode="r", allow_pickle=False)
    return search_collection(collection, search_by_sentences(vectors, starts, context.threads))

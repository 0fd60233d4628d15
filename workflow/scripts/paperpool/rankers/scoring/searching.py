"""Search whole collections: every document for each topic, exactly.

A topic is one more text, or one more paper, behind the documents; statistics are of the documents
alone. A query paper does not find itself.
"""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.evaluation.runs import Run
from paperpool.models.contextual_encoders import ContextualEncoder
from paperpool.models.encoders import Encoder, joining_text
from paperpool.models.precision import choose_device
from paperpool.rankers.ranker import Ranker, Tools
from paperpool.rankers.scoring import vector_files
from paperpool.rankers.scoring.stem_pools import count_terms
from paperpool.search.dense_search import search_dense
from paperpool.search.lacking import lack_vectors
from paperpool.search.sentence_search import search_sentences
from paperpool.search.sparse_pool import SparsePool
from paperpool.search.term_counts import TermCounts
from paperpool.search.top_rows import Ranked

_BATCH_TEXTS = 16_384


def count_whole(collection: Collection, tools: Tools) -> TermCounts:
    """Count the terms of the documents and, behind them, of the topics."""
    return count_terms(_batch_texts(collection), tools.folder)


def _batch_texts(collection: Collection) -> Iterator[list[str]]:
    ids = collection.documents
    for start in range(0, len(ids), _BATCH_TEXTS):
        yield [collection.document_text(i) for i in ids[start : start + _BATCH_TEXTS]]
    yield [collection.query_text(*pair) for pair in collection.pairs()]


def search_by_terms(collection: Collection, tools: Tools, ranker: Ranker) -> Run:
    """Search with a ranker by terms, with its default parameters."""
    rows, asking = _rows(collection)
    pool = SparsePool(count_whole(collection, tools), rows, tools.threads)
    query = (pool, asking, _depth(collection), _exclude(collection))
    return _name(collection, ranker.search_terms(*query, {}))


def search_by_papers(
    collection: Collection, encoder: Encoder, separator: str, similarity: str, tools: Tools
) -> Run:
    joint = joining_text(encoder, separator)
    papers = [collection.papers[i] for i in collection.documents]
    asking = [collection.papers[query] for query, _ in collection.pairs()]
    groups = [(encoder.encode, papers), (encoder.encode_queries, asking)]
    if not encoder.asks_apart:
        groups = [(encoder.encode, [*papers, *asking])]
    parts = (
        encode([f"{paper.head(joint)}{paper.abstract}" for paper in part])
        for encode, group in groups
        for part in vector_files.split_parts(group)
    )
    path = tools.folder / "vectors.npy"
    vector_files.write_vectors(parts, len(papers) + len(asking), path)
    vectors = np.load(path, mmap_mode="r", allow_pickle=False)
    return search_by_vectors(collection, vectors, similarity, tools)


def search_by_vectors(
    collection: Collection, vectors: NDArray[np.float32], similarity: str, tools: Tools
) -> Run:
    """Search by vectors of the documents and, behind them, of the topics."""
    rows, asking = _rows(collection)
    known = rows[~lack_vectors(vectors)[rows]]
    limits = (_depth(collection), _exclude(collection), tools.threads, choose_device())
    ranked = search_dense(vectors, known, np.asarray(vectors[asking]), similarity, *limits)
    return _name(collection, ranked)


def search_by_sentences(collection: Collection, encoder: ContextualEncoder, tools: Tools) -> Run:
    """Search by the nearest pairs of sentences, encoded within their paper."""
    offered = [(i, collection.paper_mask(i)) for i in collection.documents]
    asked = [
        (query, collection.facet_mask(query, part) & collection.paper_mask(query))
        for query, part in collection.pairs()
    ]
    papers = [(collection.papers[i], mask) for i, mask in (*offered, *asked)]
    files = [tools.folder / name for name in ("sentences.npy", "starts.npy")]
    parts = (
        [((paper.title, *paper.sentences), mask) for paper, mask in part]
        for part in vector_files.split_parts(papers)
    )
    vector_files.write_sentence_vectors(parts, encoder, *files)
    vectors, starts = (np.load(file, mmap_mode="r", allow_pickle=False) for file in files)
    rows, asking = _rows(collection)
    limits = (_depth(collection), _exclude(collection), tools.threads, choose_device())
    return _name(collection, search_sentences(vectors, starts, rows, asking, *limits))


def _rows(collection: Collection) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the rows of the documents, and those of the topics behind them."""
    n_documents, n_topics = len(collection.documents), len(collection.pairs())
    rows = np.arange(n_documents + n_topics, dtype=np.int32)
    return rows[:n_documents], rows[n_documents:]


def _exclude(collection: Collection) -> list[NDArray[np.int32]]:
    """Return for each topic the row of its own paper, if that is a document."""
    row = {paper: i for i, paper in enumerate(collection.documents)}
    return [np.array([row[q]] if q in row else [], np.int32) for q, _ in collection.pairs()]


def _name(collection: Collection, ranked: Ranked) -> Run:
    """Return the results as a run; of equal scores the smaller id stands first."""
    ids = collection.documents
    found = zip(collection.pairs(), *(each.tolist() for each in ranked), strict=True)
    return {
        pair: [(ids[row], score) for row, score in zip(rows, scores, strict=True) if row >= 0]
        for pair, rows, scores in found
    }


def _depth(collection: Collection) -> int:
    if collection.depth is None:
        raise ValueError("The collection has no depth of its runs.")
    return collection.depth

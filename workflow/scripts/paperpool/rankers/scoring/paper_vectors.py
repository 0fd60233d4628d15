"""Encode papers as one vector each, or take known vectors (of large pools), and compare them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Self

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from paperpool.collections.collection import Collection, Pair
from paperpool.collections.papers import Paper, PlainPaper
from paperpool.evaluation.runs import Run, rank_scores
from paperpool.io.parquet_files import read_ids
from paperpool.models.encoders import Encoder
from paperpool.rankers.scoring.similarity import SIMILARITIES, Matrix
from paperpool.search.lacking import find_missing_vectors


@dataclass(frozen=True)
class KnownVectors:
    """``vectors`` has a row for each of ``ids``, or from ``starts[i]`` to ``starts[i + 1]``."""

    ids: pa.ChunkedArray
    vectors: NDArray[np.float32]
    starts: NDArray[np.int64] | None = None

    @classmethod
    def read(cls, files: Mapping[str, Any]) -> Self | None:
        """Read the optional ``known`` vectors of a job, of the ids of the table ``papers``."""
        if not files.get("known"):
            return None
        return cls.map(files["papers"], *files["known"])

    @classmethod
    def map(cls, papers: str | Path, vectors: str | Path, starts: str | Path | None = None) -> Self:
        """Map the vectors, and starts, of the papers of a table."""
        mapped_starts = None if starts is None else np.load(starts, mmap_mode="r")
        return cls(read_ids(papers), np.load(vectors, mmap_mode="r"), mapped_starts)

    def find(self, papers: Sequence[str] | pa.ChunkedArray) -> NDArray[np.int64]:
        """Return the position of each of ``papers`` among ``ids``, -1 for a missing one."""
        wanted = papers if isinstance(papers, pa.ChunkedArray) else pa.array(papers, pa.string())
        places = pc.index_in(wanted, self.ids)
        return places.fill_null(-1).to_numpy().astype(np.int64)

    def rows(self, place: int) -> NDArray[np.float32]:
        """Return the vectors of the paper at ``place``, shape (its sentences, dimensions)."""
        if self.starts is None:
            return self.vectors[place : place + 1]
        return self.vectors[self.starts[place] : self.starts[place + 1]]


def encode_papers(
    papers: Mapping[str, Paper | PlainPaper],
    encoder: Encoder,
    separator: str = "space",
    known: KnownVectors | None = None,
) -> Matrix:
    """Return the embeddings of titles and abstracts, joined by ``separator``.

    Shape (papers, dimensions), rows in the order of ``papers``. Vectors that are ``known`` are not
    encoded again.
    """
    joint = encoder.separator(separator)
    ids = list(papers)
    rows = np.full(len(ids), -1) if known is None else known.find(ids)
    missing = np.flatnonzero(rows < 0)
    texts = [f"{papers[ids[i]].head(joint)}{papers[ids[i]].abstract}" for i in missing]
    if known is None:
        return encoder.encode(texts).astype(np.float64)

    vectors = np.zeros((len(ids), known.vectors.shape[1]))
    vectors[rows >= 0] = known.vectors[rows[rows >= 0]]
    if texts:
        vectors[missing] = encoder.encode(texts)
    return vectors


def take_papers(papers: Sequence[str], known: KnownVectors | None) -> NDArray[np.floating]:
    """Return the known vectors of papers, (papers, dimensions); raise ValueError if one lacks."""
    if known is not None:
        rows = known.find(papers)
        if rows.min(initial=0) >= 0:
            return known.vectors[rows]
    raise ValueError("There is no row for a paper among its vectors.")


def encode_queries(collection: Collection, encoder: Encoder, separator: str) -> dict[Pair, Matrix]:
    """Return the embedding of every topic's whole paper, as a query."""
    joint = encoder.separator(separator)
    pairs = collection.pairs()
    papers = [collection.papers[query] for query, _ in pairs]
    texts = [f"{paper.head(joint)}{paper.abstract}" for paper in papers]
    vectors = encoder.encode_queries(texts).astype(np.float64)
    return dict(zip(pairs, vectors, strict=True))


def rank_by_papers(
    collection: Collection,
    encoder: Encoder | None,
    similarity: str,
    separator: str,
    known: KnownVectors | None,
) -> Run:
    """Rank every topic's candidates by the similarity of their vector to the query paper's.

    Without an encoder all vectors are known.
    """
    if encoder is None:
        vectors = take_papers(list(collection.papers), known).astype(np.float64)
    else:
        vectors = encode_papers(collection.papers, encoder, separator, known)

    of_paper = dict(zip(collection.papers, vectors, strict=True))
    queries = {pair: of_paper[pair[0]] for pair in collection.pairs()}
    if encoder is not None and encoder.encodes_queries_apart:
        queries = encode_queries(collection, encoder, separator)
    return rank_by_vectors(collection, queries, vectors, similarity)


def rank_by_vectors(
    collection: Collection, queries: Mapping[Pair, Matrix], papers: Matrix, similarity: str
) -> Run:
    """Rank every topic's candidates by similarity to the topic's vector.

    ``queries`` has a vector for every topic, shape (dimensions,), and ``papers`` a row for every
    paper of the collection, in its order; ``similarity`` is a key of SIMILARITIES. Candidates
    without a vector are last, and all are equal for a topic without one.
    """
    row = {paper_id: i for i, paper_id in enumerate(collection.papers)}
    run: Run = {}
    for pair in collection.pairs():
        candidates = collection.rankable(*pair)
        rows = [row[candidate] for candidate in candidates]
        scores = _compare(queries[pair], papers[rows], similarity)
        run[pair] = rank_scores(zip(candidates, scores, strict=True))
    return run


def _compare(query: Matrix, papers: Matrix, similarity: str) -> Matrix:
    is_known = ~find_missing_vectors(papers) & ~find_missing_vectors(query[None])
    scores = np.zeros(len(papers))
    scores[is_known] = SIMILARITIES[similarity](query, papers[is_known])
    scores[~is_known] = scores[is_known].min(initial=0.0) - 1.0
    return scores

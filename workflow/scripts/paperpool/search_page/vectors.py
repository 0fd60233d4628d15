"""Search by an encoder: the embeddings of all papers, and those of texts that are requested."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from pathlib import Path
from threading import RLock

import numpy as np
from numpy.lib.format import open_memmap
from numpy.typing import NDArray

from paperpool.collections.collection import Collection
from paperpool.io.mapped_files import map_array
from paperpool.models.cache import ArrayCache
from paperpool.models.encoders import Encoder
from paperpool.pools.candidates import read_parts
from paperpool.rankers.scoring.paper_vectors import KnownVectors
from paperpool.rankers.scoring.sentence_cosines import encode_sentences
from paperpool.rankers.scoring.vector_files import split_parts
from paperpool.search.dense_search import product
from paperpool.search.top_rows import compiled
from paperpool.search_page.encoder_choices import EncoderChoice
from paperpool.search_page.papers import Papers
from paperpool.search_page.parts import PageIndex
from paperpool.search_page.run_files import RunFiles

SEARCH_THREADS = 2
"""Threads that encode the many texts of one search."""

VECTORS_FILE = "vectors.npy"

_CACHED_TEXTS = 4096
_CACHED_BATCHES = 32
_CACHED_PAPERS = 4096
"""Papers whose sentences' embeddings are kept: about 50 MB of them."""

Vectors = NDArray[np.float32]


class VectorSearch:
    """One encoder's view of the papers, loaded at its first use; it is thread-safe.

    Vectors that the ``run`` has are taken from there; other papers are encoded.
    """

    def __init__(
        self,
        choice: EncoderChoice,
        run: RunFiles,
        papers: Papers,
        collection: Collection | None,
        cache: Path,
        index: PageIndex,
    ):
        self.choice = choice
        self._run, self._papers, self._collection = run, papers, collection
        self._cache, self._index = cache, index
        self._lock = RLock()
        self._loaded: Encoder | None = None
        self._embeddings: Vectors | None = None
        self._sentences: tuple[dict[str, int], Vectors] | None = None
        self._encode = lru_cache(_CACHED_TEXTS)(self._encode_texts)
        self._encode_batch = lru_cache(_CACHED_BATCHES)(self._encode_texts)
        self._encode_paper = lru_cache(_CACHED_PAPERS)(self._encode_texts)

    @property
    def _encoder(self) -> Encoder:
        if self._loaded is None:
            cache, threads = ArrayCache(self._cache), self._run.job_threads
            assert self.choice.settings is not None  # else it is a GivenSearch
            self._loaded = Encoder(self.choice.settings, cache, threads)
        return self._loaded

    def prepare(self) -> None:
        """Load the embeddings of all papers, encoding those that the cache lacks, and the model."""
        self.score("", "")

    def score(self, title: str, text: str, paper_id: str | None = None) -> NDArray[np.float64]:
        """Return the cosines of a title with a text and all papers, the same on any number of
        cores; the paper's id does not count.
        """
        with self._lock:
            if self._embeddings is None:
                made_of = [self._encoder.digest, self.choice.separator]
                folder = self._index.part("vectors", self._store_vectors, made_of)
                self._embeddings = map_array(folder / VECTORS_FILE)
            joint = self._encoder.separator(self.choice.separator)
        query = to_unit(self._encode_query(f"{title}{joint}{text}" if title else text))[0]
        scores = np.empty(len(self._papers))
        multiply(self._embeddings, query, scores)
        return scores

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Return the embeddings of texts, encoded as one batch, shape (len(texts), dimensions).

        The collection's sentences come from the cache if a ranker of the run has encoded them.
        """
        return self._encode(tuple(texts))

    def _encode_query(self, text: str) -> Vectors:
        """Return the embedding of a text as a query, shape (1, dimensions)."""
        if not self._encoder.encodes_queries_apart:
            return self.encode((text,))
        with self._lock:
            return self._encoder.encode_directly((text,), role="query")

    def encode_batch(self, texts: Sequence[str]) -> Vectors:
        """Return the embeddings of a search's many texts, on all threads; keep the last ones."""
        return self._encode_batch(tuple(texts), SEARCH_THREADS)

    def compare(
        self, asked: Sequence[str], offered: Sequence[Sequence[str]]
    ) -> list[NDArray[np.float64]]:
        """Return the cosines of a paper's sentences with those of each of several papers.

        Each has shape (len(asked), the paper's sentences). Each paper is a batch, so that its
        vectors are always the same and can be kept.
        """
        sizes = [len(texts) for texts in offered]
        if not asked or not sum(sizes):
            return [np.zeros((len(asked), size)) for size in sizes]
        encoded = [self._encode_paper(tuple(texts), SEARCH_THREADS) for texts in offered if texts]
        one, other = (
            to_unit(vectors).astype(np.float64)
            for vectors in (self.encode(asked), np.concatenate(encoded))
        )
        return np.split(one @ other.T, np.cumsum(sizes)[:-1], axis=1)

    def _encode_texts(self, texts: tuple[str, ...], threads: int = 1) -> Vectors:
        with self._lock:
            if self._sentences is None:
                self._sentences = {}, np.zeros((0, 1), np.float32)
                if self._collection is not None and self.choice.has_sentences:
                    self._sentences = encode_sentences(self._collection, self._encoder)
            row, vectors = self._sentences
            new = [text for text in texts if text not in row]
            made = self._encoder.encode_directly(new, threads) if new else vectors[:0]
            if len(new) == len(texts):
                return made
            rows = iter(made)
            return np.array([vectors[row[t]] if t in row else next(rows) for t in texts])

    def _embed(
        self, texts: Mapping[str, str], known: Sequence[KnownVectors]
    ) -> Iterator[tuple[Sequence[str], Vectors]]:
        """Yield ids and embeddings of a part's papers: those that are known, then the others."""
        ids = list(texts)
        for some in known:
            places = some.find(ids)
            found = places >= 0
            if found.any():
                yield list(compress(ids, found)), some.vectors[places[found]]
            ids = list(compress(ids, ~found))
        if ids:
            yield ids, self._encoder.encode([texts[paper_id] for paper_id in ids])

    def _store_vectors(self, folder: Path) -> None:
        """Write the embeddings of all papers, of unit length, row by row."""
        joint = self._encoder.separator(self.choice.separator)
        embeddings: Vectors = np.zeros((0, 1), np.float32)
        known = self._run.find_vectors(self.choice.name)

        def put(ids: Sequence[str], vectors: Vectors) -> None:
            nonlocal embeddings
            if not len(embeddings):
                shape = len(self._papers), vectors.shape[1]
                embeddings = open_memmap(folder / VECTORS_FILE, "w+", np.float32, shape)
            embeddings[self._papers.rows_of_many(ids)] = to_unit(vectors)

        for file in self._run.papers:
            for texts in read_parts(file, None, joint):
                for ids, vectors in self._embed(texts, known):
                    put(ids, vectors)
        if self._papers.added and self._collection is not None:
            # all of the collection and what asks, in these parts: as rankers encode it
            papers, added = self._collection.papers, set(self._papers.added)
            asking = (query for query, _ in self._collection.pairs())
            for part in split_parts([*self._collection.documents, *asking]):
                vectors = self._encoder.encode(
                    [f"{papers[i].head(joint)}{papers[i].abstract}" for i in part]
                )
                wanted = [n for n, paper_id in enumerate(part) if paper_id in added]
                put([part[n] for n in wanted], vectors[wanted])
        if not len(embeddings):
            np.save(folder / VECTORS_FILE, embeddings)


def to_unit(vectors: Vectors) -> Vectors:
    """Return the rows scaled to unit length; a zero vector stays."""
    lengths = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    return (vectors / np.where(lengths > 0, lengths, 1.0)).astype(np.float32)


@compiled
def multiply(vectors, query, products):
    for row in range(len(vectors)):
        products[row] = product(vectors[row], query)

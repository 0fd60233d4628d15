"""Indexes of dense vectors by FAISS, which find most of the nearest without comparing all.

``ivf`` puts the vectors into lists by k-means, and reads the lists nearest to a query (Jégou, Douze
and Schmid 2011, section IV, without its codes). ``hnsw`` walks a graph of near vectors (Malkov and
Yashunin 2018). Both hold vectors in half precision; what they find is compared anew in double
precision, so scores are those of exact search.

An index is built on one thread, as FAISS promises no equal graphs on several. It is searched in
chunks of a fixed size. So threads change no result; a processor of another kind may
round otherwise, and find other vectors.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from math import isqrt
from typing import Any, ClassVar

import faiss
import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from paperpool.search.lacking import blank_missing
from paperpool.search.pairs import Pairs, Vectors, to_single, widen
from paperpool.search.top_rows import Ranked, TopRows

BLOCK_ROWS = 65_536
"""Vectors that are added at once."""

CHUNK_QUERIES = 32
"""Queries that are searched for at once, on one thread."""

_SPARE = 16
"""Vectors that are compared anew beyond the requested ones: half precision misplaces a few."""

_FAISS: Any = faiss
"""The same module, whose types are incomplete."""

_HALF = faiss.ScalarQuantizer.QT_fp16


class VectorIndex:
    """An index of ``vectors[rows]``, made at its first search; see search_dense for its arguments.

    A search has a width: how much of the index it looks at for each query.
    """

    kind: ClassVar[str]

    def __init__(self, vectors: Vectors, rows: NDArray[np.integer], similarity: str):
        self.rows = np.sort(np.asarray(rows, np.int32))
        self._vectors: Any = np.asarray(vectors)
        self._is_cosine = {"cosine": True, "l2": False}[similarity]

    def __len__(self) -> int:
        return len(self.rows)

    def first_width(self, n_to_find: int, share: float) -> int:
        """Return the least width worth trying, for ``n_to_find`` among a share of the vectors."""
        raise NotImplementedError

    def count_pairs(self, width: int, share: float) -> int:
        """Return how many vectors exact search compares with a query in the time of a search."""
        raise NotImplementedError

    def search(
        self,
        rows: NDArray[np.integer],
        queries: Vectors,
        depth: int,
        width: int,
        exclude: Sequence[NDArray[np.integer]] | None = None,
        threads: int = 1,
    ) -> Ranked:
        """Return the ``depth`` nearest that are found of ``rows`` for each query.

        ``rows`` are of the index, others are not found; ``exclude`` are the rows that a query must
        not find.
        """
        queries, lacks = blank_missing(widen(queries))
        top = TopRows(len(queries), depth, exclude)
        pairs = Pairs(self._vectors, queries, self._is_cosine, top)
        index = self._index  # made on this thread
        parameters = self._set_width(width, self._select(rows))
        n_to_find = min(top.n_to_find + _SPARE, len(self))

        def search_chunk(first: int) -> None:
            """Offer what the index finds to a chunk of the queries."""
            faiss.omp_set_num_threads(1)  # of this thread
            chunk = np.arange(first, min(first + CHUNK_QUERIES, len(queries)))
            pairs.lengths[chunk], single = to_single(queries, chunk, self._is_cosine)
            _, places = index.search(single * self._scale, n_to_find, params=parameters)
            found, nth = np.nonzero(places >= 0)  # -1: fewer were found
            pairs.offer(chunk[found], self.rows[places[found, nth]])

        with ThreadPoolExecutor(threads) as pool, threadpool_limits(1, "blas"):
            list(pool.map(search_chunk, range(0, len(queries), CHUNK_QUERIES)))
        found, scores = top.ranked()
        found[lacks] = -1  # as exact search
        scores[lacks] = 0.0
        return found, scores

    @cached_property
    def _index(self) -> Any:
        """FAISS's index with all vectors."""
        faiss.omp_set_num_threads(1)  # of this thread
        with threadpool_limits(1, "blas"):
            index = self._make(self._vectors.shape[1])
            for start in range(0, len(self), BLOCK_ROWS):
                index.add(self._read(self.rows[start : start + BLOCK_ROWS]))
        return index

    def _make(self, dimensions: int) -> Any:
        """Return FAISS's index without vectors; k-means is trained."""
        raise NotImplementedError

    def _set_width(self, width: int, selector: Any) -> Any:
        """Return FAISS's parameters of a search."""
        raise NotImplementedError

    @property
    def _metric(self) -> int:
        return faiss.METRIC_INNER_PRODUCT if self._is_cosine else faiss.METRIC_L2

    def _select(self, rows: NDArray[np.integer]) -> Any:
        """Return FAISS's selector of ``rows``, None for all of the index."""
        is_wanted = np.isin(self.rows, rows)
        if is_wanted.all():
            return None
        return _FAISS.IDSelectorBitmap(np.packbits(is_wanted, bitorder="little"))

    def _read(self, rows: NDArray[np.integer]) -> NDArray[np.float32]:
        return to_single(self._vectors, rows, self._is_cosine)[1] * self._scale

    @cached_property
    def _scale(self) -> np.float32:
        """What brings every number to 1 at most: half precision ends at 65,504."""
        if self._is_cosine:
            return np.float32(1)
        largest = 0.0
        for start in range(0, len(self.rows), BLOCK_ROWS):
            block = to_single(self._vectors, self.rows[start : start + BLOCK_ROWS], False)[1]
            largest = max(largest, float(np.abs(block).max(initial=0.0)))
        return np.float32(1 / largest if largest > 0 else 1)


class IvfIndex(VectorIndex):
    """Lists by k-means, as many as the square root of the vectors; the width counts lists."""

    kind = "ivf"

    _TRAINED = 64
    """Vectors of a list that k-means is trained on."""
    _LEAST = 39
    """FAISS's own least number of these."""
    _ROUNDS = 10
    _SEED = 13
    _PAIRS = 5
    """Vectors that exact search compares in the time of one here (`make bench PARTS=index`)."""
    _PASSED = 0.2
    """The same of a vector that is passed over, as it is not searched."""

    @property
    def _n_lists(self) -> int:
        n = len(self)
        return max(1, min(isqrt(n), n // self._LEAST))

    def first_width(self, n_to_find: int, share: float) -> int:
        return max(1, self._n_lists // 64)

    def count_pairs(self, width: int, share: float) -> int:
        n_read = width / self._n_lists * len(self)
        return round(self._n_lists + n_read * (self._PAIRS * share + self._PASSED * (1 - share)))

    def _make(self, dimensions: int) -> Any:
        lists = _FAISS.IndexFlat(dimensions, self._metric)
        index = _FAISS.IndexIVFScalarQuantizer(
            lists, dimensions, self._n_lists, _HALF, self._metric, False
        )
        index.cp.niter = self._ROUNDS
        index.cp.seed = self._SEED
        index.cp.min_points_per_centroid = 1  # else it warns of pools of a few papers

        n_trained = min(len(self), self._TRAINED * self._n_lists)
        chance = np.random.default_rng(self._SEED)
        places = np.sort(chance.choice(len(self), n_trained, replace=False))
        index.train(self._read(self.rows[places]))
        return index

    def _set_width(self, width: int, selector: Any) -> Any:
        return _FAISS.SearchParametersIVF(nprobe=width, sel=selector)


class HnswIndex(VectorIndex):
    """A graph with 32 neighbours of each vector; the width is how many vectors a walk keeps."""

    kind = "hnsw"

    _NEIGHBOURS = 32
    _PAIRS = 1_000
    """Vectors that exact search compares in the time of one of the width, likewise."""

    def first_width(self, n_to_find: int, share: float) -> int:
        return min(len(self), round(n_to_find / share))

    def count_pairs(self, width: int, share: float) -> int:
        return self._PAIRS * width

    def _make(self, dimensions: int) -> Any:
        index = _FAISS.IndexHNSWSQ(dimensions, _HALF, self._NEIGHBOURS, self._metric)
        index.train(np.zeros((1, dimensions), np.float32))  # half precision needs no training
        return index

    def _set_width(self, width: int, selector: Any) -> Any:
        return _FAISS.SearchParametersHNSW(efSearch=width, sel=selector)


INDEXES: dict[str, type[VectorIndex]] = {kind.kind: kind for kind in (HnswIndex, IvfIndex)}

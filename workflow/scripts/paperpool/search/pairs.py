"""Pairs of a query and a vector, compared in double precision.

So equal vectors have equal scores, and neither the order of pairs nor threads change a score.
"""

import numpy as np
from numpy.typing import NDArray

from paperpool.io.mapped_files import release_pages, split_by_pages
from paperpool.search.kernels import compiled, summing
from paperpool.search.top_rows import TopRows, offer

Vectors = NDArray[np.float16] | NDArray[np.float32] | NDArray[np.float64]
"""Those of half precision are compared in single precision."""

_OFFERED_PAIRS = 4096
"""Vectors that are read one by one before their memory is given back, if they are mapped."""


class Pairs:
    """Compares queries with ``vectors``, which may be a memory map, and keeps the best in ``top``.

    ``lengths`` are those of the queries, for the cosine: whoever converts the queries sets them
    (``to_single``). May be called on any thread, as long as each query is on one.
    """

    def __init__(self, vectors: Vectors, queries: Vectors, is_cosine: bool, top: TopRows):
        self.lengths = np.zeros(len(queries))
        self._vectors = vectors
        self._queries = queries
        self._is_cosine = is_cosine
        self._top = top

    def offer(self, queries: NDArray[np.integer], rows: NDArray[np.integer]) -> None:
        """Compare pairs of a query and a row of the vectors, and keep the best."""
        order = np.argsort(rows)  # vectors are read in the file's order
        queries = queries[order]
        rows = rows[order]
        for part in _split(self._vectors, rows, _OFFERED_PAIRS):
            vectors, places_of = _pick(self._vectors, rows[part])
            _offer_pairs(
                self._top.heaps,
                vectors,
                self._queries,
                self.lengths,
                self._is_cosine,
                queries[part],
                places_of,
                rows[part],
            )
            release_pages(self._vectors)


def to_single(
    vectors: Vectors, rows: NDArray[np.integer], to_unit: bool
) -> tuple[NDArray[np.float64], NDArray[np.float32]]:
    """Return the lengths of the vectors at ``rows``, and these in single precision.

    ``to_unit`` brings all but zeros to length 1.
    """
    lengths = np.empty(len(rows))
    converted = np.empty((len(rows), vectors.shape[1]), np.float32)
    for part in _split(vectors, rows, len(rows)):
        picked, places = _pick(vectors, rows[part])
        _convert(picked, places, to_unit, lengths[part], converted[part])
        release_pages(vectors)
    return lengths, converted


def _pick(vectors: Vectors, rows: NDArray[np.integer]) -> tuple[Vectors, NDArray[np.integer]]:
    """Return vectors that have those of ``rows``, and the places of these among them.

    Those of half precision are copied, as kernels compare single precision.
    """
    if vectors.dtype != np.float16:
        return vectors, rows
    needed, places = np.unique(rows, return_inverse=True)
    return widen(vectors[needed]), places


def _split(vectors: Vectors, rows: NDArray[np.integer], most: int) -> list[slice]:
    """Split ``rows`` into slices that map little; the caller releases the pages after each."""
    row_bytes = vectors.strides[0]
    return split_by_pages(rows, lambda r: np.multiply(r, row_bytes, dtype=np.int64), most)


@compiled
def _convert(vectors, rows, to_unit, lengths, compared):
    for i in range(len(rows)):
        vector = vectors[rows[i]]
        lengths[i] = np.sqrt(product(vector, vector))
        factor = 1 / lengths[i] if to_unit and lengths[i] > 0 else 1.0
        for j in range(len(vector)):
            compared[i, j] = factor * vector[j]


@compiled
def _offer_pairs(heaps, vectors, queries, query_lengths, is_cosine, query_of, places, rows):
    place = -1
    length = 0.0
    for pair in range(len(rows)):
        query = query_of[pair]
        if is_cosine and places[pair] != place:  # pairs of one vector stand together
            place = places[pair]
            length = np.sqrt(product(vectors[place], vectors[place]))

        vector = vectors[places[pair]]
        if is_cosine:
            divisor = query_lengths[query] * length
            score = product(queries[query], vector) / divisor if divisor > 0 else 0.0
        else:
            score = -np.sqrt(_squared_distance(queries[query], vector))
        offer(heaps, query, rows[pair], score)


def widen(vectors: Vectors) -> Vectors:
    """Return vectors of half precision in single precision, and others as they are."""
    return vectors.astype(np.float32) if vectors.dtype == np.float16 else vectors


@summing
def product(a, b):
    """Return the inner product of two vectors, summed up in double precision."""
    total = 0.0
    for i in range(len(a)):
        total += np.float64(a[i]) * np.float64(b[i])
    return total


@summing
def _squared_distance(a, b):
    total = 0.0
    for i in range(len(a)):
        difference = np.float64(a[i]) - np.float64(b[i])
        total += difference * difference
    return total

"""Exact nearest neighbours among dense vectors, a block of them at a time.

FAISS or a GPU selects candidates in single precision, some more than requested; they are compared
anew in double precision. So equal vectors have equal scores, and neither blocks, threads nor the
device change a result. If an unselected vector may be as good within rounding, a second pass over
the blocks compares all such vectors.
"""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from paperpool.errors import Problem, UserError, name_some
from paperpool.io.mapped_files import release_pages
from paperpool.search.lacking import blank_missing, find_missing_vectors
from paperpool.search.pairs import Pairs, Vectors, to_single, widen
from paperpool.search.selection import FaissSelection, Floats, Places, Selection, TorchSelection
from paperpool.search.top_rows import Ranked, TopRows, split_evenly

BLOCK_ROWS = 4096
CHUNK_QUERIES = 1024
"""Queries that are compared with a block at once, at most; their products take 16 MB."""

LEAST_SPARE = 64
"""Vectors kept beyond the requested ones, at least."""

_SPARE = 0.125
"""The same, as a share of the requested ones."""

_ROUNDING = 2.0**-24
"""Single precision's relative error, added up over the dimensions."""

_DOUBLE_ROUNDING = 2.0**-50
"""That of double precision, of turning a distance into a product and bias."""

_FURTHER_ROUNDINGS = 16
"""More than conversion, scaling, the bias and the bound lose in single precision."""

CHECKED_VALUES = 2**24
"""Values that are checked at once."""

TOO_LARGE = 1e15
"""No encoder gives such values; their products would overflow."""


def search_dense(
    vectors: Vectors,
    rows: NDArray[np.integer],
    queries: Vectors,
    similarity: str,
    depth: int,
    exclude: Sequence[NDArray[np.integer]] | None = None,
    threads: int = 1,
    device: str = "cpu",
    block_rows: int = BLOCK_ROWS,
) -> Ranked:
    """Return the ``depth`` nearest of ``vectors[rows]`` for each query: rows and scores.

    ``vectors``, shape (papers, dimensions), may be a memory map; ``queries`` has the same
    dimensions. ``similarity``: "cosine" (0 with a zero vector) or "l2" (negative distances).
    ``exclude``: rows that are never found, for each query. ``device``: "cpu" or one of torch's.
    Memory holds two blocks. Values must be finite (see check_vectors); a query that lacks a vector
    has no results.
    """
    # a query without a vector is searched as zeros, which are finite, and finds nothing in the end
    queries, lacks = blank_missing(queries)
    selection = FaissSelection() if device == "cpu" else TorchSelection(device)
    top = TopRows(len(queries), depth, exclude)
    if not len(rows):
        return top.ranked()

    is_cosine = {"cosine": True, "l2": False}[similarity]
    search = _Search(np.asarray(vectors), rows, queries, is_cosine, selection, top)
    n_chunks = threads * -(-len(queries) // (threads * CHUNK_QUERIES))
    edges = split_evenly(len(queries), n_chunks)
    with ThreadPoolExecutor(threads) as pool, selection.ready():
        # first pass, in single precision: each chunk of queries keeps its best of all blocks
        chunks = list(pool.map(search.begin, edges[:-1], edges[1:]))
        for block in search.blocks(pool, block_rows):
            list(pool.map(partial(search.add, block), chunks))

        # the kept vectors are compared in double precision; where a vector that was dropped may be
        # as good within rounding, a second pass compares all that reach the query's floor
        unsure = [left for left in pool.map(search.offer_kept, chunks) if len(left.queries)]
        if unsure:
            for block in search.blocks(pool, block_rows):
                list(pool.map(partial(search.offer_reaching, block), unsure))

    found, scores = top.ranked()
    found[lacks] = -1
    scores[lacks] = 0.0
    return found, scores


class _Side(NamedTuple):
    """Vectors to compare: a chunk of the queries, or a block of the pool, from ``first`` on.

    ``compared`` is multiplied in single precision: of unit length for the cosine; to products
    ``bias`` is added, for L2 minus half the square of the length.
    """

    first: int
    lengths: NDArray[np.float64]
    compared: Any
    bias: Any


class _Unsure(NamedTuple):
    """Queries with too few kept, and the bound of a product."""

    queries: Places
    compared: Any
    floors: Floats


class _Search:
    """One search: see search_dense. All but ``blocks`` may be called on any thread."""

    def __init__(self, vectors, rows, queries, is_cosine: bool, selection: Selection, top: TopRows):
        self._vectors = vectors
        self._rows = np.asarray(rows, np.int32)
        self._queries = widen(queries)
        self._is_cosine = is_cosine
        self._selection = selection
        self._top = top
        self._pairs = Pairs(vectors, self._queries, is_cosine, top)
        self._longest = 0.0
        spare = max(LEAST_SPARE, int(_SPARE * top.n_to_find))
        self._n_kept = min(len(rows), top.n_to_find + spare)

    def blocks(self, pool: ThreadPoolExecutor, block_rows: int) -> Iterator[_Side]:
        """Yield the blocks of the pool, the next one read meanwhile."""

        def read(start: int) -> _Side:
            """Read and prepare the block from ``start`` on."""
            return self._prepare(self._vectors, self._rows[start : start + block_rows], start)

        coming = pool.submit(read, 0)
        for start in range(0, len(self._rows), block_rows):
            block = coming.result()
            self._longest = max(self._longest, block.lengths.max())
            if start + block_rows < len(self._rows):
                coming = pool.submit(read, start + block_rows)
            yield block

    def begin(self, first: int, last: int) -> tuple[_Side, Any]:
        """Return a chunk of the queries, and its kept vectors."""
        side = self._prepare(self._queries, np.arange(first, last), first)
        self._pairs.lengths[first:last] = side.lengths
        return side, self._selection.begin(last - first, self._n_kept)

    def add(self, block: _Side, chunk: tuple[_Side, Any]) -> None:
        """Keep a block's best for a chunk."""
        side, kept = chunk
        self._selection.add(kept, side.compared, block.compared, block.bias, block.first)

    def offer_kept(self, chunk: tuple[_Side, Any]) -> _Unsure:
        """Offer the kept vectors to the queries; return those that it may not be enough for."""
        side, kept = chunk
        values, places = self._selection.finish(kept)

        # a product may be among the wanted ones if it is no worse than the last, both rounded
        wanted = min(self._top.n_to_find, self._n_kept)
        last = np.partition(values, -wanted, axis=1)[:, -wanted]
        floors = (last - 2 * self._margins(side.lengths)).astype(np.float32)

        # if all that were kept reach the floor, some that were dropped may reach it too
        unsure = values.min(axis=1) >= floors
        if self._n_kept == len(self._rows):
            unsure[:] = False  # none was dropped

        found, nth = np.nonzero((values >= floors[:, None]) & ~unsure[:, None])
        self._pairs.offer(side.first + found, self._rows[places[found, nth]])
        queries = np.flatnonzero(unsure)
        return _Unsure(side.first + queries, side.compared[queries], floors[queries])

    def offer_reaching(self, block: _Side, unsure: _Unsure) -> None:
        """Offer all of a block that may be among the best."""
        found, places = self._selection.reaching(
            unsure.compared, block.compared, block.bias, unsure.floors
        )
        self._pairs.offer(unsure.queries[found], self._rows[block.first + places])

    def _prepare(self, vectors: Vectors, rows: NDArray[np.integer], first: int) -> _Side:
        """Return the vectors at ``rows`` as products of single precision take them."""
        lengths, compared = to_single(vectors, rows, self._is_cosine)
        bias = None
        if not self._is_cosine:  # the nearer of two is that of the larger product - length^2 / 2
            bias = self._selection.put((-0.5 * lengths**2).astype(np.float32))
        return _Side(first, lengths, self._selection.put(compared), bias)

    def _margins(self, lengths: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return by how much a query's product and bias may differ from the exact ones, at most."""
        n_roundings = self._queries.shape[1] + _FURTHER_ROUNDINGS
        if self._is_cosine:
            return np.full(len(lengths), n_roundings * _ROUNDING)
        longest = self._longest
        of_products = _ROUNDING * (n_roundings * lengths * longest + 2 * longest**2)
        return of_products + _DOUBLE_ROUNDING * lengths**2


def check_vectors(
    vectors: NDArray[np.float32], ids: Sequence[str], where: str, hint: str = ""
) -> NDArray[np.bool_]:
    """Return which papers of ``ids`` lack a vector; the others have a row of ``vectors``.

    Raises UserError, with the file ``where`` and the ``hint``, for another number of rows, or
    values that are not finite. Reads the rows in batches.
    """
    if len(vectors) != len(ids):
        message = f"{len(vectors)} vectors for {len(ids)} papers"
        if len(vectors) < len(ids):
            message += f": the first paper without one is {ids[len(vectors)]}"
        raise UserError(Problem(f"{message}.", where, hint))

    step = max(1, CHECKED_VALUES // max(1, vectors.shape[1]))
    bad: list[int] = []
    lacks = np.zeros(len(vectors), bool)
    for start in range(0, len(vectors), step):
        batch = widen(vectors[start : start + step])
        is_missing = find_missing_vectors(batch)
        lacks[start : start + step] = is_missing
        is_usable = (np.abs(batch) < TOO_LARGE).all(axis=1) | is_missing
        bad += (start + np.flatnonzero(~is_usable)).tolist()
        release_pages(vectors)
    if bad:
        names = name_some([ids[i] for i in bad])
        raise UserError(Problem(f"Not a vector of finite numbers, of {names}.", where, hint))
    return lacks
